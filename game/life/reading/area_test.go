package reading

import "rosette/game/board"

// safeLiberties is the number of liberties outside an area from which an opposing
// chain counts as safe: they are not read.
const safeLiberties = 3

// aliveBy is the number of stones whose capture makes a chain alive: no shape of
// that many points can be reduced to one eye, on a square board or on a honeycomb.
const aliveBy = 7

// An areaSearch collects the points that a fight about some chains of the owner is
// read on: their liberties, what can be reached from these over empty points and
// over stones of the owner, the opposing chains beside these points that have few
// other liberties, and those liberties. Only empty points count towards the most;
// points with a stone matter once it is captured.
type areaSearch struct {
	board *board.View
	owner board.Color
	most  int // empty points
	empty int
	seen  []bool
	area  []board.Point // the nearest first
	done  int           // the points of the area up to here have been looked at
	large []bool        // by point: a stone of a chain that makes alive who captures it
}

// areaOf returns the area of a fight about the chains at those points.
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

// spread goes on from the new points of the area until it ends or is full.
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
