package gtp

import (
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A ponderRecorder chooses the first legal point and counts its pondering.
type ponderRecorder struct {
	begun, ended atomic.Int32
	next         atomic.Int32
	busy         atomic.Bool
	clash        atomic.Bool
}

func (m *ponderRecorder) Choose(_ context.Context, g *game.Game, c board.Color, _ engine.Time) (board.Point, bool, error) {
	m.clash.Store(m.clash.Load() || m.busy.Load())
	for _, p := range g.Board().Empties() {
		if g.Legal(p, c) == nil {
			return p, false, nil
		}
	}
	return board.Pass, false, nil
}

func (m *ponderRecorder) Ponder(ctx context.Context, _ *game.Game, c board.Color) {
	m.begun.Add(1)
	m.busy.Store(true)
	m.next.Store(int32(c))
	<-ctx.Done()
	m.busy.Store(false)
	m.ended.Add(1)
}

func TestASessionPondersOnlyInTheOpponentsTime(t *testing.T) {
	in, controller := io.Pipe()
	said, out := io.Pipe()
	m := &ponderRecorder{}
	done := make(chan error, 1)
	go func() {
		done <- (&Session{Player: m, Ponderer: m}).Serve(t.Context(), in, out)
		out.Close()
	}()
	answers := make(chan string)
	go func() {
		text, _ := io.ReadAll(said) // ends with the session
		answers <- string(text)
	}()
	for i, step := range []struct {
		say      string
		pondered int32
	}{
		{"rosette-board square-5\n", 0},
		{"play b c3\n", 0},
		{"genmove w\n", 1},
		{"time_left w 10 0\n", 2},
		{"play b a1\n", 3},
		{"genmove w\n", 4},
		{"clear_board\n", 4},
		{"quit\n", 4},
	} {
		if _, err := io.WriteString(controller, step.say); err != nil {
			t.Fatal(err)
		}
		for range 60_000 {
			if m.begun.Load() >= step.pondered && (i < 2 || m.begun.Load()-m.ended.Load() <= 1) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if got := m.begun.Load(); got != step.pondered {
			t.Fatalf("after %q it has pondered %d times, want %d", step.say, got, step.pondered)
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if text := <-answers; strings.Count(text, "=") != 8 || m.begun.Load() != m.ended.Load() || m.clash.Load() {
		t.Errorf("answers %q, began %d, ended %d, chose while it pondered: %v", text, m.begun.Load(), m.ended.Load(), m.clash.Load())
	}
	if board.Color(m.next.Load()) != board.Black {
		t.Errorf("%v was to move at the end", board.Color(m.next.Load()))
	}
}
