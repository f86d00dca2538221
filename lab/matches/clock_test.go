package matches

import (
	"context"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A dawdler passes after some time and records the time left on its clock.
type dawdler struct {
	took time.Duration
	left *[]engine.Time
}

func (d dawdler) Choose(_ context.Context, _ *game.Game, _ board.Color, left engine.Time) (Choice, error) {
	*d.left = append(*d.left, left)
	time.Sleep(d.took)
	return Choice{Move: board.Pass}, nil
}

// dawdles returns a dawdler with a clock.
func dawdles(name string, clock Clock, took time.Duration) (p Player, left *[]engine.Time) {
	left = new([]engine.Time)
	p = LocalPlayer{
		New:   func(uint64) (Mover, error) { return dawdler{took, left}, nil },
		Timer: NewCPUTimer(func() (time.Duration, bool) { return 0, false }), Weight: 1,
	}.Player(name)
	p.Clock = clock
	return p, left
}

func TestAPlayerWhoseClockRunsOutLoses(t *testing.T) {
	slow, _ := dawdles("slow", Clock{Main: time.Millisecond}, 20*time.Millisecond)
	other, _ := dawdles("other", Clock{}, 0)
	g := one(t, 3, nil, slow, other)
	if g.End != string(Overtime) || g.Result != "W+F" || g.Winner != "other" || g.Guilty != "slow" || !strings.Contains(g.Fault, "with 1ms left") {
		t.Errorf("the game ended %+v", g)
	}
}

func TestAClockRunsWhileItsPlayerThinksAndGainsItsIncrement(t *testing.T) {
	const main, increment, took = time.Minute, 10 * time.Second, 5 * time.Millisecond
	timed, left := dawdles("timed", Clock{main, increment}, took)
	free, none := dawdles("free", Clock{}, 0)
	one(t, 3, func(m *Tournament) { m.MaxMoves = 4 }, free, timed)
	first := engine.Time{Main: main, Increment: increment, Clocked: true}
	for i, got := range *left { // one move per game
		if got != first || (*none)[i] != (engine.Time{}) {
			t.Fatalf("the players were told %v and %v", *left, *none)
		}
	}
	if len(*left) != 2 {
		t.Errorf("%d moves on a clock, want one in each game", len(*left))
	}
	c := timed.Clock.start()
	if err := c.spend(took); err != nil || c.time().Main != main-took+increment {
		t.Errorf("after %v the clock leaves %v, %v", took, c.time(), err)
	}
	if err := c.spend(2 * main); err == nil {
		t.Error("a clock gives more than it has")
	}
}
