package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// unsure is an evaluator that considers every game even, with that standard deviation in points.
type unsure float32

func (u unsure) Evaluate(_ *game.Game, _ board.Color, into *engine.Evaluation) {
	*into = engine.Evaluation{Win: 0.5, ScoreStdev: float32(u)}
}

// If scores are uncertain, a game at an unfair komi is still worth playing.
func TestUnevenKomiDeviatesAsMuchAsScoresDo(t *testing.T) {
	const games = 3000
	graph, err := board.Named("rosette-3")
	if err != nil {
		t.Fatal(err)
	}
	far := func(u unsure) (share float64) {
		y := small(t)
		r := rand.New(rand.NewPCG(1, 2))
		for range games {
			g, _, err := y.open(r, graph, u)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(g.Rules().Komi) > 20 {
				share += 1.0 / games
			}
		}
		return share
	}
	// Half of the 14 % uneven games lie beyond 0.67 standard deviations.
	if certain, open := far(0), far(30); certain > 0.001 || open < 0.055 || open > 0.085 {
		t.Errorf("%.4f of the komi lie beyond 20 points where scores are certain, %.4f where they deviate by 30", certain, open)
	}
}
