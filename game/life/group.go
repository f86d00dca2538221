package life

import "rosette/game/board"

// A Group is the chains of one colour that empty regions of that colour alone
// join, on a board where every stone is alive.
type Group struct {
	Stones   []board.Point // in order of points
	Space    []board.Point // the empty points that it alone surrounds
	Color    board.Color
	Eyes     int  // those it keeps when the opponent plays first in each of its regions: at most two a region
	Immortal bool // it has a rosette
	Shared   bool // it touches an empty region that the opponent touches too
}

// Independent tells whether the group lives by itself: with a rosette or two
// eyes.
func (g *Group) Independent() bool { return g.Immortal || g.Eyes >= 2 }

// Seki tells whether the group lives by what it shares with the opponent alone.
func (g *Group) Seki() bool { return !g.Independent() && g.Shared }

// Groups returns all groups, by their first stones.
func Groups(b *board.Board) []Group {
	s := newRegionSurvey(b)
	by := s.groups()
	var all []Group
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == board.Empty {
			continue
		}
		if g := by[s.groupHead(p)]; g.Stones[0] == p {
			all = append(all, *g)
		}
	}
	return all
}

// groups returns the group of each head.
func (s *regionSurvey) groups() map[board.Point]*Group {
	by := map[board.Point]*Group{}
	for p := range board.Point(len(s.regionAt)) {
		if s.board.At(p) == board.Empty {
			continue
		}
		g := by[s.groupHead(p)]
		if g == nil {
			g = &Group{Color: s.board.At(p)}
			by[s.groupHead(p)] = g
		}
		g.Stones = append(g.Stones, p)
		g.Immortal = g.Immortal || s.board.Immortal(p)
	}
	for _, r := range s.regions {
		for _, q := range r.stones {
			g := by[s.groupHead(q)]
			g.Shared = g.Shared || r.owner == board.Empty
		}
		if r.owner != board.Empty {
			g := by[s.groupHead(r.stones[0])]
			g.Eyes += s.eyes(r)
			g.Space = append(g.Space, r.points...)
		}
	}
	return by
}
