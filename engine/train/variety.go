package train

import (
	"math"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A Variety is what games are played: a network learns what it has met. Every
// stone is alive at the end of all of them.
type Variety struct {
	Boards []Share[*board.Graph]
	Rules  []Share[game.Rules]
}

// A Share is one of several things, with how often it is taken beside the others.
type Share[T any] struct {
	Of   T
	Part float64
}

// draw takes one of several things.
func draw[T any](luck *rand.Rand, all []Share[T]) T {
	sum := 0.0
	for _, s := range all {
		sum += s.Part
	}
	at := luck.Float64() * sum
	for _, s := range all {
		if at -= s.Part; at < 0 {
			return s.Of
		}
	}
	return all[len(all)-1].Of
}

// How openings differ: how long they are on average, for each point, and at most;
// how often Black begins with more than a move, and with how much; how often komi is the usual one,
// and else how far from what seems fair, in roots of the points.
const (
	openingShare = 0.04
	longOpening  = 0.25
	oddsShare    = 0.05
	mostOdds     = 4 // stones
	oddsOf       = 8 // points at least for each of them
	usualKomi    = 0.3
	komiSpread   = 0.15
	wildShare    = 0.1
	wildSpread   = 0.8
)

// looks is how many opinions make out what seems fair.
const looks = 16

// open begins a game: some moves by the first look of the mind, then a komi that
// makes it even, or nearly so, and sometimes not at all. The next player is
// returned with it.
func (v *Variety) open(luck *rand.Rand, graph *board.Graph, mind engine.Evaluator) (*game.Game, board.Color, error) {
	rules := draw(luck, v.Rules)
	usual := rules.Komi
	rules.Ending, rules.Komi = game.EndingAllAlive, 0
	g, err := v.begin(luck, graph, rules)
	if err != nil {
		return nil, board.Empty, err
	}
	next := rules.First(g.Handicap())
	n := float64(graph.Points())
	for range min(int(luck.ExpFloat64()*openingShare*n), int(longOpening*n)) {
		move := firstThought(luck, g, next, mind)
		if move == board.Pass {
			break
		}
		g.Make(move, next)
		next = next.Opponent()
	}
	rules.Komi = usual
	if luck.Float64() >= usualKomi {
		spread := komiSpread
		if luck.Float64() < wildShare {
			spread = wildSpread
		}
		fair := seems(g, next, mind) + luck.NormFloat64()*spread*math.Sqrt(n)
		rules.Komi = max(-n, min(n, math.Round(2*fair)/2))
	}
	under, _ := g.WithRules(rules)
	return under, next, nil
}

// begin sets odds now and then.
func (v *Variety) begin(luck *rand.Rand, graph *board.Graph, rules game.Rules) (*game.Game, error) {
	most := min(mostOdds, graph.Points()/oddsOf)
	if luck.Float64() >= oddsShare || most < 2 {
		return game.New(graph, rules), nil
	}
	rules.Handicap = game.HandicapFree
	stones := 2 + luck.IntN(most-1)
	odds := game.HandicapPlacement{Stones: stones}
	for _, p := range luck.Perm(graph.Points())[:stones] {
		odds.Points = append(odds.Points, board.Point(p))
	}
	return game.NewWithHandicap(graph, rules, odds)
}

// seems returns by how much Black seems to be ahead.
func seems(g *game.Game, next board.Color, mind engine.Evaluator) float64 {
	var o engine.Evaluation
	sum := 0.0
	for range looks {
		mind.Evaluate(g, next, &o)
		sum += float64(o.Score)
	}
	return sum / looks
}

// firstThought draws a move by the chances that a mind gives it at first look, no
// pass and no own eye, or passes where there is none.
func firstThought(luck *rand.Rand, g *game.Game, next board.Color, mind engine.Evaluator) board.Point {
	var o engine.Evaluation
	mind.Evaluate(g, next, &o)
	if len(o.Policy) == 0 {
		o.Policy = search.StaticPolicy(g, next)
	}
	var moves []Share[board.Point]
	for p, chance := range o.Policy[:len(o.Policy)-1] {
		if chance > 0 && !g.Board().IsEye(board.Point(p), next) && g.Legal(board.Point(p), next) == nil {
			moves = append(moves, Share[board.Point]{board.Point(p), float64(chance)})
		}
	}
	if len(moves) == 0 {
		return board.Pass
	}
	return draw(luck, moves)
}

// Rulesets are rules and, less often, what differs from them by one choice that a
// game of area may differ by.
func Rulesets(r game.Rules) []Share[game.Rules] {
	all := []Share[game.Rules]{{r, 7}}
	for _, vary := range []func(*game.Rules){
		func(r *game.Rules) { r.Suicide = !r.Suicide },
		func(r *game.Rules) { r.Repetition = game.KoPositional },
		func(r *game.Rules) { r.Scoring, r.WhiteLast = game.ScoringPassStones, true },
	} {
		other := r
		if vary(&other); other != r && other.Check() == nil {
			all = append(all, Share[game.Rules]{other, 1})
		}
	}
	return all
}
