package life

import (
	"slices"

	"rosette/game/board"
	"rosette/game/life/reading"
)

// Limits for reading. Beyond them a group is [Group.Divided].
const (
	mostPoints      = 40   // empty points in a fight that is read at all
	mostWholePoints = 12   // empty points in a fight that is read in all its regions
	mostFightPoints = 16   // empty points in a fight that is read on liberties only
	mostFightNodes  = 1000 // positions in a proof
	mostNodes       = 3000 // positions in all proofs for a board position
	spareLiberties  = 2    // liberties of a chain that are read, besides the shared ones
)

// A fight is the set of groups and regions that have to be read together: doubtful groups, and the
// adjacent empty regions that both colours border. Other groups around these regions are
// independent and safe.
type fight struct {
	groups  []int16 // doubtful groups in both colours
	safe    []int16 // other groups around the regions
	regions []*emptyRegion
	points  int // empty points in the regions and within the groups
}

// read decides which groups are independent if that depends on regions that both colours border,
// and joins groups that turn out to be connected.
func (s *groupSurvey) read() {
	doubtful := s.doubtful()
	if doubtful == nil {
		return
	}
	s.rank = symmetricOrder(s.board)
	var order []int16
	for i, is := range doubtful {
		if is {
			order = append(order, int16(i))
		}
	}
	s.sortGroups(order)
	reader := &reading.Reader{}
	done := make([]bool, len(s.groups))
	for _, i := range order {
		if done[i] {
			continue
		}
		f := s.wholeFight(i, doubtful)
		if f.points > mostWholePoints {
			f.groups = s.nearGroups(i, doubtful)
		}
		s.sortGroups(f.groups)
		s.decide(reader, f, s.groups[i].Color)
		for _, j := range f.groups {
			done[j] = done[j] || s.groups[j].Color == s.groups[i].Color
		}
	}
	s.joinParts()
}

// doubtful returns for each group whether its life depends on a region that both colours border: it
// has fewer than two eyes, or it has only small eyes and may have to fill one to connect. It
// returns nil if no group is doubtful.
func (s *groupSurvey) doubtful() (doubtful []bool) {
	var alive board.ByColor[[]bool]
	for i := range s.groups {
		g := &s.groups[i]
		if g.Immortal || !g.Shared || !s.small[i] {
			continue
		}
		if g.Eyes >= 2 {
			if s.board.Size(g.Stones[0]) == len(g.Stones) {
				continue // a single chain has no false eye
			}
			if alive[g.Color] == nil {
				alive[g.Color] = Unconditional(s.board, g.Color, s.rules).Alive
			}
			if !slices.ContainsFunc(g.Stones, func(p board.Point) bool { return !alive[g.Color][p] }) {
				continue
			}
		}
		if doubtful == nil {
			doubtful = make([]bool, len(s.groups))
		}
		doubtful[i] = true
	}
	return doubtful
}

// wholeFight returns the fight with a group and all doubtful groups connected to it through regions
// that both colours border.
func (s *groupSurvey) wholeFight(start int16, doubtful []bool) *fight {
	f := &fight{groups: []int16{start}}
	f.points = len(s.groups[start].Space)
	for i := 0; i < len(f.groups); i++ {
		for _, r := range s.regions {
			if r.owner == board.Empty && !slices.Contains(f.regions, r) && s.borders(f.groups[i], r) {
				s.addRegion(f, r, doubtful)
			}
		}
	}
	return f
}

// nearGroups returns the doubtful groups that share liberties with a group, directly or through
// other groups.
func (s *groupSurvey) nearGroups(start int16, doubtful []bool) []int16 {
	groups := []int16{start}
	for i := 0; i < len(groups); i++ {
		for _, p := range s.sharedLiberties(groups[i]) {
			for _, q := range s.board.Graph().Near(p) {
				if s.board.At(q) == board.Empty {
					continue
				}
				if j := s.groupAt[q]; doubtful[j] && !slices.Contains(groups, j) {
					groups = append(groups, j)
				}
			}
		}
	}
	return groups
}

// sharedLiberties returns a group's liberties in regions that both colours border.
func (s *groupSurvey) sharedLiberties(group int16) (points []board.Point) {
	for _, p := range s.groups[group].Stones {
		for _, q := range s.board.Graph().Near(p) {
			if r := s.regionAt[q]; r != nil && r.owner == board.Empty && !slices.Contains(points, q) {
				points = append(points, q)
			}
		}
	}
	return points
}

// borders reports whether a stone of the group touches the region.
func (s *groupSurvey) borders(group int16, r *emptyRegion) bool {
	return slices.ContainsFunc(r.stones, func(q board.Point) bool { return s.groupAt[q] == group })
}

// addRegion adds a region and the groups around it to a fight.
func (s *groupSurvey) addRegion(f *fight, r *emptyRegion, doubtful []bool) {
	f.regions = append(f.regions, r)
	f.points += len(r.points)
	for _, q := range r.stones {
		i := s.groupAt[q]
		switch {
		case !doubtful[i] && !slices.Contains(f.safe, i):
			f.safe = append(f.safe, i)
		case doubtful[i] && !slices.Contains(f.groups, i):
			f.groups = append(f.groups, i)
			f.points += len(s.groups[i].Space)
		}
	}
}

// decide reads which doubtful groups of one colour in a fight are independent. It reads all
// together first, since a play by the opponent may threaten several. If they do not all hold, it
// reads each alone, and then those that hold together again. If these hold alone but not together,
// no group is independent.
func (s *groupSurvey) decide(reader *reading.Reader, f *fight, c board.Color) {
	var groups []int16
	for _, i := range f.groups {
		if s.groups[i].Color == c {
			groups = append(groups, i)
		}
	}
	v := s.hold(reader, f, groups)
	if v == reading.Yes || len(groups) == 1 {
		s.settle(f, groups, v)
		return
	}
	var one []int16
	for _, i := range groups {
		if v := s.hold(reader, f, []int16{i}); v == reading.Yes {
			one = append(one, i)
		} else {
			s.settle(f, []int16{i}, v)
		}
	}
	switch {
	case len(one) == len(groups):
		s.settle(f, one, v)
	case len(one) > 0:
		s.settle(f, one, s.hold(reader, f, one))
	}
}

// hold reads whether the groups, of one colour, all become independent when the opponent plays
// first. It judges a large fight without search, and a medium one if no point depends on the
// groups.
func (s *groupSurvey) hold(reader *reading.Reader, f *fight, groups []int16) reading.Verdict {
	if f.points > mostPoints {
		return reading.Unknown
	}
	goal := s.newHoldGoal(f, groups)
	if v := goal.Settled(goal.start); v != reading.Unknown || goal.empty > mostFightPoints ||
		f.points > mostWholePoints && s.spaceOf(groups) == 0 {
		return v
	}
	c := goal.color
	reader.Limit = min(mostFightNodes, mostNodes-s.nodes)
	answer := reader.Prove(goal.start, s.rules, goal, c, c.Opponent(), goal.area)
	s.nodes += answer.Nodes
	return answer.Verdict
}

// spaceOf counts the points that depend on the groups.
func (s *groupSurvey) spaceOf(groups []int16) (points int) {
	for _, i := range groups {
		points += len(s.groups[i].Space)
	}
	return points
}

// settle records the result of reading groups of one colour. Groups that are independent only
// together, or with a safe group, become parts of one group.
func (s *groupSurvey) settle(f *fight, groups []int16, v reading.Verdict) {
	for _, i := range groups {
		g := &s.groups[i]
		switch {
		case v == reading.No:
			g.Eyes = min(g.Eyes, 1)
		case v == reading.Unknown:
			g.Divided = len(g.Space) > 0
		case g.Eyes < 2:
			s.parts = append(s.parts, part{i, s.partner(i, f.safe, groups)})
		}
	}
}

// A part is a group that reading found independent although its own regions make fewer than two
// eyes.
type part struct{ group, of int16 }

// partner returns a group of the same colour that shares a liberty with group i, preferably a safe
// one, or i if there is none.
func (s *groupSurvey) partner(i int16, safe, others []int16) int16 {
	var beside []int16
	for _, p := range s.sharedLiberties(i) {
		for _, q := range s.board.Graph().Near(p) {
			if s.board.At(q) == s.groups[i].Color && s.groupAt[q] != i && !slices.Contains(beside, s.groupAt[q]) {
				beside = append(beside, s.groupAt[q])
			}
		}
	}
	s.sortGroups(beside)
	for _, from := range [][]int16{safe, others} {
		for _, j := range beside {
			if slices.Contains(from, j) {
				return j
			}
		}
	}
	return i
}

// joinParts joins each group with its parts.
func (s *groupSurvey) joinParts() {
	into := make([]int16, len(s.groups))
	for i := range into {
		into[i] = int16(i)
	}
	whole := func(i int16) int16 {
		for into[i] != i {
			i = into[i]
		}
		return i
	}
	for _, p := range s.parts {
		from, to := whole(p.group), whole(p.of)
		if from < to {
			from, to = to, from
		}
		if from != to {
			into[from] = to
			s.groups[to].add(&s.groups[from])
		}
		s.groups[to].Eyes = max(s.groups[to].Eyes, 2)
	}
}

// add moves another group into g and removes the other's stones.
func (g *Group) add(other *Group) {
	g.Stones = append(g.Stones, other.Stones...)
	slices.Sort(g.Stones)
	g.Space = append(g.Space, other.Space...)
	g.Eyes += other.Eyes
	g.Immortal = g.Immortal || other.Immortal
	g.Shared = true
	other.Stones = nil
}
