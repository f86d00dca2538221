package player

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// losing is an evaluator like a network that gives a player hardly any chance.
type losing struct{ of board.Color }

func (h losing) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	n := g.Graph().Points()
	*into = engine.Evaluation{Win: 0.001, Score: -40, Policy: make([]float32, n+1), Ownership: make([]float32, n)}
	if h.of == board.White {
		into.Win, into.Score = 0.999, 40
	}
	for p := range n {
		if g.Legal(board.Point(p), next) == nil {
			into.Policy[p] = 1 / float32(n)
		}
	}
}

func TestANetworkResignsAfterFewVisitsAndPlayoutsDoNot(t *testing.T) {
	g, next := setUp(t, "rosette-3", `{"preset":"mindsports-chinese","komi":50}`, "")
	rng := rand.New(rand.NewPCG(1, 1))
	for range 18 {
		if err := g.Play(random(g, next, rng), next); err != nil {
			t.Fatal(err)
		}
		next = next.Opponent()
	}
	for name, want := range map[string]struct {
		visits int
		guided bool
		resign bool
	}{
		"network": {64, true, true}, "network at a level of fewer visits": {0, true, true},
		"network that may not visit more": {20, true, false}, "playouts": {64, false, false},
	} {
		o := Options{Level: "17", Visits: want.visits, Seed: 1, NewEvaluator: newEvaluator}
		if want.guided {
			o.NewEvaluator = func(uint64) engine.Evaluator { return losing{next} }
			o.HasPolicy = func(*game.Game) bool { return true }
		}
		b, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := b.Choose(context.Background(), g, next, engine.Time{})
		if err != nil || choice.Resign != want.resign {
			t.Errorf("%s: %s, resign %v with a chance of %.3f, %v", name, g.Graph().PointName(choice.Move), choice.Resign, choice.Win, err)
		}
	}
}

func TestEveryLevelResignsALostGameOnEveryBoard(t *testing.T) {
	for _, name := range []string{"rosette-3", "rosette-5", "rosette-7", "square-9", "square-13", "square-19"} {
		for _, level := range []string{"1", "9"} {
			g, next := setUp(t, name, `{"preset":"tromp-taylor","komi":200}`, "")
			rng := rand.New(rand.NewPCG(1, 1))
			for 3*g.Ply() < g.Graph().Points() || next == board.White {
				if err := g.Play(random(g, next, rng), next); err != nil {
					t.Fatal(err)
				}
				next = next.Opponent()
			}
			b := newPlayer(t, Options{Level: level, Time: time.Hour, Seed: 1})
			for c, want := range map[board.Color]bool{board.Black: true, board.White: false} {
				choice, err := b.Choose(t.Context(), g, c, engine.Time{})
				if err != nil || choice.Resign != want {
					t.Errorf("%s, level %s: %v resigns %v with a chance of %.3f, %v", name, level, c, choice.Resign, choice.Win, err)
				}
			}
		}
	}
}

func TestAPlayerWhoHasLostOnAFullBoardPasses(t *testing.T) {
	for moves, full := range map[string]bool{settled: true, strings.ReplaceAll(settled, "c4 d4", "c4 f4"): false} {
		g, next := setUp(t, "square-6", "mindsports-chinese", moves)
		b, err := New(Options{
			Visits: 100, Seed: 1, NewEvaluator: func(uint64) engine.Evaluator { return losing{next} },
			HasPolicy: func(*game.Game) bool { return true },
		})
		if err != nil {
			t.Fatal(err)
		}
		choice, err := b.Choose(t.Context(), g, next, engine.Time{})
		if err != nil || choice.Resign == full || full && choice.Move != board.Pass {
			t.Errorf("full %v: %s, resign %v, %v", full, g.Graph().PointName(choice.Move), choice.Resign, err)
		}
	}
}
