// Package analysis implements the protocol of KataGo's parallel analysis engine
// (Wu 2019; docs/Analysis_Engine.md of KataGo): each line of input is a query in
// JSON, and each line of output an answer in JSON. Queries on boards that are not
// square name the board in the field "board", and points by their names.
//
// An [Analyzer] sees everything from Black's side. The numbers of answers are
// converted to the [View] of the query.
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
)

// An Analyzer searches a position with next to move. Several goroutines call it at
// once. When ctx ends it returns what it has found by then, without Visits if that
// is nothing.
type Analyzer interface {
	Analyze(ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis
}

// A Service answers queries. Set the fields before Serve; all but Analyzer may be
// zero.
type Service struct {
	Analyzer  Analyzer
	Positions int           // how many positions are searched at the same time; 1 if 0
	Visits    int           // the limit of queries that set none; DefaultVisits if 0 and Time is 0 too
	Time      time.Duration // the limit of queries that set none; no limit if 0
	PVLen     int           // the moves of a principal variation after the first; 15 if 0
	LCBStdevs float64       // how many standard deviations below the mean a lower bound is; 5 if 0

	WideRootNoise         float32 // KataGo's wideRootNoise; no noise if 0
	RootPolicyTemperature float32 // KataGo's rootPolicyTemperature; 1 if 0

	View               View         // of the numbers in answers; AsBlack if empty
	IgnoreUnusedFields bool         // no warnings of fields that no query has
	QuitWithoutWaiting bool         // stop when the input ends, without finishing what waits and runs
	Board              *board.Graph // of queries that name no board; if nil they must
	Rules              *game.Rules  // of queries without rules; if nil, queries on square boards must have some
	Lack               Lack         // of a network; if nil, no query has a warning of that
	Version            string       // for query_version; "0" if empty
	Models             []Model      // for query_models
}

// Lack returns why no network evaluates games on a board under rules although one is
// expected to, "" if one does.
type Lack func(*board.Graph, game.Rules) string

// A Model is an evaluator, as the action query_models lists it.
type Model struct {
	Name string
	Hash string // of the file of a network; Name if empty
}

// A View is the player whose chances, scores, utilities and ownership are
// reported.
type View string

// The views of KataGo's reportAnalysisWinratesAs.
const (
	AsBlack      View = "BLACK"
	AsWhite      View = "WHITE"
	AsSideToMove View = "SIDETOMOVE"
)

// DefaultVisits is the limit of a search if neither the query nor the service has
// one.
const DefaultVisits = 1000

// A server is one call of [Service.Serve].
type server struct {
	*Service
	*queue
	ctx   context.Context
	stop  context.CancelFunc
	lacks map[string]bool // of which a query was warned
	mu    sync.Mutex      // guards out and err
	out   io.Writer
	err   error // of the first write that failed
}

// Serve reads queries from in and writes answers to out until the input ends and
// every query is answered, or until ctx ends, which is no error. A read that
// waits for input when ctx ends is not interrupted.
func (s *Service) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	w := &server{Service: s, queue: newQueue(), ctx: ctx, stop: stop, lacks: map[string]bool{}, out: out}
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

// read handles the lines of the input.
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

// work runs one job after the other until there are no more. Its error is that of
// the first write that failed, of whatever worker.
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

// write writes an answer as one line of JSON. When that fails the service stops,
// and nothing more is written.
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
		s.err = fmt.Errorf("analysis: writing an answer: %w", err)
		s.stop()
	}
}

// writeError returns the error of the first write that failed.
func (s *server) writeError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
