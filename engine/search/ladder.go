package search

import (
	"rosette/game/board"
)

// ladderNodes limits the plays of one ladder; one across 19×19 takes some eighty.
const ladderNodes = 400

// A ladderReader reads ladders: whether a chain is captured when the attacker only gives
// atari and the defender only gets out of it. It tries every atari, extension and
// capture, so what it finds captured is, unless a ko or a chain that it captures on the
// way matters; a chain with three liberties has escaped.
type ladderReader struct {
	board board.Board
	ready bool // board is a copy of the position
	nodes int
}

// begin prepares for a ladder of the position.
func (r *ladderReader) begin(b *board.View) {
	switch {
	case r.ready:
	case r.board.Graph() != b.Graph():
		r.board = *b.Clone()
	default:
		r.board.Copy(b)
	}
	r.ready, r.nodes = true, 0
}

// captures reports whether the attacker, who is to move, captures the chain at q, which
// has two liberties.
func (r *ladderReader) captures(q board.Point) bool {
	x, y, ok := r.board.TwoLiberties(q)
	return ok && (r.atari(q, x) || r.atari(q, y))
}

// atari reports whether an atari at p captures the chain at q.
func (r *ladderReader) atari(q, p board.Point) bool {
	attacker := r.board.At(q).Opponent()
	if !r.play(p, attacker) {
		return false
	}
	_, atari := r.board.Atari(q)
	taken := atari && !r.escapes(q)
	r.board.Undo()
	return taken
}

// escapes reports whether the chain at q, which is in atari, escapes if its owner is to
// move.
func (r *ladderReader) escapes(q board.Point) bool {
	last, _ := r.board.Atari(q)
	if r.runs(q, last) {
		return true
	}
	attacker := r.board.At(q).Opponent()
	for s := range r.board.Chain(q) {
		for _, n := range r.board.Graph().Near(s) {
			if r.board.At(n) != attacker || r.board.Immortal(n) {
				continue
			}
			if p, atari := r.board.Atari(n); atari && p != last && r.runs(q, p) {
				return true
			}
		}
	}
	return false
}

// runs reports whether a play at p saves the chain at q.
func (r *ladderReader) runs(q, p board.Point) bool {
	if !r.play(p, r.board.At(q)) {
		return false
	}
	defer r.board.Undo()
	if r.board.Immortal(q) || r.nodes > ladderNodes {
		return true
	}
	if _, atari := r.board.Atari(q); atari {
		return false
	}
	if _, _, two := r.board.TwoLiberties(q); !two {
		return true
	}
	return !r.captures(q)
}

// play makes a play unless it is suicide or takes a ko back.
func (r *ladderReader) play(p board.Point, c board.Color) bool {
	r.nodes++
	if p == r.board.Ko() || r.board.PlayResult(p, c) != board.HasLiberty {
		return false
	}
	r.board.Play(p, c)
	return true
}

// What a play does about a ladder.
const (
	noLadder      = iota
	takesByLadder // it captures a chain of the opponent that else would get away
	savesByLadder // it takes an own chain out of a ladder
	runsInVain    // it extends an own chain that is captured nevertheless
)

// forgetLadders takes back what readLadders has set.
func (f *staticFeatures) forgetLadders() {
	for _, p := range f.ladderPoints {
		f.ladders[p] = noLadder
	}
	f.ladderPoints, f.reader.ready = f.ladderPoints[:0], false
}

// readLadders sets, by point, what plays do about ladders: of chains of the last stone
// and beside it, or at the root of all chains.
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

// readLadder reads the ladder of the chain at q.
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
	r.begin(b)
	switch {
	case atari:
		if !r.runs(q, last) {
			f.setLadder(last, runsInVain)
		}
	case !mine:
		for _, p := range [2]board.Point{x, y} {
			if r.atari(q, p) {
				f.setLadder(p, takesByLadder)
			}
		}
	case r.captures(q):
		for _, p := range [2]board.Point{x, y} {
			if r.runs(q, p) {
				f.setLadder(p, savesByLadder)
			}
		}
	}
}

func (f *staticFeatures) setLadder(p board.Point, what uint8) {
	f.ladders[p] = what
	f.ladderPoints = append(f.ladderPoints, p)
}
