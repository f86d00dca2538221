package search

import (
	"math"

	"rosette/engine/pattern"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// staticFeatures holds the features from which move priors are computed if there is no policy. The
// only reading is for ladders. The zero value is ready; it is reused for successive positions.
type staticFeatures struct {
	game          *game.Game
	next          board.Color
	graph         *board.Graph
	patterns      *pattern.Patterns // for the graph; nil if it has none
	nearPattern   []bool            // by point: its pattern contains the last stone
	nearLastStone []bool            // by point: within two steps of the last stone
	lastStone     board.Point       // the stone that nearPattern and nearLastStone describe, or Pass
	ladders       []uint8           // by point: a ladder constant for a move there
	ladderPoints  []board.Point     // the points set in ladders; empty before readLadders
	reader        life.LadderReader
}

// compute computes the features for g with next to move.
func (f *staticFeatures) compute(g *game.Game, next board.Color) {
	f.game, f.next = g, next
	if f.graph != g.Graph() {
		f.graph, f.patterns = g.Graph(), pattern.New(g.Graph())
		f.nearLastStone, f.nearPattern = make([]bool, g.Graph().Points()), make([]bool, g.Graph().Points())
		f.lastStone = board.Pass
		f.ladders, f.ladderPoints = make([]uint8, g.Graph().Points()), nil
	}
	f.mark(false)
	f.lastStone = board.Pass
	if last, ok := g.Last(); ok {
		f.lastStone = last.Point
	}
	f.mark(true)
	f.forgetLadders()
}

// mark sets nearPattern and nearLastStone around the last stone to yes.
func (f *staticFeatures) mark(yes bool) {
	if f.lastStone == board.Pass {
		return
	}
	for _, q := range f.graph.Near(f.lastStone) {
		f.nearLastStone[q] = yes
		for _, r := range f.graph.Near(q) {
			f.nearLastStone[r] = yes
		}
	}
	if f.patterns == nil {
		return
	}
	for _, q := range f.patterns.Near(f.lastStone) {
		f.nearPattern[q] = yes
	}
}

// A heuristic is a feature of a move. prior is the chance to win that it implies; weight is the
// number of visits that the prior is worth.
type heuristic struct {
	applies func(f *staticFeatures, p board.Point) bool
	prior   float32
	weight  float32
}

// heuristics contribute to a stone's prior, together with its pattern.
var heuristics = []heuristic{
	{(*staticFeatures).captures, 0.9, 15},
	{(*staticFeatures).escapes, 0.85, 12},
	{(*staticFeatures).makesRosette, 0.9, 20},
	{(*staticFeatures).stopsRosette, 0.85, 15},
	{(*staticFeatures).nearLast, 0.65, 8},
	{(*staticFeatures).walksIntoAtari, 0.1, 12},
	{(*staticFeatures).startsLadder, 0.95, 300},
	{(*staticFeatures).leavesLadder, 0.85, 12},
	{(*staticFeatures).staysInLadder, 0.1, 40},
}

// The weight behind the prior ½ that all stones share, and the prior for a pass.
const (
	neutralWeight = 8
	passPrior     = 0.2
	passWeight    = 15
)

// patternWeight is the number of visits that a pattern near the last stone is worth.
const patternWeight = 15

// patternValue turns the pattern weight of a move near the last stone into a chance to win: one
// half for an average pattern.
func (f *staticFeatures) patternValue(p board.Point) (float32, bool) {
	if !f.nearPattern[p] {
		return 0, false
	}
	w := float32(math.Sqrt(float64(f.patterns.Weight(f.game.Board(), p, f.next))))
	return w / (1 + w), true
}

// prior returns a new node with the prior for p.
func (f *staticFeatures) prior(p board.Point) node {
	if p == board.Pass {
		return node{move: p, prior: passPrior, priorWeight: passWeight}
	}
	sum, weight := float32(0.5*neutralWeight), float32(neutralWeight)
	if fit, ok := f.patternValue(p); ok {
		sum += fit * patternWeight
		weight += patternWeight
	}
	for i := range heuristics {
		if s := &heuristics[i]; s.applies(f, p) {
			sum += s.prior * s.weight
			weight += s.weight
		}
	}
	return node{move: p, prior: sum / weight, priorWeight: weight}
}

// eyeOdds are the odds in StaticPolicy for filling an own eye.
const eyeOdds = 0.02

// StaticPolicy returns move probabilities from static features, for evaluators without a policy:
// len = points+1, pass last, above 0 for every legal move and 0 where illegal.
func StaticPolicy(g *game.Game, next board.Color) []float32 {
	var features staticFeatures
	features.compute(g, next)
	policy := make([]float32, g.Graph().Points()+1)
	sum := float32(0)
	for i := range policy {
		p := board.Point(i)
		if i == len(policy)-1 {
			p = board.Pass
		} else if g.Legal(p, next) != nil {
			continue
		}
		n := features.prior(p)
		policy[i] = n.prior / (1 - n.prior)
		if p != board.Pass && g.Board().IsEye(p, next) && !g.Board().CompletesRosette(p, next) {
			policy[i] = eyeOdds
		}
		sum += policy[i]
	}
	for i := range policy {
		policy[i] /= sum
	}
	return policy
}

// captures reports whether p is the last liberty of an opposing mortal chain.
func (f *staticFeatures) captures(p board.Point) bool { return f.besideInAtari(p, f.next.Opponent()) }

// escapes reports whether p gives an own chain in atari more than one liberty.
func (f *staticFeatures) escapes(p board.Point) bool {
	return f.besideInAtari(p, f.next) && !f.walksIntoAtari(p) && !f.staysInLadder(p)
}

// startsLadder reports whether p captures a chain by a ladder.
func (f *staticFeatures) startsLadder(p board.Point) bool { return f.ladders[p] == takesByLadder }

// leavesLadder reports whether p takes an own chain out of a ladder.
func (f *staticFeatures) leavesLadder(p board.Point) bool { return f.ladders[p] == savesByLadder }

// staysInLadder reports whether p extends an own chain that a ladder captures.
func (f *staticFeatures) staysInLadder(p board.Point) bool { return f.ladders[p] == runsInVain }

// besideInAtari reports whether p is the last liberty of a mortal chain of c.
func (f *staticFeatures) besideInAtari(p board.Point, c board.Color) bool {
	b := f.game.Board()
	for _, q := range f.graph.Near(p) {
		if b.At(q) == c && !b.Immortal(q) {
			if last, ok := b.Atari(q); ok && last == p {
				return true
			}
		}
	}
	return false
}

// makesRosette reports whether p completes a hexagon for a mortal chain.
func (f *staticFeatures) makesRosette(p board.Point) bool { return f.fillsFor(p, f.next) }

// stopsRosette reports whether the opponent would complete a hexagon at p.
func (f *staticFeatures) stopsRosette(p board.Point) bool { return f.fillsFor(p, f.next.Opponent()) }

func (f *staticFeatures) fillsFor(p board.Point, c board.Color) bool {
	b := f.game.Board()
	if !b.CompletesRosette(p, c) {
		return false
	}
	for _, q := range f.graph.Near(p) {
		if b.At(q) == c && b.Immortal(q) {
			return false
		}
	}
	return true
}

// nearLast reports whether p is within two steps of the last stone.
func (f *staticFeatures) nearLast(p board.Point) bool { return f.nearLastStone[p] }

// walksIntoAtari reports whether p captures nothing and leaves its own chain with one liberty.
func (f *staticFeatures) walksIntoAtari(p board.Point) bool {
	return f.game.Board().IsSelfAtari(p, f.next)
}
