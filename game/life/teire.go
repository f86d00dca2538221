package life

import (
	"slices"

	"rosette/game/board"
)

// Teire returns the territory points that the owner has to fill after all dame is filled, by point.
// Every stone counts as alive; groups comes from [Groups].
//
// Dame is a region that both colours border. Chains that border the same dame are connected,
// because their owner plays there at no cost. The opponent fills every other dame point that
// touches a chain and an independent opposing stone. A chain whose last liberty is then a point in
// its own territory could be captured there, so the owner fills the point, which connects the
// chains around it. This repeats while a chain has one liberty. A chain with a rosette needs no
// liberty. A group that is not independent, or would not be with its points filled, has no such
// points; an example is a group that lives by a double ko. The cost equals the cost of [Groups] if
// there are points, and is lower otherwise.
//
// goscorer (github.com/lightvector/goscorer) introduced points that count for neither player
// because they have to be filled. It finds them by eye shapes.
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

// independentStones reports for each point whether it has a stone in an independent group.
func independentStones(b *board.View, groups []Group) []bool {
	lives := make([]bool, b.Graph().Points())
	for i := range groups {
		for _, p := range groups[i].Stones {
			lives[p] = groups[i].Independent()
		}
	}
	return lives
}

// A filling holds the chains of one colour while dame and then last liberties are filled.
type filling struct {
	*regionSurvey
	color   board.Color
	chains  []*chainLiberties // a chain that joined another has no liberties and is safe
	chainAt []*chainLiberties // by point: the chain at a stone or at a filled point, else nil
}

// A chainLiberties is a chain, or several connected chains, with the liberties that stay.
type chainLiberties struct {
	points []board.Point
	safe   bool // it needs no filling
}

func (c *chainLiberties) atari() bool { return !c.safe && len(c.points) == 1 }

// add adds a liberty.
func (c *chainLiberties) add(p board.Point) {
	if !slices.Contains(c.points, p) {
		c.points = append(c.points, p)
	}
}

// newFilling returns the chains with the liberties in their own territory.
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

// connect joins the chains around each dame region.
func (f *filling) connect() {
	for _, r := range f.regions {
		if r.owner == board.Empty {
			f.joinAround(r.stones)
		}
	}
}

// joinAround joins the chains at the points and returns the result, or nil without chains.
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

// addOpen adds each dame point that touches no independent opposing stone to the liberties of the
// chains around it.
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

// fill fills the last liberties until every chain has two, and returns them. The order does not
// matter, since a chain keeps its last liberty until that is filled.
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
