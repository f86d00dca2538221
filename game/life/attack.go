package life

import (
	"slices"

	"rosette/game/board"
)

// capturable reports whether the opponent can capture the target while its owner passes, without
// leaving a chain in atari. A chain that cannot be captured this way lives, with two eyes or in a
// seki, where the side that fills a liberty is captured first. The attack may capture equally
// doubtful friends on the way. It tries one order of plays for each symmetry of the board, so that
// the answer does not depend on the orientation.
func (a *statusAnalysis) capturable(target int) bool { return a.capture(target) != nil }

// capture plays the attack for capturable and returns the board after it, or nil if it fails.
func (a *statusAnalysis) capture(target int) *board.Board {
	targets := []int{target}
	for i := 0; i < len(targets); i++ {
		for _, j := range a.chains[targets[i]].friends {
			if c := &a.chains[j]; !c.unconditional && c.Status == a.chains[target].Status &&
				!slices.Contains(targets, j) {
				targets = append(targets, j)
			}
		}
	}
	s := attack{
		statusAnalysis: a, board: a.board.Clone(), attacker: a.chains[target].Color.Opponent(), targets: targets,
	}
	for _, s.order = range a.board.Graph().Symmetries() {
		s.board.Copy(a.board)
		if s.succeeds() {
			return s.board
		}
	}
	return nil
}

// An attack is a series of plays against chains whose owner passes.
type attack struct {
	*statusAnalysis
	board    *board.Board
	attacker board.Color
	targets  []int         // the attacked chains; the first is to be captured
	order    []board.Point // by point: rank, to break ties between plays
}

// succeeds plays the attack and reports whether the first target is captured.
func (s *attack) succeeds() bool {
	for s.onBoard(s.targets[0]) {
		p := s.nextMove()
		if p == board.Pass {
			return false
		}
		s.board.Play(p, s.attacker)
	}
	return true
}

// onBoard reports whether chain i is still on the board.
func (s *attack) onBoard(i int) bool {
	p := s.chains[i].Stones[0]
	return s.board.At(p) == s.chains[i].Color && s.chainAt[p] == i
}

// liberties returns the liberties of all targets still on the board, by rank.
func (s *attack) liberties() []board.Point {
	var all []board.Point
	for _, i := range s.targets {
		if s.onBoard(i) {
			all = append(all, s.board.Liberties(s.chains[i].Stones[0])...)
		}
	}
	slices.SortFunc(all, func(p, q board.Point) int { return int(s.order[p] - s.order[q]) })
	return slices.Compact(all)
}

// nextMove returns the play that leaves the attacker the most liberties, at least two. Failing that
// it returns a sacrifice that works, or board.Pass.
func (s *attack) nextMove() board.Point {
	best := board.Pass
	most := 1
	sacrifice := board.Pass
	liberties := s.liberties()
	for _, p := range liberties {
		switch s.board.PlayResult(p, s.attacker) {
		case board.Suicide:
			continue
		case board.Libertyless:
			if s.rules == ForbidLibertyless {
				continue
			}
		}
		took := s.board.Play(p, s.attacker) > 0
		room := len(s.board.Liberties(p))
		if took || s.board.Immortal(p) {
			room += board.MaxPoints
		}
		if room > most {
			best, most = p, room
		}
		if room == 1 && sacrifice == board.Pass && len(liberties) == 2 && s.sacrificeWorks(p) {
			sacrifice = p
		}
		s.board.Undo()
	}
	if best == board.Pass {
		return sacrifice
	}
	return best
}

// sacrificeWorks reports whether capturing the attacker's stones at p, which have one liberty, does
// not help the defender: the capture joins no chain other than a target, takes no other chain along
// and makes no two eyes there.
func (s *attack) sacrificeWorks(p board.Point) bool {
	taken := slices.Collect(s.board.Chain(p))
	last, _ := s.board.Atari(p)
	for _, q := range append(slices.Clone(taken), last) {
		for _, near := range s.board.Graph().Near(q) {
			switch s.board.At(near) {
			case s.attacker.Opponent():
				if !slices.Contains(s.targets, s.chainAt[near]) {
					return false
				}
			case s.attacker:
				_, falls := s.board.Atari(near)
				if falls && !s.board.Immortal(near) && !slices.Contains(taken, near) {
					return false
				}
			}
		}
	}
	return !twoEyes(s.board.Graph(), taken)
}

// Capture plays out the capture of the chain at p and returns the board after it, or nil if it
// fails. The owner passes, and the opponent leaves no stones in atari except as a sacrifice.
// Doubtful friends may be captured on the way.
func Capture(b *board.View, r CaptureRules, p board.Point) *board.Board {
	a := newStatusAnalysis(b, r)
	a.applyUnconditional()
	return a.capture(a.chainAt[p])
}
