package life

import "rosette/game/board"

// defaultLadderPlays limits the plays in a ladder; a ladder across 19×19 takes some eighty.
const defaultLadderPlays = 400

// A LadderReader reads ladders: is a chain captured if the attacker only gives atari and the
// defender only escapes from it? It tries every atari, extension and capture, so a captured chain
// is really captured, unless a ko or a chain captured on the way matters. A chain with three
// liberties has escaped, and so has a chain whose ladder takes more than Plays. The zero value is
// ready for [LadderReader.Set]. A LadderReader allocates only if the graph changes, and is not safe
// for concurrent use.
type LadderReader struct {
	Plays int // maximum plays in a ladder; 0 means 400
	Depth int // maximum plies in a ladder; 0 for no limit

	position *board.View
	board    board.Board
	copied   bool // board is a copy of position
	left     int  // plays left for this ladder
	depth    int  // plies on the board
}

// Set sets the position for the other methods. They read its state at their first call after Set.
func (r *LadderReader) Set(b *board.View) { r.position, r.copied = b, false }

// begin prepares for a ladder.
func (r *LadderReader) begin() {
	if r.left = r.Plays; r.left == 0 {
		r.left = defaultLadderPlays
	}
	switch {
	case r.copied:
		return
	case r.board.Graph() != r.position.Graph():
		r.board = *r.position.Clone()
	default:
		r.board.Copy(r.position)
	}
	r.copied = true
}

// Captures reports whether the attacker, with the move, captures the chain at q, which has two
// liberties, by repeated atari.
func (r *LadderReader) Captures(q board.Point) bool {
	r.begin()
	return r.captures(q)
}

// CapturesAt reports whether the attacker captures the chain at q, which has two liberties, with
// the first atari at p.
func (r *LadderReader) CapturesAt(q, p board.Point) bool {
	r.begin()
	return r.atari(q, p)
}

// Escapes reports whether the chain at q, which is in atari, escapes if its owner is to move.
func (r *LadderReader) Escapes(q board.Point) bool {
	r.begin()
	return r.escapes(q)
}

// EscapesAt reports whether the chain at q, which is captured by a ladder or in atari, escapes
// if its owner plays at p.
func (r *LadderReader) EscapesAt(q, p board.Point) bool {
	r.begin()
	return r.runs(q, p)
}

func (r *LadderReader) captures(q board.Point) bool {
	x, y, ok := r.board.TwoLiberties(q)
	return ok && (r.atari(q, x) || r.atari(q, y))
}

// atari reports whether an atari at p captures the chain at q.
func (r *LadderReader) atari(q, p board.Point) bool {
	attacker := r.board.At(q).Opponent()
	if !r.play(p, attacker) {
		return false
	}
	_, atari := r.board.Atari(q)
	taken := atari && !r.escapes(q)
	r.undo()
	return taken
}

func (r *LadderReader) escapes(q board.Point) bool {
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
func (r *LadderReader) runs(q, p board.Point) bool {
	if !r.play(p, r.board.At(q)) {
		return false
	}
	defer r.undo()
	if r.board.Immortal(q) || r.left < 0 || r.Depth > 0 && r.depth >= r.Depth {
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

// play plays at p unless that is suicide or retakes a ko.
func (r *LadderReader) play(p board.Point, c board.Color) bool {
	r.left--
	if p == r.board.Ko() || r.board.PlayResult(p, c) != board.HasLiberty {
		return false
	}
	r.board.Play(p, c)
	r.depth++
	return true
}

func (r *LadderReader) undo() {
	r.board.Undo()
	r.depth--
}
