// Package analysis implements the protocol of KataGo's parallel analysis engine (Wu 2019;
// docs/Analysis_Engine.md in KataGo): each input line is a JSON query, and each output line a JSON
// answer. Queries on boards that are not square name the board in the field "board", and use its
// point names.
//
// An [Analyzer] reports numbers from Black's side. Answers convert them to the query's [View].
package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/katago"
)

// An Analyzer searches a position with next to move. It is called concurrently. When ctx ends, it
// returns the results so far, with zero Visits if there are none.
type Analyzer interface {
	Analyze(ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis
}

// A Service answers queries. Set the fields before calling Serve; only Analyzer is required.
type Service struct {
	Analyzer  Analyzer
	Positions int           // positions searched concurrently; 1 if 0
	Visits    int           // for queries without a limit; DefaultVisits if 0 and Time is 0 too
	Time      time.Duration // for queries without a limit; no limit if 0
	PVLen     int           // moves in a principal variation after the first; 15 if 0
	LCBStdevs float64       // distance of a lower bound below the mean, in standard deviations; 5 if 0

	WideRootNoise         float32 // KataGo's wideRootNoise; no noise if 0
	RootPolicyTemperature float32 // KataGo's rootPolicyTemperature; 1 if 0

	PruneSymmetries    bool           // KataGo's rootSymmetryPruning
	View               View           // of numbers in answers; AsBlack if empty
	IgnoreUnusedFields bool           // do not warn about unknown fields
	QuitWithoutWaiting bool           // stop when the input ends, without finishing jobs
	Board              *board.Graph   // for queries without a board; if nil they need one
	Rules              *game.Rules    // for queries without rules; if nil, queries on square boards need rules
	Caution            Caution        // if nil, queries get no warning about a missing network or a large board
	Version            string         // for query_version; "0" if empty
	Models             []katago.Model // for query_models
}

// Caution returns why analyses of games on a board under rules are less reliable than others, such
// as a missing network, or "".
type Caution func(*board.Graph, game.Rules) string

// A View is the player for whom win rates, scores, utilities and ownership are reported.
type View string

// The views in KataGo's reportAnalysisWinratesAs.
const (
	AsBlack      View = "BLACK"
	AsWhite      View = "WHITE"
	AsSideToMove View = "SIDETOMOVE"
)

// DefaultVisits is the search limit if neither the query nor the service has one.
const DefaultVisits = 1000

// A server is a call of [Service.Serve].
type server struct {
	*Service
	*queue
	ctx      context.Context
	stop     context.CancelFunc
	cautions map[string]bool // warnings already sent
	mu       sync.Mutex      // guards out and err
	out      io.Writer
	err      error // first failed write
}

// Serve reads queries from in and writes answers to out, until the input ends and every query is
// answered, or until ctx ends, which is not an error. A read that is blocked when ctx ends is not
// interrupted.
func (s *Service) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	w := &server{Service: s, queue: newQueue(), ctx: ctx, stop: stop, cautions: map[string]bool{}, out: out}
	context.AfterFunc(ctx, w.close)
	var group errgroup.Group
	for range max(1, s.Positions) {
		group.Go(w.work)
	}
	err := w.read(in)
	if s.QuitWithoutWaiting || err != nil {
		stop()
	}
	w.close()
	if failed := group.Wait(); failed != nil {
		return failed
	}
	return err
}

// read handles the input lines.
func (s *server) read(in io.Reader) error {
	input := readLines(s.ctx, in)
	for {
		select {
		case line, more := <-input:
			if !more {
				return nil
			}
			if line.err != nil {
				return fmt.Errorf("analysis: reading queries: %w", line.err)
			}
			s.handle(line)
		case <-s.ctx.Done():
			return nil
		}
	}
}

// work runs jobs until there are none left. It returns the first write error of any worker.
func (s *server) work() error {
	for {
		j, ctx, ok := s.next(s.ctx)
		if !ok {
			return s.writeError()
		}
		s.search(ctx, j)
		s.done(j)
	}
}

// search runs a job and answers it, unless the service has stopped.
func (s *server) search(ctx context.Context, j *job) {
	g, next := j.query.gameAt(j.turn)
	params := j.query.params
	params.OnProgress = func(a engine.Analysis) { s.write(j.query.answer(j.turn, g, next, a, true)) }
	found := s.Analyzer.Analyze(ctx, g, next, params)
	switch {
	case s.ctx.Err() != nil:
	case found.Visits == 0:
		s.write(j.noResults())
	default:
		s.write(j.query.answer(j.turn, g, next, found, false))
	}
}

// write writes an answer as a JSON line. After an error the service stops and writes nothing.
func (s *server) write(answer any) {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	err := lines.Encode(answer)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	if err == nil {
		_, err = s.out.Write(text.Bytes())
	}
	if err != nil {
		s.err = fmt.Errorf("analysis: writing a response: %w", err)
		s.stop()
	}
}

// writeError returns the first write error.
func (s *server) writeError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
