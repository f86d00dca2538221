// Package analysis speaks the protocol of KataGo's parallel analysis engine
// (Wu 2019, docs/Analysis_Engine.md of KataGo): queries come in as lines of
// JSON, opinions go out as lines of JSON as they are found. On other boards than
// square ones the same words are used with "board", and points by their names.
package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// An Analyzer searches a position. Several goroutines call it at once; when ctx
// ends it answers with what it has found by then.
type Analyzer interface {
	Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis
}

// A Service answers queries. Set what differs from the zero values before Serve.
type Service struct {
	Analyzer  Analyzer      // needed
	Positions int           // how many are searched at the same time; 1 if zero
	Visits    int           // of a query that does not say; no bound if zero and Time is not
	Time      time.Duration // at most for each position, if over 0
	Line      int           // moves of a variation behind the first; 15 if zero
	Doubt     float64       // standard deviations that lower bounds lie below; 5 if zero
	Noise     float32       // how wide to look at a position by chance, KataGo's wideRootNoise

	Temperature float32      // of a position's policy, KataGo's rootPolicyTemperature; 1 if zero
	View        View         // whose numbers are reported; Black's if empty
	Trusting    bool         // do not warn of fields that mean nothing
	Hasty       bool         // when the input ends, leave without what is still to be done
	Board       *board.Graph // of queries that name none; if nil they must
	Rules       *game.Rules  // of queries that name none; if nil, those on square boards must
	Version     string       // "0" if empty
	Commit      string       // "<omitted>" if empty
	Models      []Model      // those that judge
	Forget      func()       // empties what the thinker remembers, if anything
}

// A Model is an evaluator, as query_models names it.
type Model struct {
	Name string
	Hash string // of a network's file; the name stands for it if empty
}

// A View says from whose side numbers are reported.
type View string

// Views are those of KataGo's reportAnalysisWinratesAs.
const (
	AsBlack      View = "BLACK"
	AsWhite      View = "WHITE"
	AsSideToMove View = "SIDETOMOVE"
)

// A service is a Service at work.
type service struct {
	*Service
	*queue
	ctx  context.Context
	stop context.CancelCauseFunc
	mu   sync.Mutex // guards out
	out  io.Writer
}

// DefaultVisits is what a position gets when nobody says.
const DefaultVisits = 1000

// Serve answers every query from in on out until in ends and everything is
// done, or until ctx ends, which is no error. A read that waits for input when
// ctx ends is left waiting.
func (s *Service) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := &service{Service: s, queue: newQueue(), ctx: ctx, stop: stop, out: out}
	context.AfterFunc(ctx, w.close)
	var all sync.WaitGroup
	for range max(1, s.Positions) {
		all.Go(w.work)
	}
	err := w.read(in)
	if s.Hasty || err != nil {
		stop(err)
	}
	w.close()
	all.Wait()
	if failed, ok := context.Cause(ctx).(writing); ok {
		return failed
	}
	return err
}

// read takes every line of the input.
func (s *service) read(in io.Reader) error {
	said := lines(s.ctx, in)
	for {
		select {
		case line, more := <-said:
			if !more {
				return nil
			}
			if line.err != nil {
				return fmt.Errorf("analysis: reading queries: %w", line.err)
			}
			s.take(line)
		case <-s.ctx.Done():
			return nil
		}
	}
}

// work searches one position after the other until there are no more.
func (s *service) work() {
	for {
		j, ctx, ok := s.next(s.ctx)
		if !ok {
			return
		}
		s.search(ctx, j)
		s.done(j)
	}
}

// search thinks about a position and says what was found, if anything was.
func (s *service) search(ctx context.Context, j *job) {
	g, next := j.query.at(j.turn)
	question := j.query.question
	question.OnProgress = func(a engine.Analysis) { s.say(j.query.answer(j.turn, g, next, a, true)) }
	found := s.Analyzer.Analyze(ctx, g, next, question)
	switch {
	case s.ctx.Err() != nil: // nobody is to hear more
	case found.Visits == 0:
		s.say(j.nothing())
	default:
		s.say(j.query.answer(j.turn, g, next, found, false))
	}
}

// A writing is why answers no longer go out.
type writing struct{ error }

func (w writing) Unwrap() error { return w.error }

// say writes one line of JSON. When that fails the service stops.
func (s *service) say(answer any) {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	err := lines.Encode(answer)
	if err == nil {
		s.mu.Lock()
		_, err = s.out.Write(text.Bytes())
		s.mu.Unlock()
	}
	if err != nil {
		s.stop(writing{fmt.Errorf("analysis: writing an answer: %w", err)})
	}
}
