package search

import (
	"math"
	"slices"

	"rosette/engine/shape"
	"rosette/game"
	"rosette/game/board"
)

// A sight is something a player sees in a move at once, and what it makes him
// expect: a chance to win, worth that many visits.
type sight struct {
	seen   func(g *game.Game, p board.Point, c board.Color) bool
	prior  float32
	weight float32
}

// sights is all that a hunch knows of a stone; add a line to teach one.
var sights = []sight{
	{captures, 0.9, 15},
	{escapes, 0.85, 12},
	{makesRosette, 0.9, 20},
	{stopsRosette, 0.85, 15},
	{nearLast, 0.65, 8},
	{walksIntoAtari, 0.1, 12},
}

// The prior of every stone, and those of a pass: early on it is rarely right.
const (
	evenWeight = 8
	passPrior  = 0.2
	passWeight = 15
)

// fitWeight is how many visits the shape of a move beside the last one is worth.
const fitWeight = 15

// fits turns the weight of the shape that c would make beside the last stone into
// a chance, one half for a shape as good as any.
func fits(g *game.Game, p board.Point, c board.Color) (float32, bool) {
	last, ok := g.Last()
	if !ok || last.Point == board.Pass {
		return 0, false
	}
	s := shape.Of(g.Graph())
	if s == nil || !slices.Contains(s.Near(last.Point), p) {
		return 0, false
	}
	w := float32(math.Sqrt(float64(s.Weight(g.Board(), p, c))))
	return w / (1 + w), true
}

// hunch is a new node with what a first look says.
func hunch(g *game.Game, p board.Point, c board.Color) node {
	if p == board.Pass {
		return node{move: p, prior: passPrior, priorWeight: passWeight}
	}
	sum, weight := float32(0.5*evenWeight), float32(evenWeight)
	if fit, ok := fits(g, p, c); ok {
		sum += fit * fitWeight
		weight += fitWeight
	}
	for _, s := range sights {
		if s.seen(g, p, c) {
			sum += s.prior * s.weight
			weight += s.weight
		}
	}
	return node{move: p, prior: sum / weight, priorWeight: weight}
}

// eyeOdds is what a first look gives an own eye.
const eyeOdds = 0.02

// Policy returns the chance of each move at first look, pass last, and −1 where
// a stone is illegal: what would be expected of a player who does not read.
func Policy(g *game.Game, next board.Color) []float32 {
	chances := make([]float32, g.Graph().Points()+1)
	sum := float32(0)
	for i := range chances {
		p := board.Point(i)
		if i == len(chances)-1 {
			p = board.Pass
		} else if g.Legal(p, next) != nil {
			chances[i] = -1
			continue
		}
		n := hunch(g, p, next)
		chances[i] = n.prior / (1 - n.prior)
		if p != board.Pass && g.Board().Eye(p, next) && !g.Board().Completes(p, next) {
			chances[i] = eyeOdds
		}
		sum += chances[i]
	}
	for i := range chances {
		if chances[i] > 0 {
			chances[i] /= sum
		}
	}
	return chances
}

// captures: an opposing mortal chain beside p has its last liberty there.
func captures(g *game.Game, p board.Point, c board.Color) bool {
	return besideInAtari(g, p, c.Opponent())
}

// escapes: an own chain in atari gets more than one liberty by p.
func escapes(g *game.Game, p board.Point, c board.Color) bool {
	return besideInAtari(g, p, c) && !walksIntoAtari(g, p, c)
}

func besideInAtari(g *game.Game, p board.Point, c board.Color) bool {
	b := g.Board()
	for _, q := range g.Graph().Near(p) {
		if b.At(q) == c && !b.Immortal(q) {
			if last, ok := b.Atari(q); ok && last == p {
				return true
			}
		}
	}
	return false
}

// makesRosette: p fills a hexagon of a chain that is still mortal.
func makesRosette(g *game.Game, p board.Point, c board.Color) bool {
	b := g.Board()
	if !b.Completes(p, c) {
		return false
	}
	for _, q := range g.Graph().Near(p) {
		if b.At(q) == c && b.Immortal(q) {
			return false
		}
	}
	return true
}

// stopsRosette: the opponent would fill a hexagon there.
func stopsRosette(g *game.Game, p board.Point, c board.Color) bool {
	return makesRosette(g, p, c.Opponent())
}

// nearLast: p touches the last stone or shares a hexagon with it.
func nearLast(g *game.Game, p board.Point, _ board.Color) bool {
	last, ok := g.Last()
	if !ok || last.Point == board.Pass {
		return false
	}
	for _, q := range g.Graph().Near(last.Point) {
		if q == p {
			return true
		}
		for _, r := range g.Graph().Near(q) {
			if r == p {
				return true
			}
		}
	}
	return false
}

// walksIntoAtari: after p the own chain has a single liberty and took nothing.
func walksIntoAtari(g *game.Game, p board.Point, c board.Color) bool { return g.Board().Exposes(p, c) }
