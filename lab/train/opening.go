package train

import (
	"math"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// Parameters of the openings.
const (
	openingMean     = 0.04 // moves per point, exponentially distributed
	openingMax      = 0.25 // moves per point
	handicapShare   = 0.05 // of games
	maxHandicap     = 4
	handicapPoints  = 8    // points on the board per handicap stone
	usualKomiShare  = 0.3  // of games; the others have a komi near fair komi
	komiStdev       = 0.15 // standard deviation from fair komi; the unit is the square root of the number of points
	unevenKomiShare = 0.2  // of the other komi, which deviate as much as scores do
	unevenKomiStdev = 0.8  // at least
)

// fairKomiSamples is the number of evaluations whose mean score gives fair komi. Playouts are
// random, and a network draws a symmetry for each evaluation.
const fairKomiSamples = 16

// open begins a game: some moves drawn from the evaluator's policy, then a komi that makes the game
// about even, or sometimes uneven. It also returns the player to move.
func (v *Sampling) open(
	rng *rand.Rand, graph *board.Graph, evaluator engine.Evaluator,
) (*game.Game, board.Color, error) {
	rules := draw(rng, v.Rules)
	usual := rules.Komi
	rules = selfPlayRules(rules)
	rules.Komi = 0
	g, err := begin(rng, graph, rules)
	if err != nil {
		return nil, board.Empty, err
	}
	rules = g.Rules() // a handicap changes where its stones may go
	next := rules.First(g.Handicap())
	n := float64(graph.Points())
	for range min(int(rng.ExpFloat64()*openingMean*n), int(openingMax*n)) {
		move := drawFromPolicy(rng, g, next, evaluator)
		if move == board.Pass {
			break
		}
		g.Make(move, next)
		next = next.Opponent()
	}
	rules.Komi = usual
	if rng.Float64() >= usualKomiShare {
		fair, deviation := scores(g, next, evaluator), komiStdev*math.Sqrt(n)
		if rng.Float64() < unevenKomiShare {
			deviation = max(unevenKomiStdev*math.Sqrt(n), float64(fair.ScoreStdev))
		}
		komi := float64(fair.Score) + rng.NormFloat64()*deviation
		rules.Komi = max(-n, min(n, math.Round(2*komi)/2))
	}
	with, _ := g.WithRules(rules)
	return with, next, nil
}

// begin returns a new game, sometimes with handicap stones on random points.
func begin(rng *rand.Rand, graph *board.Graph, rules game.Rules) (*game.Game, error) {
	most := min(maxHandicap, graph.Points()/handicapPoints)
	if rng.Float64() >= handicapShare || most < 2 {
		return game.New(graph, rules), nil
	}
	rules.Handicap = game.HandicapFree
	stones := 2 + rng.IntN(most-1)
	placement := game.HandicapPlacement{Stones: stones}
	for _, p := range rng.Perm(graph.Points())[:stones] {
		placement.Points = append(placement.Points, board.Point(p))
	}
	return game.NewWithHandicap(graph, rules, placement)
}

// scores returns the mean of fairKomiSamples evaluations: Black's lead and the score's standard
// deviation.
func scores(g *game.Game, next board.Color, evaluator engine.Evaluator) engine.Evaluation {
	var e engine.Evaluation
	var sum engine.EvaluationSum
	for range fairKomiSamples {
		evaluator.Evaluate(g, next, &e)
		sum.Add(&e)
	}
	return sum.Mean()
}

// drawFromPolicy draws a move from the evaluator's policy, except passes and own eyes. It returns a
// pass if no move is left.
func drawFromPolicy(rng *rand.Rand, g *game.Game, next board.Color, evaluator engine.Evaluator) board.Point {
	var e engine.Evaluation
	evaluator.Evaluate(g, next, &e)
	if len(e.Policy) == 0 {
		e.Policy = search.StaticPolicy(g, next)
	}
	var moves []Weighted[board.Point]
	for p, probability := range e.Policy[:len(e.Policy)-1] {
		if probability > 0 && !g.Board().IsEye(board.Point(p), next) && g.Legal(board.Point(p), next) == nil {
			moves = append(moves, Weighted[board.Point]{board.Point(p), float64(probability)})
		}
	}
	if len(moves) == 0 {
		return board.Pass
	}
	return draw(rng, moves)
}
