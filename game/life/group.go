package life

import "rosette/game/board"

// A Group is a set of chains of one colour that their owner can connect, on a board where every
// stone is alive: chains joined by empty regions that only their colour borders, and parts that
// reading finds connected.
type Group struct {
	Stones   []board.Point // by point
	Space    []board.Point // empty points that only this group borders
	Color    board.Color
	Eyes     int  // eyes left when the opponent plays first, at most two for each region
	Immortal bool // it has a rosette
	Shared   bool // it touches an empty region that the opponent touches too
	Divided  bool // reading ended at its limit: seki is unknown, and Eyes counts only the group's own regions
}

// Independent reports whether the group lives by itself, with a rosette or two
// eyes.
func (g *Group) Independent() bool { return g.Immortal || g.Eyes >= 2 }

// Seki reports whether the group lives only because of a region it shares with
// the opponent.
func (g *Group) Seki() bool { return !g.Independent() && g.Shared }

// Groups returns all groups, in order of their first stones. It reads regions that both colours
// border if a group depends on them.
func Groups(b *board.View, r CaptureRules) []Group {
	s := newGroupSurvey(b, r)
	s.read()
	var all []Group
	for i := range s.groups {
		if s.groups[i].Stones != nil {
			all = append(all, s.groups[i])
		}
	}
	return all
}

// Seki reports for each point, with a stone or empty, whether it belongs to a group that lives in
// seki when every stone is alive (see [Group.Seki]). len = points.
func Seki(b *board.View, r CaptureRules) []bool {
	points := make([]bool, b.Graph().Points())
	for _, g := range Groups(b, r) {
		if !g.Seki() {
			continue
		}
		for _, p := range g.Stones {
			points[p] = true
		}
		for _, p := range g.Space {
			points[p] = true
		}
	}
	return points
}

// A groupSurvey holds the groups in a position: initially groups joined by regions of one colour,
// and after read also those found by reading.
type groupSurvey struct {
	*regionSurvey
	rules   CaptureRules
	groups  []Group // in order of their first stones; a group that joined another has no stones
	groupAt []int16 // by point: the stone's group
	small   []bool  // by group: it has no region that makes two eyes
	rank    []int16 // by point, see symmetricOrder
	parts   []part
	nodes   int // positions searched
}

func newGroupSurvey(b *board.View, r CaptureRules) *groupSurvey {
	n := b.Graph().Points()
	s := &groupSurvey{regionSurvey: newRegionSurvey(b), rules: r, groupAt: make([]int16, n)}
	index := make([]int16, n) // by head, from 1
	for p := range board.Point(n) {
		if b.At(p) == board.Empty {
			continue
		}
		head := s.groupHead(p)
		if index[head] == 0 {
			s.groups = append(s.groups, Group{Color: b.At(p)})
			index[head] = int16(len(s.groups))
		}
		s.groupAt[p] = index[head] - 1
		g := &s.groups[s.groupAt[p]]
		g.Stones = append(g.Stones, p)
		g.Immortal = g.Immortal || b.Immortal(p)
	}
	s.addRegions()
	return s
}

// addRegions adds to each group its share of the regions.
func (s *groupSurvey) addRegions() {
	s.small = make([]bool, len(s.groups))
	for i := range s.small {
		s.small[i] = true
	}
	for _, r := range s.regions {
		if r.owner == board.Empty {
			for _, q := range r.stones {
				s.groups[s.groupAt[q]].Shared = true
			}
			continue
		}
		i := s.groupAt[r.stones[0]]
		g, eyes := &s.groups[i], s.eyes(r)
		g.Eyes += eyes
		g.Space = append(g.Space, r.points...)
		s.small[i] = s.small[i] && eyes < 2
	}
}
