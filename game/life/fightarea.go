package life

import (
	"slices"

	"rosette/game/board"
)

// mostOwnLoss is the maximum number of stones that a group's owner may lose and still play on
// at their points.
const mostOwnLoss = 3

// setArea sets the points for reading a goal, the empty ones first, and the initial position. The
// area leaves out the stones of large groups of the goal's colour: play after their capture is not
// read.
func (s *groupSurvey) setArea(g *holdGoal, f *fight) {
	for _, i := range f.groups {
		g.area = append(g.area, s.groups[i].Space...)
	}
	g.start = s.board
	if f.points <= mostWholePoints {
		for _, r := range f.regions {
			g.area = append(g.area, r.points...)
		}
	} else {
		s.setNearArea(g, f)
	}
	g.empty = len(g.area)
	s.sortPoints(g.area)
	for _, i := range f.groups {
		if s.groups[i].Color != g.color || len(s.groups[i].Stones) <= mostOwnLoss {
			g.area = append(g.area, s.groups[i].Stones...)
		}
	}
	s.sortPoints(g.area[g.empty:])
	for _, p := range g.area {
		g.inArea[p] = true
	}
}

// setNearArea sets the area to liberties in the fight: those shared by two chains of the goal's
// colour, those of opposing doubtful groups, and two more for each chain. It fills adjacent dame
// with opposing stones that cannot be captured: neither side gains by that, and no chain can count
// on that dame.
func (s *groupSurvey) setNearArea(g *holdGoal, f *fight) {
	near := make([]bool, s.board.Graph().Points())
	add := func(p board.Point) {
		if !near[p] {
			near[p] = true
			g.area = append(g.area, p)
		}
	}
	var spare []board.Point
	for _, i := range f.groups {
		for _, p := range s.sharedLiberties(i) {
			if s.groups[i].Color != g.color || s.links(p, g.color) {
				add(p)
			} else {
				spare = append(spare, p)
			}
		}
	}
	s.sortPoints(spare)
	kept := map[board.Point]int{} // by root
	for _, p := range spare {
		root := s.chainBeside(p, g.color)
		if kept[root]++; kept[root] <= spareLiberties {
			add(p)
		}
	}
	s.fillDame(g, f, near, add)
}

// links reports whether two different chains of the colour touch the point.
func (s *groupSurvey) links(p board.Point, c board.Color) bool {
	first := s.chainBeside(p, c)
	return slices.ContainsFunc(s.board.Graph().Near(p), func(q board.Point) bool {
		return s.board.At(q) == c && s.board.Root(q) != first
	})
}

// chainBeside returns the root of a chain of the colour next to p.
func (s *groupSurvey) chainBeside(p board.Point, c board.Color) board.Point {
	for _, q := range s.board.Graph().Near(p) {
		if s.board.At(q) == c {
			return s.board.Root(q)
		}
	}
	return board.Pass
}

// fillDame fills the dame next to an area and its groups with opposing stones, where they join a
// safe chain and capture nothing. It adds points that cannot be filled to the area.
func (s *groupSurvey) fillDame(g *holdGoal, f *fight, near []bool, add func(board.Point)) {
	b, other := s.board.Clone(), g.color.Opponent()
	beside := s.dameBeside(g, f, near)
	for again := true; again; {
		again = false
		for i, p := range beside {
			if p != board.Pass && b.At(p) == board.Empty && s.joinsSafe(b, g, p) &&
				b.PlayResult(p, other) == board.HasLiberty {
				if b.Play(p, other) > 0 {
					b.Undo()
					continue
				}
				beside[i], again = board.Pass, true
			}
		}
	}
	for _, p := range beside {
		if p != board.Pass {
			add(p)
		}
	}
	g.start = &b.View
}

// dameBeside returns the points outside the area, in regions that both colours border, that touch
// the area or a group in the fight.
func (s *groupSurvey) dameBeside(g *holdGoal, f *fight, near []bool) (points []board.Point) {
	seen := slices.Clone(near)
	note := func(p board.Point) {
		if r := s.regionAt[p]; r != nil && r.owner == board.Empty && !seen[p] {
			seen[p] = true
			points = append(points, p)
		}
	}
	for _, i := range f.groups {
		for _, p := range s.sharedLiberties(i) {
			note(p)
		}
	}
	for _, p := range g.area {
		for _, q := range s.board.Graph().Near(p) {
			note(q)
		}
	}
	s.sortPoints(points)
	return points
}

// joinsSafe reports whether an opposing stone on p would be part of a safe chain.
func (s *groupSurvey) joinsSafe(b *board.Board, g *holdGoal, p board.Point) bool {
	other := g.color.Opponent()
	return slices.ContainsFunc(b.Graph().Near(p), func(q board.Point) bool {
		return b.At(q) == other && slices.ContainsFunc(g.safe[other],
			func(safe board.Point) bool { return b.Root(safe) == b.Root(q) })
	})
}
