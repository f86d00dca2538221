package review

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
)

// Look searches the turns that have not been searched, so many at a time, and calls
// tell after each. It fails when ctx ends first and when tell fails; the turns that
// have been searched stay so.
func (r *Review) Look(ctx context.Context, analyzer Analyzer, p engine.SearchParams, together int, tell func(turn int) error) error {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	next := r.Done
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		for next < len(r.Turns) && r.Turns[next].seen {
			next++
		}
		next++
		return next - 1
	}
	done := func(i int, found engine.Analysis) error {
		mu.Lock()
		defer mu.Unlock()
		r.Turns[i].Found = found
		r.see(i)
		return tell(i)
	}
	for range max(1, together) {
		group.Go(func() error {
			for i := take(); i < len(r.Turns); i = take() {
				var found engine.Analysis
				t := &r.Turns[i]
				if !t.finals {
					found = analyzer.Analyze(ctx, t.Game, t.Next, p)
				}
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err := done(i, found); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// see says that a turn has been looked at.
func (r *Review) see(turn int) {
	r.Turns[turn].seen = true
	for r.Done < len(r.Turns) && r.Turns[r.Done].seen {
		r.Done++
	}
}

// Seen counts the turns that have been looked at, in whatever order. Who is told
// by Look may ask.
func (r *Review) Seen() (n int) {
	for i := range r.Turns { // of a turn that is looked at just now no more is read
		if r.Turns[i].seen {
			n++
		}
	}
	return n
}

// Recall takes a turn for seen that was seen before, by a review of the same Key.
func (r *Review) Recall(s Sight) error {
	if s.Turn < 0 || s.Turn >= len(r.Turns) {
		return fmt.Errorf("there is no turn %d in a game of %d moves", s.Turn, len(r.Turns)-1)
	}
	r.Turns[s.Turn].Found = s.Found
	r.see(s.Turn)
	return nil
}

// Key names the positions that a review looks at and the rules they are under:
// what was found by another review of the same key holds here.
func (r *Review) Key() (string, error) {
	rules, err := json.Marshal(r.Rules)
	if err != nil {
		return "", fmt.Errorf("review: rules: %w", err)
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s\n", r.Graph.Name(), rules)
	for _, t := range r.Turns {
		fmt.Fprintf(sum, "%x %d %v\n", t.Game.Board().Hash(), t.Next, t.Move)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}
