package reading

import "rosette/game/board"

// safeLiberties is the number of liberties outside an area from which an opposing chain counts as
// safe, so that they are not read.
const safeLiberties = 3

// aliveBy is the number of stones whose capture makes a chain alive: on a square board or a
// honeycomb no shape with that many points can be reduced to one eye.
const aliveBy = 7

// An areaSearch collects the points for reading a fight about some of the owner's chains: their
// liberties, the points reachable from there over empty points and the owner's stones, neighbouring
// opposing chains with few other liberties, and those liberties. Only empty points count towards
// the limit; a point with a stone matters once the stone is captured.
type areaSearch struct {
	board *board.View
	owner board.Color
	most  int // empty points
	empty int
	seen  []bool
	area  []board.Point // the nearest first
	done  int           // points before this index have been expanded
	large []bool        // by point: a stone of a chain whose capture makes the capturer alive
}

// areaOf returns the area for a fight about the chains at those points.
func areaOf(b *board.View, most int, chains ...board.Point) *areaSearch {
	n := b.Graph().Points()
	s := &areaSearch{board: b, owner: b.At(chains[0]), most: most, seen: make([]bool, n), large: make([]bool, n)}
	for _, p := range chains {
		s.addChain(p)
	}
	s.spread()
	for i := 0; i < len(s.area); i++ {
		if s.board.At(s.area[i]) != board.Empty {
			continue
		}
		for _, q := range b.Graph().Near(s.area[i]) {
			if b.At(q) == s.owner.Opponent() && !s.seen[q] && s.weak(q) {
				s.addOpposing(q)
				s.spread()
			}
		}
	}
	return s
}

// addOpposing adds an opposing chain, or only its liberties if it is large: a
// fight is over when a large chain is captured.
func (s *areaSearch) addOpposing(p board.Point) {
	if s.board.Size(p) < aliveBy {
		s.addChain(p)
		return
	}
	for q := range s.board.Chain(p) {
		s.seen[q], s.large[q] = true, true
	}
	for _, q := range s.board.Liberties(p) {
		s.addEmpty(q)
	}
}

func (s *areaSearch) addEmpty(p board.Point) {
	if !s.seen[p] && s.empty < s.most {
		s.empty++
		s.seen[p] = true
		s.area = append(s.area, p)
	}
}

func (s *areaSearch) addChain(p board.Point) {
	if s.seen[p] {
		return
	}
	for q := range s.board.Chain(p) {
		s.seen[q] = true
		s.area = append(s.area, q)
	}
}

// spread expands the new points in the area until it is complete or full.
func (s *areaSearch) spread() {
	for ; s.done < len(s.area); s.done++ {
		for _, q := range s.board.Graph().Near(s.area[s.done]) {
			switch s.board.At(q) {
			case s.owner:
				s.addChain(q)
			case board.Empty:
				s.addEmpty(q)
			}
		}
	}
}

// weak reports whether an opposing chain has few liberties outside the area.
func (s *areaSearch) weak(p board.Point) bool {
	if s.board.Immortal(p) {
		return false
	}
	outside := 0
	for _, q := range s.board.Liberties(p) {
		if !s.seen[q] {
			outside++
		}
	}
	return outside < safeLiberties
}
