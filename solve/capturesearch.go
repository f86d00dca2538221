package solve

import (
	"context"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// captureSearch answers a capture problem for one side at a time: does it reach its goal if every
// repetition counts as its failure?
type captureSearch struct {
	CaptureProblem
	board    *board.Board
	defender board.Color
	region   []bool        // points to search
	points   []board.Point // points in the region, the nearest to the chain first
	distance []int         // in plays from the chain, by point

	side    board.Color // the prover: the attacker proves a capture, the defender an escape
	table   *captureTable
	path    []pathNode
	ghi     []uint64 // the prover's stones in path positions that stored proofs may play to
	nodes   int
	done    <-chan struct{}
	stopped bool
	moves   []board.Point
	move    board.Point // the first move in the last proof, if the prover moved first
}

// pathNode is a position on the path. earlier hashes the set of positions before it, order hashes
// their sequence.
type pathNode struct {
	hash    board.Hash
	earlier board.Hash
	order   uint64
}

func newCaptureSearch(q CaptureProblem, defender board.Color) *captureSearch {
	s := &captureSearch{CaptureProblem: q, board: q.Board.Clone(), defender: defender, points: []board.Point{q.Chain}}
	s.region, s.distance = make([]bool, q.Board.Graph().Points()), make([]int, q.Board.Graph().Points())
	walls := life.Unconditional(&s.board.View, defender.Opponent(), q.Rules.CaptureRules()).Alive
	s.region[q.Chain] = true
	for i := 0; i < len(s.points); i++ {
		p := s.points[i]
		for _, n := range q.Board.Graph().Near(p) {
			if s.region[n] || walls[n] {
				continue
			}
			s.region[n], s.distance[n] = true, s.distance[p]
			if s.board.At(n) != defender || s.board.At(p) != defender {
				s.distance[n]++
			}
			s.points = append(s.points, n)
		}
	}
	return s
}

// solve returns whether side reaches its goal.
func (s *captureSearch) solve(ctx context.Context, side board.Color) answer {
	if s.table == nil {
		s.table = newCaptureTable(s.tableLimit)
	} else {
		s.table.swapSides()
	}
	s.side = side
	s.nodes = 0
	s.done = ctx.Done()
	s.stopped = ctx.Err() != nil
	s.move = board.Pass
	s.path, s.ghi = append(s.path[:0], pathNode{hash: s.board.Hash()}), s.ghi[:0]
	return s.mid(s.First, true, infinity, infinity).answer
}

// allows reports whether the rules allow a play, ignoring repetition.
func (s *captureSearch) allows(p board.Point, c board.Color) bool {
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

// ifCaptured returns the prover's answer when the chain is captured.
func (s *captureSearch) ifCaptured() answer {
	if s.side == s.defender {
		return no
	}
	return yes
}

// ifSaved returns the prover's answer when the chain cannot be captured.
func (s *captureSearch) ifSaved() answer { return yes + no - s.ifCaptured() }

// staticAnswer returns the answer for a position that needs no search, or unknown. Capturing the
// chain never repeats a position, because the chain has always been on the board.
func (s *captureSearch) staticAnswer(mover board.Color) answer {
	if s.board.At(s.Chain) != s.defender {
		return s.ifCaptured()
	}
	if s.board.Immortal(s.Chain) {
		return s.ifSaved()
	}
	if _, atari := s.board.Atari(s.Chain); atari {
		if mover != s.defender {
			return s.ifCaptured()
		}
		return unknown
	}
	if s.EscapeLiberties > 0 && mover != s.defender && len(s.board.Liberties(s.Chain)) >= s.EscapeLiberties {
		return s.ifSaved()
	}
	if life.Unconditional(&s.board.View, s.defender, s.Rules.CaptureRules()).Alive[s.Chain] {
		return s.ifSaved()
	}
	return unknown
}

// movesOf returns the mover's moves. A defender in atari has to extend or to capture a neighbouring
// chain: after any other move, even a repetition, the chain is captured. The attacker does not
// pass, because the defender would pass as well.
func (s *captureSearch) movesOf(mover board.Color) []board.Point {
	s.moves = s.moves[:0]
	last, atari := s.board.Atari(s.Chain)
	forced := atari && mover == s.defender
	for _, p := range s.points {
		if s.board.At(p) != board.Empty || !s.allows(p, mover) || forced && p != last && !s.capturesAttacker(p) {
			continue
		}
		s.moves = append(s.moves, p)
	}
	if !forced && mover == s.defender {
		s.moves = append(s.moves, board.Pass)
	}
	return s.moves
}

// rosetteThreats returns the points where the defender threatens to complete a rosette in the
// chain. It returns nil if the rules forbid rosettes without liberties, since that move may have
// become illegal.
func (s *captureSearch) rosetteThreats(mover board.Color) (points []board.Point) {
	if mover == s.defender || s.Rules.Libertyless != game.LibertylessAllowed {
		return nil
	}
	for i, rosette := range s.board.Graph().Rosettes() {
		if s.board.RosetteCount(i, s.defender) != len(rosette)-1 {
			continue
		}
		last, touches := board.Pass, false
		for _, p := range rosette {
			touches = touches || s.inChain(p)
			if s.board.At(p) == board.Empty {
				last = p
			}
		}
		if last == board.Pass {
			continue
		}
		for _, p := range s.board.Graph().Near(last) {
			touches = touches || s.inChain(p)
		}
		if touches {
			points = append(points, last)
		}
	}
	return points
}

// inChain reports whether a stone of the problem's chain is at p.
func (s *captureSearch) inChain(p board.Point) bool {
	return s.board.At(p) == s.defender && s.board.Root(p) == s.board.Root(s.Chain)
}

// ignoresThreats reports whether an attacking move leaves a threat: it is played elsewhere and
// captures nothing.
func (s *captureSearch) ignoresThreats(p board.Point, threats []board.Point) bool {
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

// capturesAttacker reports whether a play captures the attacker's stones.
func (s *captureSearch) capturesAttacker(p board.Point) bool {
	for _, n := range s.board.Graph().Near(p) {
		if s.board.At(n) == s.defender.Opponent() && !s.board.Immortal(n) {
			if last, atari := s.board.Atari(n); atari && last == p {
				return true
			}
		}
	}
	return false
}

// push makes a move and appends the new position to the path.
func (s *captureSearch) push(move board.Point, c board.Color) {
	if move != board.Pass {
		s.board.Play(move, c)
	}
	s.path = append(s.path, s.nodeAfter(move, s.board.Hash()))
}

// nodeAfter returns the path node after a move to the position with hash h. A pass does not make a
// new position.
func (s *captureSearch) nodeAfter(move board.Point, h board.Hash) pathNode {
	now := &s.path[len(s.path)-1]
	if move == board.Pass {
		return pathNode{now.hash, now.earlier, mix(now.order, 0)}
	}
	next := pathNode{h, now.earlier, mix(now.order, now.hash.Lo)}
	next.earlier.Hi += mix(now.hash.Hi, now.hash.Lo)
	next.earlier.Lo += mix(now.hash.Lo, now.hash.Hi)
	return next
}

// pop undoes the last move.
func (s *captureSearch) pop(move board.Point) {
	s.path = s.path[:len(s.path)-1]
	if move != board.Pass {
		s.board.Undo()
	}
}

// repeated returns the path index of the position with hash h, or −1.
func (s *captureSearch) repeated(h board.Hash) int {
	for i := len(s.path) - 1; i >= 0; i-- {
		if s.path[i].hash == h {
			return i
		}
	}
	return -1
}

// stones returns the prover's stones among the first 64 points in the region.
func (s *captureSearch) stones() (own uint64) {
	for i, p := range s.points[:min(64, len(s.points))] {
		if s.board.At(p) == s.side {
			own |= 1 << i
		}
	}
	return own
}
