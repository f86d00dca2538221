package seat

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// slow thinks a second, or until nobody waits, and notes who came when.
type slow struct {
	name  int
	begun *[]int
	left  *[]time.Duration
}

func (s slow) Choose(ctx context.Context, _ *game.Game, _ board.Color, left clock.Remaining) (Choice, error) {
	*s.begun = append(*s.begun, s.name)
	*s.left = append(*s.left, left.Main)
	select {
	case <-time.After(time.Second):
		return Choice{Point: board.Pass}, nil
	case <-ctx.Done():
		return Choice{}, ctx.Err()
	}
}

func (s slow) Judge(ctx context.Context, g *game.Game) (Verdict, error) {
	_, err := s.Choose(ctx, g, board.Black, clock.Remaining{})
	return Verdict{}, err
}

func (s slow) Price(ctx context.Context, g *game.Game) (float64, error) {
	_, err := s.Choose(ctx, g, board.Black, clock.Remaining{})
	return 0, err
}

func TestThoughtsRunOneAfterTheOtherAsTheyCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun []int
		var left []time.Duration
		q := NewQueue(1, time.Now)
		control := clock.Control{Kind: clock.Absolute, Main: 10 * time.Second}
		ten := clock.Start(control, clock.First, time.Now()).Remaining(clock.First, time.Now())
		third, cancel := context.WithCancel(t.Context())
		answers := make(chan error, 5)
		for i := range 5 {
			ctx := t.Context()
			if i == 2 {
				ctx = third
			}
			go func() {
				_, err := q.Mover(slow{i, &begun, &left}).Choose(ctx, nil, board.Black, ten)
				answers <- err
			}()
			synctest.Wait()
		}
		cancel()
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Errorf("who went away heard %v", err)
		}
		for range 4 {
			if err := <-answers; err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(begun, []int{0, 1, 3, 4}) {
			t.Errorf("they thought in the order %v", begun)
		}
		if want := []time.Duration{10e9, 9e9, 8e9, 7e9}; !slices.Equal(left, want) {
			t.Errorf("their time %v, want %v", left, want)
		}
	})
}

func TestAQueueOfTwoLetsTwoThink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, begin := NewQueue(2, time.Now), time.Now()
		answers := make(chan error)
		for range 6 {
			go func() {
				_, err := q.Mover(slow{0, new([]int), new([]time.Duration)}).Choose(t.Context(), nil, board.Black, clock.Remaining{})
				answers <- err
			}()
		}
		for range 6 {
			if err := <-answers; err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(begin); took != 3*time.Second {
			t.Errorf("six thoughts of a second took %v", took)
		}
	})
}
