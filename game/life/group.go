package life

import "rosette/game/board"

// A Group is a set of chains of one colour that are joined by empty regions
// only their colour borders, on a board where every stone is alive.
type Group struct {
	Stones   []board.Point // in order of points
	Space    []board.Point // empty points that only this group borders
	Color    board.Color
	Eyes     int  // eyes it keeps when the opponent plays first in each of its regions, at most two a region
	Immortal bool // it has a rosette
	Shared   bool // it touches an empty region that the opponent touches too
}

// Independent reports whether the group lives by itself, with a rosette or two
// eyes.
func (g *Group) Independent() bool { return g.Immortal || g.Eyes >= 2 }

// Seki reports whether the group lives only because of a region it shares with
// the opponent.
func (g *Group) Seki() bool { return !g.Independent() && g.Shared }

// Groups returns all groups, in order of their first stones.
func Groups(b *board.View) []Group {
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
