package life

import (
	"slices"

	"rosette/game/board"
)

// capturable reports whether the opponent can capture the target while its
// owner passes and without leaving a chain in atari. A chain that cannot be
// captured this way lives, with two eyes or in a seki, where the side that
// fills a liberty is captured first. Friends that are as doubtful as the target
// may be captured on the way. One order of plays is tried for each symmetry of
// the board, so that the answer does not depend on the orientation.
func (a *statusAnalysis) capturable(target int) bool { return a.capture(target) != nil }

// capture returns the board after the capture of which capturable reports whether it is
// possible, nil if it is not.
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

// An attack is a series of plays against some chains whose owner passes.
type attack struct {
	*statusAnalysis
	board    *board.Board
	attacker board.Color
	targets  []int         // the chains attacked; the first is the one to capture
	order    []board.Point // rank of each point, to choose between plays that are as good
}

// succeeds plays the attack out and reports whether the first target is
// captured.
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

// liberties returns the liberties of all targets on the board, by rank.
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

// nextMove returns the play that leaves the attacker the most liberties, two at
// least; failing that a sacrifice that works, and failing that board.Pass.
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

// sacrificeWorks reports whether capturing the attacker's stones at p, which
// have one liberty, does not help the defender: it joins no chain that is not a
// target, captures no other chain along with them and makes no two eyes where
// they stood.
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

// Capture plays the capture of the chain at p out, with its owner passing and without
// leaving the opponent's stones in atari except as a sacrifice, and returns the board after
// it; nil if that fails. Doubtful friends may be captured on the way.
func Capture(b *board.View, r CaptureRules, p board.Point) *board.Board {
	a := newStatusAnalysis(b, r)
	a.applyUnconditional()
	return a.capture(a.chainAt[p])
}
