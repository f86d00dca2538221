package life

import (
	"slices"

	"rosette/game/board"
)

// capturable tells whether the opponent can take the chain although he may put no
// chain of his own in danger, while its owner passes. What cannot be taken so
// lives: with two eyes, or in a seki, where whoever fills a liberty is taken
// first. Chains near it that are as doubtful may be taken on the way. It tries
// one order of plays for each symmetry of the board, so that a position turned
// has the same answer.
func (q *statusAnalysis) capturable(target int) bool {
	pool := []int{target}
	for i := 0; i < len(pool); i++ {
		for _, j := range q.chains[pool[i]].friends {
			if c := &q.chains[j]; !c.unconditional && c.Status == q.chains[target].Status && !slices.Contains(pool, j) {
				pool = append(pool, j)
			}
		}
	}
	s := attack{statusAnalysis: q, board: q.board.Clone(), attacker: q.chains[target].Color.Opponent(), targets: pool}
	for _, s.order = range q.board.Graph().Symmetries() {
		s.board.Copy(q.board)
		if s.succeeds() {
			return true
		}
	}
	return false
}

// A attack is an attack on some chains, whose owner passes.
type attack struct {
	*statusAnalysis
	board    *board.Board
	attacker board.Color
	targets  []int         // the chains besieged, first the one to take
	order    []board.Point // which of two plays as good comes first
}

// succeeds plays the siege out.
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

// onBoard tells whether the chain is still on the board.
func (s *attack) onBoard(i int) bool {
	p := s.chains[i].Stones[0]
	return s.board.At(p) == s.chains[i].Color && s.chainAt[p] == i
}

// liberties returns those of all the chains besieged, in order.
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

// nextMove returns the next play: the one that leaves the besieger the most
// liberties, or else one that gives stones away in vain for the besieged.
func (s *attack) nextMove() board.Point {
	best, most, gift := board.Pass, 1, board.Pass
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
		if room == 1 && gift == board.Pass && len(liberties) == 2 && s.sacrificeWorks(p) {
			gift = p
		}
		s.board.Undo()
	}
	if best == board.Pass {
		return gift
	}
	return best
}

// sacrificeWorks tells whether it does not help the besieged to take the stones at p,
// which have one liberty: he joins nobody, takes no other chain with them and
// gets no two eyes where they stood.
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
