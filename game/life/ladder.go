package life

import "rosette/game/board"

// defaultLadderPlays limits the plays of one ladder; one across 19×19 takes some eighty.
const defaultLadderPlays = 400

// A LadderReader reads ladders: whether a chain is captured when the attacker only gives
// atari and the defender only gets out of it. It tries every atari, extension and
// capture, so what it finds captured is, unless a ko or a chain that it captures on the
// way matters; a chain with three liberties has escaped, and so has one whose ladder takes
// more than Plays. The zero value is ready for [LadderReader.Set]. It allocates only if the
// graph changes, and is not safe for concurrent use.
type LadderReader struct {
	Plays int // most plays of one ladder; 0 stands for 400
	Depth int // most plies of one ladder; 0 for no limit

	position *board.View
	board    board.Board
	copied   bool // board is a copy of the position
	left     int  // plays that the ladder may still take
	depth    int  // plies on the board
}

// Set sets the position that the other methods read. They read it as it is at their first call
// after Set.
func (r *LadderReader) Set(b *board.View) { r.position, r.copied = b, false }

// begin prepares for one ladder.
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

// Captures reports whether the attacker, who is to move, captures the chain at q, which
// has two liberties, by giving atari again and again.
func (r *LadderReader) Captures(q board.Point) bool {
	r.begin()
	return r.captures(q)
}

// CapturesAt reports whether the attacker captures the chain at q, which has two liberties, if
// the first atari is at p.
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

// play makes a play unless it is suicide or takes a ko back.
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
