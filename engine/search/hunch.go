package search

import (
	"math"

	"rosette/engine/pattern"
	"rosette/game"
	"rosette/game/board"
)

// A staticFeatures is what is seen of a position before its moves are looked at one by
// one. The zero glance is ready, and serves again and again.
type staticFeatures struct {
	game          *game.Game
	next          board.Color
	graph         *board.Graph
	patterns      *pattern.Shapes // of the graph; nil where none are known
	nearPattern   []bool          // the points whose shape the last stone makes urgent
	nearLastStone []bool          // those that touch the last stone or share a hexagon with it
	lastStone     board.Point     // the last stone, which these are about; Pass for none
}

// read looks at g with next to move.
func (l *staticFeatures) read(g *game.Game, next board.Color) {
	l.game, l.next = g, next
	if l.graph != g.Graph() {
		l.graph, l.patterns = g.Graph(), pattern.Of(g.Graph())
		l.nearLastStone, l.nearPattern = make([]bool, g.Graph().Points()), make([]bool, g.Graph().Points())
		l.lastStone = board.Pass
	}
	l.mark(false)
	l.lastStone = board.Pass
	if last, ok := g.Last(); ok {
		l.lastStone = last.Point
	}
	l.mark(true)
}

// mark enters what is near the last stone, or strikes it out again.
func (l *staticFeatures) mark(yes bool) {
	if l.lastStone == board.Pass {
		return
	}
	for _, q := range l.graph.Near(l.lastStone) {
		l.nearLastStone[q] = yes
		for _, r := range l.graph.Near(q) {
			l.nearLastStone[r] = yes
		}
	}
	if l.patterns == nil {
		return
	}
	for _, q := range l.patterns.Near(l.lastStone) {
		l.nearPattern[q] = yes
	}
}

// A heuristic is something a player sees in a move at once, and what it makes him
// expect: a chance to win, worth that many visits.
type heuristic struct {
	applies func(l *staticFeatures, p board.Point) bool
	prior   float32
	weight  float32
}

// heuristics is all that a hunch knows of a stone; add a line to teach one.
var heuristics = []heuristic{
	{(*staticFeatures).captures, 0.9, 15},
	{(*staticFeatures).escapes, 0.85, 12},
	{(*staticFeatures).makesRosette, 0.9, 20},
	{(*staticFeatures).stopsRosette, 0.85, 15},
	{(*staticFeatures).nearLast, 0.65, 8},
	{(*staticFeatures).walksIntoAtari, 0.1, 12},
}

// The prior of every stone, and those of a pass: early on it is rarely right.
const (
	neutralWeight = 8
	passPrior     = 0.2
	passWeight    = 15
)

// patternWeight is how many visits the shape of a move beside the last one is worth.
const patternWeight = 15

// patternValue turns the weight of the shape that a stone beside the last one would make
// into a chance, one half for a shape as good as any.
func (l *staticFeatures) patternValue(p board.Point) (float32, bool) {
	if !l.nearPattern[p] {
		return 0, false
	}
	w := float32(math.Sqrt(float64(l.patterns.Weight(l.game.Board(), p, l.next))))
	return w / (1 + w), true
}

// prior is a new node with what a first look says.
func (l *staticFeatures) prior(p board.Point) node {
	if p == board.Pass {
		return node{move: p, prior: passPrior, priorWeight: passWeight}
	}
	sum, weight := float32(0.5*neutralWeight), float32(neutralWeight)
	if fit, ok := l.patternValue(p); ok {
		sum += fit * patternWeight
		weight += patternWeight
	}
	for i := range heuristics {
		if s := &heuristics[i]; s.applies(l, p) {
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
	var look staticFeatures
	look.read(g, next)
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
		n := look.prior(p)
		chances[i] = n.prior / (1 - n.prior)
		if p != board.Pass && g.Board().IsEye(p, next) && !g.Board().CompletesRosette(p, next) {
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
func (l *staticFeatures) captures(p board.Point) bool { return l.besideInAtari(p, l.next.Opponent()) }

// escapes: an own chain in atari gets more than one liberty by p.
func (l *staticFeatures) escapes(p board.Point) bool {
	return l.besideInAtari(p, l.next) && !l.walksIntoAtari(p)
}

func (l *staticFeatures) besideInAtari(p board.Point, c board.Color) bool {
	b := l.game.Board()
	for _, q := range l.graph.Near(p) {
		if b.At(q) == c && !b.Immortal(q) {
			if last, ok := b.Atari(q); ok && last == p {
				return true
			}
		}
	}
	return false
}

// makesRosette: p fills a hexagon of a chain that is still mortal.
func (l *staticFeatures) makesRosette(p board.Point) bool { return l.fillsFor(p, l.next) }

// stopsRosette: the opponent would fill a hexagon there.
func (l *staticFeatures) stopsRosette(p board.Point) bool { return l.fillsFor(p, l.next.Opponent()) }

func (l *staticFeatures) fillsFor(p board.Point, c board.Color) bool {
	b := l.game.Board()
	if !b.CompletesRosette(p, c) {
		return false
	}
	for _, q := range l.graph.Near(p) {
		if b.At(q) == c && b.Immortal(q) {
			return false
		}
	}
	return true
}

// nearLast: p touches the last stone or shares a hexagon with it.
func (l *staticFeatures) nearLast(p board.Point) bool { return l.nearLastStone[p] }

// walksIntoAtari: after p the own chain has a single liberty and took nothing.
func (l *staticFeatures) walksIntoAtari(p board.Point) bool {
	return l.game.Board().IsSelfAtari(p, l.next)
}
