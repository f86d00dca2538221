package local

import (
	"context"

	"rosette/game/board"
	"rosette/game/life"
)

// A koRule defines when a ko may be retaken.
type koRule uint8

const (
	koLost         koRule = iota // always, so that the prover wins no ko
	koSimple                     // after another move or a pass
	koConfirmation               // after the player's pass, as in article 7.2 of Japan's rules of 1989
)

// A state is the part of a search position besides the stones.
type state struct {
	mover  board.Color
	passed bool                       // the other side has just passed
	bans   board.ByColor[board.Point] // where a side may not retake a ko, else Pass
	cost   int                        // if plays cost points: the prover's plays minus the opponent's
}

// numbers are the proof and disproof numbers of a position (Allis, Searching for Solutions in
// Games and Artificial Intelligence, 1994).
type numbers struct{ proof, disproof uint32 }

const infinite = 1 << 30

var (
	proved    = numbers{0, infinite}
	disproved = numbers{infinite, 0}
	unknown   = numbers{1, 1}
)

// A search is one proof by depth-first proof-number search (Nagai, Df-pn algorithm for searching
// AND/OR trees and its applications, 2002), with the weak numbers of Ueda et al. (Weak proof-number
// search, 2008): a sum over open children is replaced by the largest number, plus one for each
// other child. A position that repeats on the path is lost for the prover. So a proof is always
// right, but some proofs are missed.
type search struct {
	board   *board.Board
	goal    *goal
	held    *heldTable
	rules   life.CaptureRules
	ko      koRule
	area    []board.Point
	connect bool // the prover also connects at eyes
	costs   bool // a play costs its side a point
	limit   int
	ctx     context.Context
	nodes   int
	table   map[board.Hash]numbers
	onPath  map[board.Hash]bool
	moves   []board.Point // for all positions on the path
}

// prove reports whether the goal is proved within the limit with first to move.
func (s *search) prove(first board.Color) bool {
	s.table, s.onPath = map[board.Hash]numbers{}, map[board.Hash]bool{}
	at := state{mover: first, bans: noBans}
	s.expand(at, numbers{infinite, infinite})
	return s.table[s.key(s.board.Hash(), at)].proof == 0
}

var noBans = board.ByColor[board.Point]{board.Pass, board.Pass, board.Pass}

func (s *search) key(stones board.Hash, at state) board.Hash {
	stones.Lo ^= uint64(at.mover) << 1
	if at.passed {
		stones.Lo ^= 1
	}
	stones.Lo ^= uint64(at.cost) << 8
	if at.bans != noBans {
		stones.Hi += 0x9e3779b97f4a7c15 * (1 + uint64(at.bans[board.Black]+1) + uint64(at.bans[board.White]+1)<<16)
	}
	return stones
}

// expand searches the position on the board until either number reaches the bound.
func (s *search) expand(at state, bound numbers) {
	key := s.key(s.board.Hash(), at)
	s.nodes++
	if reached, lost := s.goal.settled(s.held.held(&s.board.View), at.cost); reached {
		s.table[key] = proved
		return
	} else if lost {
		s.table[key] = disproved
		return
	}
	from := len(s.moves)
	s.addMoves(at)
	s.onPath[key] = true
	for {
		sum, best, inner := s.numbersOf(at, s.moves[from:], bound)
		s.table[key] = sum
		if sum.proof >= bound.proof || sum.disproof >= bound.disproof || s.nodes > s.limit || s.ctx.Err() != nil {
			break
		}
		next := s.play(at, best)
		s.expand(next, inner)
		s.undo(best)
	}
	delete(s.onPath, key)
	s.moves = s.moves[:from]
}

// numbersOf computes a position's numbers from its moves. It also returns the move to search
// next and the bound for it.
func (s *search) numbersOf(
	at state, moves []board.Point, bound numbers,
) (sum numbers, best board.Point, inner numbers) {
	own := at.mover == s.goal.color
	least := uint32(infinite + 1)
	second := uint32(infinite + 1)
	most := uint32(0)
	open := uint32(0)
	var chosen numbers
	best = board.Pass
	for _, p := range moves {
		n := s.after(at, p)
		low, high := n.proof, n.disproof // for the prover the lowest proof number counts
		if !own {
			low, high = high, low
		}
		if high > 0 {
			open++
			most = max(most, high)
		}
		if low < least {
			least, second = low, least
			best, chosen = p, n
		} else {
			second = min(second, low)
		}
	}
	if most < infinite && open > 0 {
		most = min(most+open-1, infinite-1)
	}
	sum = numbers{least, most}
	inner = numbers{min(bound.proof, second+1), bound.disproof}
	if own {
		if bound.disproof < infinite {
			inner.disproof = bound.disproof - most + chosen.disproof
		}
		return sum, best, inner
	}
	sum = numbers{most, least}
	inner = numbers{bound.proof, min(bound.disproof, second+1)}
	if bound.proof < infinite {
		inner.proof = bound.proof - most + chosen.proof
	}
	return sum, best, inner
}

// after returns the numbers after a move.
func (s *search) after(at state, p board.Point) numbers {
	if p == board.Pass && at.passed {
		if s.goal.stands(&s.board.View, at.cost) {
			return proved
		}
		return disproved
	}
	next := s.next(at, p)
	stones := s.board.Hash()
	if s.ko != koLost {
		next = s.play(at, p)
		stones = s.board.Hash()
		s.undo(p)
	} else if p != board.Pass {
		stones = s.board.HashAfter(p, at.mover)
	}
	key := s.key(stones, next)
	if s.onPath[key] {
		return disproved
	}
	if n, ok := s.table[key]; ok {
		return n
	}
	return unknown
}

// next returns the state after a move, without bans.
func (s *search) next(at state, p board.Point) state {
	next := state{mover: at.mover.Opponent(), passed: p == board.Pass, bans: noBans, cost: at.cost}
	if s.costs && p != board.Pass {
		next.cost += sign[s.goal.color] * sign[at.mover]
	}
	return next
}

// play makes a move and returns the state after it.
func (s *search) play(at state, p board.Point) state {
	next := s.next(at, p)
	if s.ko == koConfirmation {
		next.bans = at.bans
	}
	if p == board.Pass {
		next.bans[at.mover] = board.Pass
		return next
	}
	s.board.Play(p, at.mover)
	if ko := s.board.Ko(); ko != board.Pass && s.ko != koLost {
		next.bans[next.mover] = ko
	}
	return next
}

func (s *search) undo(p board.Point) {
	if p != board.Pass {
		s.board.Undo()
	}
}

// addMoves appends the legal moves, the pass first. The prover does not fill eyes. A suicide of one
// stone is left out: it is a pass that changes no position.
func (s *search) addMoves(at state) {
	s.moves = append(s.moves, board.Pass)
	for _, p := range s.area {
		switch s.board.PlayResult(p, at.mover) {
		case board.HasLiberty:
		case board.Libertyless:
			if s.rules == life.ForbidLibertyless {
				continue
			}
		case board.Suicide:
			if s.rules != life.AllowSuicide || s.board.Neighbours(p, at.mover) == 0 {
				continue
			}
		default:
			continue
		}
		if at.mover == s.goal.color && s.fillsEye(p, at.mover) || p == at.bans[at.mover] && s.takesKo(p, at.mover) {
			continue
		}
		s.moves = append(s.moves, p)
	}
}

// fillsEye reports whether every neighbour of p is a stone of c with another liberty. With connect,
// a play that joins chains or completes a rosette does not count.
func (s *search) fillsEye(p board.Point, c board.Color) bool {
	near := s.board.Graph().Near(p)
	if s.board.Neighbours(p, c) != len(near) || s.connect && s.board.CompletesRosette(p, c) {
		return false
	}
	for _, q := range near {
		if _, atari := s.board.Atari(q); atari || s.connect && s.board.Root(q) != s.board.Root(near[0]) {
			return false
		}
	}
	return true
}

func (s *search) takesKo(p board.Point, c board.Color) bool {
	s.board.Play(p, c)
	defer s.board.Undo()
	return s.board.Ko() != board.Pass
}

// firstMove returns the prover's winning move, or Pass if the opponent moves first.
func (s *search) firstMove(first board.Color) board.Point {
	at := state{mover: first, bans: noBans}
	if first != s.goal.color {
		return board.Pass
	}
	return s.winning(at)
}

// winning returns a proved move, or Pass.
func (s *search) winning(at state) board.Point {
	s.moves = s.moves[:0]
	s.addMoves(at)
	for _, p := range s.moves {
		if s.after(at, p).proof == 0 {
			return p
		}
	}
	return board.Pass
}

// A line is a path from the root of a proof.
type line struct {
	at    state
	moves []board.Point
}

// firstKo returns the point where the first ko in a proof is retaken, or Pass.
func (s *search) firstKo(first board.Color) board.Point {
	if s.ko == koLost {
		return board.Pass
	}
	seen := map[board.Hash]bool{}
	for queue := []line{{at: state{mover: first, bans: noBans}}}; len(queue) > 0; queue = queue[1:] {
		next, ko := s.nextLines(queue[0], seen)
		if ko != board.Pass {
			return ko
		}
		queue = append(queue, next...)
	}
	return board.Pass
}

// nextLines returns the proof's lines that extend l by a move, or the ko that ends l.
func (s *search) nextLines(l line, seen map[board.Hash]bool) (next []line, ko board.Point) {
	at := state{mover: l.at.mover, bans: noBans}
	for _, c := range board.Colors {
		if l.at.bans[c] != board.Pass {
			return nil, l.at.bans[c]
		}
	}
	if len(l.moves)%2 == 1 {
		at.mover = at.mover.Opponent()
	}
	for _, p := range l.moves {
		at = s.play(at, p)
	}
	defer func() {
		for _, p := range l.moves {
			s.undo(p)
		}
	}()
	s.moves = s.moves[:0]
	s.addMoves(l.at)
	moves := append([]board.Point(nil), s.moves...)
	if l.at.mover == s.goal.color {
		moves = []board.Point{s.winning(l.at)}
	}
	for _, p := range moves {
		if p == board.Pass && l.at.passed {
			continue
		}
		after := s.play(l.at, p)
		key := s.key(s.board.Hash(), after)
		s.undo(p)
		if n, ok := s.table[key]; !seen[key] && ok && n.proof == 0 {
			seen[key] = true
			next = append(next, line{after, append(append([]board.Point(nil), l.moves...), p)})
		}
	}
	return next, board.Pass
}
