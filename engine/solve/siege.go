package solve

import (
	"context"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A siege is a question being answered: whether one side, whose failure every
// repetition is, reaches its goal.
type siege struct {
	Question
	board    *board.Board
	defender board.Color
	zone     []bool        // where plays matter
	points   []board.Point // those of the zone, the nearest to the chain first
	far      []int         // how many plays each point of the zone is from the chain

	side  board.Color // who proves: the attacker that the chain is taken, the defender that it is not
	notes *notes
	path  []stage
	dirty []uint64 // the side's stones in positions on the path to which proofs in the notes may play
	nodes int
	done  <-chan struct{}
	stop  bool
	moved []board.Point
}

// A stage is a position on the path, and what stood before it: in any order, and
// in theirs.
type stage struct {
	hash  board.Hash
	past  board.Hash
	order uint64
}

func newSiege(q Question, defender board.Color) *siege {
	s := &siege{Question: q, board: q.Board.Clone(), defender: defender, points: []board.Point{q.Chain}}
	s.zone, s.far = make([]bool, q.Board.Graph().Points()), make([]int, q.Board.Graph().Points())
	walls := life.Unconditional(s.board, defender.Opponent(), q.Rules.CaptureRules()).Alive
	s.zone[q.Chain] = true
	for i := 0; i < len(s.points); i++ {
		p := s.points[i]
		for _, n := range q.Board.Graph().Near(p) {
			if s.zone[n] || walls[n] {
				continue
			}
			s.zone[n], s.far[n] = true, s.far[p]
			if s.board.At(n) != defender || s.board.At(p) != defender {
				s.far[n]++
			}
			s.points = append(s.points, n)
		}
	}
	return s
}

// solve answers whether a side reaches its goal when repetition is its failure.
func (s *siege) solve(ctx context.Context, side board.Color) answer {
	if s.notes == nil {
		s.notes = newNotes(s.room)
	} else {
		s.notes.turn()
	}
	s.side, s.nodes, s.done, s.stop = side, 0, ctx.Done(), ctx.Err() != nil
	s.path, s.dirty = append(s.path[:0], stage{hash: s.board.Hash()}), s.dirty[:0]
	return s.deepen(s.First, true, endless, endless).answer
}

// allows tells whether the rules allow a play, repetition aside.
func (s *siege) allows(p board.Point, c board.Color) bool {
	switch s.board.PlayResult(p, c) {
	case board.Occupied:
		return false
	case board.Suicide:
		return s.Rules.Suicide && s.board.Neighbours(p, c) > 0
	case board.Libertyless:
		return s.Rules.Libertyless == game.LibertylessAllowed
	}
	return true
}

// taken is the answer when the chain is captured, as the side sees it.
func (s *siege) taken() answer {
	if s.side == s.defender {
		return no
	}
	return yes
}

// safe is the answer when it cannot be captured.
func (s *siege) safe() answer { return yes + no - s.taken() }

// judge answers for a position with that colour to move, if it is decided. What
// takes the chain makes a position without it, which never stood before.
func (s *siege) judge(mover board.Color) answer {
	if s.board.At(s.Chain) != s.defender {
		return s.taken()
	}
	if s.board.Immortal(s.Chain) {
		return s.safe()
	}
	if _, atari := s.board.Atari(s.Chain); atari {
		if mover != s.defender {
			return s.taken()
		}
		return unknown
	}
	if s.Free > 0 && mover != s.defender && len(s.board.Liberties(s.Chain)) >= s.Free {
		return s.safe()
	}
	if life.Unconditional(s.board, s.defender, s.Rules.CaptureRules()).Alive[s.Chain] {
		return s.safe()
	}
	return unknown
}

// replies lists what the mover may do. A defender in atari has no choice but to
// change the liberties of the chain: to extend, or to take a neighbour of it;
// whatever else he plays, even if it repeats a position, the chain is taken.
// The attacker never passes: the defender would too.
func (s *siege) replies(mover board.Color) []board.Point {
	s.moved = s.moved[:0]
	last, atari := s.board.Atari(s.Chain)
	forced := atari && mover == s.defender
	for _, p := range s.points {
		if s.board.At(p) != board.Empty || !s.allows(p, mover) || forced && p != last && !s.relieves(p) {
			continue
		}
		s.moved = append(s.moved, p)
	}
	if !forced && mover == s.defender {
		s.moved = append(s.moved, board.Pass)
	}
	return s.moved
}

// threats returns the points where the defender would complete a rosette of the
// chain if the attacker let him. Where no rosette may be without liberties it
// could be against the rules by then.
func (s *siege) threats(mover board.Color) (points []board.Point) {
	if mover == s.defender || s.Rules.Libertyless != game.LibertylessAllowed {
		return nil
	}
	for i, rosette := range s.board.Graph().Rosettes() {
		if s.board.RosetteCount(i, s.defender) != len(rosette)-1 {
			continue
		}
		last, touches := board.Pass, false
		for _, p := range rosette {
			touches = touches || s.chained(p)
			if s.board.At(p) == board.Empty {
				last = p
			}
		}
		if last == board.Pass {
			continue
		}
		for _, p := range s.board.Graph().Near(last) {
			touches = touches || s.chained(p)
		}
		if touches {
			points = append(points, last)
		}
	}
	return points
}

// chained tells whether a stone of the chain in question stands there.
func (s *siege) chained(p board.Point) bool {
	return s.board.At(p) == s.defender && s.board.Root(p) == s.board.Root(s.Chain)
}

// idle tells whether a play of the attacker leaves one of those threats: it is
// made elsewhere and takes nothing.
func (s *siege) idle(p board.Point, threats []board.Point) bool {
	if len(threats) == 0 || len(threats) == 1 && threats[0] == p {
		return false
	}
	for _, n := range s.board.Graph().Near(p) {
		if s.board.At(n) == s.defender {
			if last, atari := s.board.Atari(n); atari && last == p {
				return false
			}
		}
	}
	return true
}

// relieves tells whether a play takes attacking stones.
func (s *siege) relieves(p board.Point) bool {
	for _, n := range s.board.Graph().Near(p) {
		if s.board.At(n) == s.defender.Opponent() && !s.board.Immortal(n) {
			if last, atari := s.board.Atari(n); atari && last == p {
				return true
			}
		}
	}
	return false
}

// enter makes a move and puts what it leads to on the path.
func (s *siege) enter(move board.Point, c board.Color) {
	if move != board.Pass {
		s.board.Play(move, c)
	}
	s.path = append(s.path, s.next(move, s.board.Hash()))
}

// next returns what a move to a position would put on the path. A pass makes no
// position.
func (s *siege) next(move board.Point, h board.Hash) stage {
	now := &s.path[len(s.path)-1]
	if move == board.Pass {
		return stage{now.hash, now.past, mix(now.order, 0)}
	}
	next := stage{h, now.past, mix(now.order, now.hash.Lo)}
	next.past.Hi += mix(now.hash.Hi, now.hash.Lo)
	next.past.Lo += mix(now.hash.Lo, now.hash.Hi)
	return next
}

// leave takes the last move back.
func (s *siege) leave(move board.Point) {
	s.path = s.path[:len(s.path)-1]
	if move != board.Pass {
		s.board.Undo()
	}
}

// returned tells where on the path a position stands, −1 if nowhere.
func (s *siege) returned(h board.Hash) int {
	for i := len(s.path) - 1; i >= 0; i-- {
		if s.path[i].hash == h {
			return i
		}
	}
	return -1
}

// stones returns those of the side in the zone, as far as a word has bits.
func (s *siege) stones() (own uint64) {
	for i, p := range s.points[:min(64, len(s.points))] {
		if s.board.At(p) == s.side {
			own |= 1 << i
		}
	}
	return own
}
