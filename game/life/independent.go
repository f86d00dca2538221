package life

import "rosette/game/board"

// Independent reports for each point whether its stone belongs to a group that lives without the
// given points: it has a rosette, or cannot be captured whatever is played, or has two eyes in
// regions that only its colour borders and that contain no given point. A group with several chains
// and only small eyes does not count, because it may have to fill an eye to connect. len = points,
// for both slices.
func Independent(b *board.View, r CaptureRules, without []bool) []bool {
	s := newRegionSurvey(b)
	eyes := map[board.Point]int{}
	large := map[board.Point]bool{}
	parts := map[board.Point]map[board.Point]bool{}
	for _, region := range s.regions {
		if region.owner == board.Empty || overlaps(region.points, without) {
			continue
		}
		head := s.groupHead(region.stones[0])
		eyes[head] += s.eyes(region)
		large[head] = large[head] || s.eyes(region) == 2
		if parts[head] == nil {
			parts[head] = map[board.Point]bool{}
		}
		for _, q := range region.stones {
			parts[head][b.Root(q)] = true
		}
	}
	lives := make([]bool, b.Graph().Points())
	for _, c := range board.Colors {
		safety := Unconditional(b, c, r)
		for p := range board.Point(len(lives)) {
			if b.At(p) != c {
				continue
			}
			head := s.groupHead(p)
			lives[p] = safety.Alive[p] || eyes[head] >= 2 && parts[head][b.Root(p)] && (large[head] ||
				len(parts[head]) == 1)
		}
	}
	return lives
}

// overlaps reports whether a point is in the set.
func overlaps(points []board.Point, in []bool) bool {
	for _, p := range points {
		if in[p] {
			return true
		}
	}
	return false
}
