package life

import (
	"slices"

	"rosette/game/board"
)

// Teire returns the points of territory that their owner has to fill when all dame is filled,
// in order of points. Every stone counts as alive, and groups are those of [Groups].
//
// Dame is a region that both colours border. Chains with a common region of dame are connected,
// because their owner plays there at no cost. The opponent fills every other point of dame that
// touches a chain and an independent stone of the opponent. A chain whose last liberty is then a
// point of its own territory could be captured there, so its owner fills the point, which
// connects the chains around it. This is repeated as long as a chain has one liberty. A chain
// with a rosette needs no liberty. A group that is not independent, or would not be with its
// points filled, as one that lives by a double ko, has no such points. The cost is that of [Groups]
// if there are such points, and less otherwise.
//
// The idea of points that count for nobody because they have to be filled is that of goscorer
// (github.com/lightvector/goscorer), which finds them by the shape of eyes.
func Teire(b *board.View, r CaptureRules, groups []Group) []board.Point {
	s, lives := newRegionSurvey(b), independentStones(b, groups)
	filled := b.Clone()
	var points []board.Point
	for _, c := range board.Colors {
		f := newFilling(s, c, lives)
		if !slices.ContainsFunc(f.chains, (*chainLiberties).atari) {
			continue
		}
		f.connect()
		f.addOpen(lives)
		for _, p := range f.fill() {
			points = append(points, p)
			filled.Play(p, c)
		}
	}
	if points == nil {
		return nil
	}
	lives = independentStones(&filled.View, Groups(&filled.View, r))
	for i := range groups {
		if slices.ContainsFunc(groups[i].Stones, func(p board.Point) bool { return !lives[p] }) {
			points = slices.DeleteFunc(points, func(p board.Point) bool { return slices.Contains(groups[i].Space, p) })
		}
	}
	slices.Sort(points)
	return points
}

// independentStones returns the stones of independent groups, by point.
func independentStones(b *board.View, groups []Group) []bool {
	lives := make([]bool, b.Graph().Points())
	for i := range groups {
		for _, p := range groups[i].Stones {
			lives[p] = groups[i].Independent()
		}
	}
	return lives
}

// A filling is the chains of one colour while dame and then their last liberties are filled.
type filling struct {
	*regionSurvey
	color   board.Color
	chains  []*chainLiberties // one that joined another has no liberties and is safe
	chainAt []*chainLiberties // by point: the chain of a stone or of a filled point, else nil
}

// A chainLiberties is a chain, or several connected ones, with the liberties that stay.
type chainLiberties struct {
	points []board.Point
	safe   bool // it is not filled for
}

func (c *chainLiberties) atari() bool { return !c.safe && len(c.points) == 1 }

// add adds a liberty.
func (c *chainLiberties) add(p board.Point) {
	if !slices.Contains(c.points, p) {
		c.points = append(c.points, p)
	}
}

// newFilling returns the chains of a colour with the liberties in its territory.
func newFilling(s *regionSurvey, c board.Color, lives []bool) *filling {
	f := &filling{regionSurvey: s, color: c, chainAt: make([]*chainLiberties, len(lives))}
	for p := range board.Point(len(lives)) {
		if s.board.At(p) != c || f.chainAt[p] != nil {
			continue
		}
		chain := &chainLiberties{safe: !lives[p] || s.board.Immortal(p)}
		f.chains = append(f.chains, chain)
		for q := range s.board.Chain(p) {
			f.chainAt[q] = chain
		}
	}
	for _, r := range s.regions {
		if r.owner == c {
			f.addLiberties(r.points)
		}
	}
	return f
}

// addLiberties adds points to the liberties of the chains around them.
func (f *filling) addLiberties(points []board.Point) {
	for _, p := range points {
		for _, q := range f.board.Graph().Near(p) {
			if chain := f.chainAt[q]; chain != nil {
				chain.add(p)
			}
		}
	}
}

// connect joins the chains around each region of dame.
func (f *filling) connect() {
	for _, r := range f.regions {
		if r.owner == board.Empty {
			f.joinAround(r.stones)
		}
	}
}

// joinAround makes one chain of those at the points, nil if there is none.
func (f *filling) joinAround(points []board.Point) (whole *chainLiberties) {
	for _, p := range points {
		switch chain := f.chainAt[p]; {
		case chain == nil || chain == whole:
		case whole == nil:
			whole = chain
		default:
			f.join(whole, chain)
		}
	}
	return whole
}

// join adds a chain to another.
func (f *filling) join(to, from *chainLiberties) {
	for p, chain := range f.chainAt {
		if chain == from {
			f.chainAt[p] = to
		}
	}
	for _, p := range from.points {
		to.add(p)
	}
	to.safe = to.safe || from.safe
	from.points, from.safe = nil, true
}

// addOpen adds the points of dame that the opponent does not fill to the liberties of the chains
// around them: those that touch no independent stone of the opponent.
func (f *filling) addOpen(lives []bool) {
	filled := func(q board.Point) bool { return f.board.At(q) == f.color.Opponent() && lives[q] }
	for _, r := range f.regions {
		if r.owner != board.Empty {
			continue
		}
		f.addLiberties(slices.DeleteFunc(slices.Clone(r.points), func(p board.Point) bool {
			return slices.ContainsFunc(f.board.Graph().Near(p), filled)
		}))
	}
}

// fill fills the last liberties until every chain has two, and returns them. The order makes no
// difference, since a chain keeps its last liberty until that is filled.
func (f *filling) fill() (points []board.Point) {
	for i := 0; i < len(f.chains); i++ {
		chain := f.chains[i]
		if !chain.atari() {
			continue
		}
		p := chain.points[0]
		near := f.board.Graph().Near(p)
		whole := f.joinAround(near)
		whole.points = slices.DeleteFunc(whole.points, func(q board.Point) bool { return q == p })
		f.chainAt[p] = whole
		for _, q := range near {
			if f.board.At(q) == board.Empty && f.chainAt[q] == nil {
				whole.add(q)
			}
		}
		if len(whole.points) == 0 && !whole.safe {
			continue // a play without a liberty
		}
		points = append(points, p)
		i = -1
	}
	return points
}
