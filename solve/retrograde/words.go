package retrograde

import (
	"math/bits"

	"rosette/game/board"
)

// MostPoints is the largest supported board size, in points.
const MostPoints = 24

// A set is a point set: bit p stands for point p.
type set = uint32

// words holds a board graph in tables with machine words.
type words struct {
	board    *board.Graph
	points   int
	all      set
	adjacent [MostPoints]set
	near     [3][256]set // by byte of a set: the neighbours of its points
	rosettes []set
	taxed    bool // points in seki do not count
}

func newWords(g *board.Graph) *words {
	w := &words{board: g, points: g.Points(), all: 1<<g.Points() - 1}
	for p := range w.points {
		for _, q := range g.Near(board.Point(p)) {
			w.adjacent[p] |= 1 << q
		}
	}
	for p, near := range w.adjacent {
		for value := range set(256) {
			if value>>(p&7)&1 != 0 {
				w.near[p>>3][value] |= near
			}
		}
	}
	for _, rosette := range g.Rosettes() {
		points := set(0)
		for _, p := range rosette {
			points |= 1 << p
		}
		w.rosettes = append(w.rosettes, points)
	}
	return w
}

// neighbours returns all points next to a set.
func (w *words) neighbours(s set) set {
	return w.near[0][s&255] | w.near[1][s>>8&255] | w.near[2][s>>16&255]
}

// fill returns the points in within that are connected to start.
func (w *words) fill(start, within set) set {
	for {
		next := (w.neighbours(start) | start) & within
		if next == start {
			return start
		}
		start = next
	}
}

// immortal reports whether a chain holds a rosette.
func (w *words) immortal(chain set) bool {
	for _, r := range w.rosettes {
		if r&^chain == 0 {
			return true
		}
	}
	return false
}

// play puts a stone of own on the empty point p and returns own's stones, foe's stones and the
// captured ones. legal is false for a suicide.
func (w *words) play(own, foe set, p int) (after, left, taken set, legal bool) {
	after = own | 1<<p
	for touched := w.adjacent[p] & foe; touched != 0; {
		chain := w.fill(touched&-touched, foe)
		touched &^= chain
		if w.neighbours(chain)&^(after|foe) == 0 && !w.immortal(chain) {
			taken |= chain
		}
	}
	left = foe &^ taken
	if taken != 0 || w.adjacent[p]&^(after|foe) != 0 {
		return after, left, taken, true
	}
	chain := w.fill(1<<p, after)
	return after, left, taken, w.neighbours(chain)&^(after|foe) != 0 || w.immortal(chain)
}

// ko returns the point where the opponent may not retake at once after a play at p, as a set. It is
// empty unless the play captured one stone and stands alone with that single liberty.
func (w *words) ko(after, left, taken set, p int) set {
	if taken&(taken-1) != 0 || w.adjacent[p]&^left != taken || w.adjacent[p]&after != 0 {
		return 0
	}
	return taken
}

// margin returns Black's area minus White's, with every stone alive.
func (w *words) margin(black, white set) int {
	sum := bits.OnesCount32(black) - bits.OnesCount32(white)
	empty := w.all &^ (black | white)
	for rest := empty; rest != 0; {
		region := w.fill(rest&-rest, empty)
		rest &^= region
		around := w.neighbours(region)
		switch {
		case around&white == 0 && around&black != 0:
			sum += bits.OnesCount32(region)
		case around&black == 0 && around&white != 0:
			sum -= bits.OnesCount32(region)
		}
	}
	return sum
}
