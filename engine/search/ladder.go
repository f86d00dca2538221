package search

import "rosette/game/board"

// The effects that a move can have on a ladder.
const (
	noLadder      = iota
	takesByLadder // captures an opposing chain that would otherwise escape
	savesByLadder // frees an own chain from a ladder
	runsInVain    // extends an own chain that is captured anyway
)

// forgetLadders resets ladders and sets up the reader for the current position.
func (f *staticFeatures) forgetLadders() {
	for _, p := range f.ladderPoints {
		f.ladders[p] = noLadder
	}
	f.ladderPoints = f.ladderPoints[:0]
	f.reader.Set(f.game.Board())
}

// readLadders sets the ladder constants. It reads the chains at the last stone and its neighbours,
// or every chain if all is set, as it is at the root.
func (f *staticFeatures) readLadders(all bool) {
	b := f.game.Board()
	if all {
		for q := range board.Point(f.graph.Points()) {
			if b.At(q) != board.Empty && b.Root(q) == q {
				f.readLadder(q)
			}
		}
		return
	}
	if f.lastStone == board.Pass || b.At(f.lastStone) == board.Empty {
		return
	}
	f.readLadder(f.lastStone)
	for _, q := range f.graph.Near(f.lastStone) {
		if b.At(q) != board.Empty {
			f.readLadder(q)
		}
	}
}

// readLadder reads the ladder for the chain at q.
func (f *staticFeatures) readLadder(q board.Point) {
	b := f.game.Board()
	if b.Immortal(q) {
		return
	}
	last, atari := b.Atari(q)
	x, y, two := b.TwoLiberties(q)
	mine := b.At(q) == f.next
	if !two && !(atari && mine) {
		return
	}
	r := &f.reader
	switch {
	case atari:
		if !r.EscapesAt(q, last) {
			f.setLadder(last, runsInVain)
		}
	case !mine:
		for _, p := range [2]board.Point{x, y} {
			if r.CapturesAt(q, p) {
				f.setLadder(p, takesByLadder)
			}
		}
	case r.Captures(q):
		for _, p := range [2]board.Point{x, y} {
			if r.EscapesAt(q, p) {
				f.setLadder(p, savesByLadder)
			}
		}
	}
}

func (f *staticFeatures) setLadder(p board.Point, what uint8) {
	f.ladders[p] = what
	f.ladderPoints = append(f.ladderPoints, p)
}
