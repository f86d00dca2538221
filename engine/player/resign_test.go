package player

import (
	"context"
	"math/rand/v2"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// losing is an evaluator like a network that gives a player a 1 % chance.
type losing struct{ of board.Color }

func (h losing) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	n := g.Graph().Points()
	*into = engine.Evaluation{Win: 0.01, Score: -40, Policy: make([]float32, n+1), Ownership: make([]float32, n)}
	if h.of == board.White {
		into.Win, into.Score = 0.99, 40
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
