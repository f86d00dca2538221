package solve

import (
	"math/bits"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A tally sums up the moves of one position.
type tally struct {
	mine     bool // the side that proves chooses
	margin   int
	repeated int
	open     bool // something is unknown
	kept     uint64
}

// add takes in what a move leads to, and tells whether that decides.
func (t *tally) add(v verdict) bool {
	if v.answer == unknown {
		t.open = true
		return !t.mine // who defends need only last so long
	}
	if t.mine == (v.answer == yes) {
		t.margin, t.repeated, t.open, t.kept = v.margin, v.repeated, false, v.kept
		return true
	}
	t.repeated = min(t.repeated, v.repeated)
	t.kept &= v.kept
	if t.mine {
		t.margin = max(t.margin, v.margin)
	} else {
		t.margin = min(t.margin, v.margin)
	}
	return false
}

// verdict returns what the moves come to.
func (t *tally) verdict(decided bool) verdict {
	if t.open {
		return verdict{}
	}
	if t.mine == decided {
		return verdict{yes, t.margin, t.repeated, t.kept}
	}
	return verdict{no, t.margin, t.repeated, 0}
}

// expand tries the moves of the mover, the likeliest first, and returns the one
// that decided.
func (p *prover) expand(s spot, hint board.Point, depth int) (verdict, board.Point) {
	t := tally{mine: s.mover == p.side, margin: p.points, repeated: free, kept: p.all}
	if t.mine {
		t.margin = -p.points
	}
	if s.passed && t.add(p.final()) {
		return t.verdict(true), board.Pass
	}
	var list [MostPoints + 1]choice
	var kin family
	for _, c := range p.order(list[:0], s, hint) {
		v, ok := p.try(s, c.move, depth, &kin)
		if !ok {
			t.kept = 0 // of what looks alike other stones are kept
			continue
		}
		if t.add(v) {
			if v.answer != unknown {
				p.praise(s.mover, c.move, depth)
			}
			return t.verdict(true), c.move
		}
	}
	return t.verdict(false), none
}

// final answers by the count after two passes.
func (p *prover) final() verdict {
	m := p.margin(p.stood[p.side], p.stood[p.side.Opponent()])
	if p.rules.Tax == game.TaxSeki {
		m = p.taxed(m)
	}
	if m >= p.target {
		return verdict{yes, m, free, p.all}
	}
	return verdict{no, m, free, 0}
}

// taxed takes the empty points of groups in seki out of a margin.
func (p *prover) taxed(m int) int {
	seki := life.Seki(p.board)
	for at, owner := range game.Owners(p.board) {
		if seki[at] && p.board.At(board.Point(at)) == board.Empty && owner != board.Empty {
			if owner == p.side {
				m--
			} else {
				m++
			}
		}
	}
	return m
}

// try makes a move, answers for what it leads to and takes it back. It returns
// false if the move is like one tried already.
func (p *prover) try(s spot, move board.Point, depth int, kin *family) (verdict, bool) {
	before := p.stood
	next, taken := p.make(s, move)
	v, fresh := verdict{}, p.fresh(before, next, move, kin)
	if at := p.returned(next, taken); fresh && move != board.Pass && at >= 0 {
		v = p.repetition(next, at)
	} else if fresh {
		p.advance(next, taken)
		v = p.keeps(s, move, p.search(next, depth-1))
		p.retreat(taken)
	}
	p.unmake(move, before)
	return v, fresh
}

// make plays a move and returns what it leads to and how many stones came off.
func (p *prover) make(s spot, move board.Point) (next spot, taken int) {
	next = spot{mover: s.mover.Opponent(), ko: board.Pass}
	if move == board.Pass {
		next.passed = true
		return next, 0
	}
	next.played = true
	taken = p.play(move, s.mover)
	if s.played || p.rules.Repetition != game.KoNaturalSituational {
		next.ko = p.board.Ko()
	}
	return next, taken
}

// unmake takes a move back to the stones before it.
func (p *prover) unmake(move board.Point, before stones) {
	if move != board.Pass {
		p.board.Undo()
	}
	p.stood = before
}

// advance and retreat put a state on the path and take it off.
func (p *prover) advance(s spot, taken int) {
	p.enter(s)
	if taken > 0 {
		p.captures++
	}
}

func (p *prover) retreat(taken int) {
	if taken > 0 {
		p.captures--
	}
	p.path = p.path[:len(p.path)-1]
}

// fresh tells whether a move just made is unlike those tried already.
func (p *prover) fresh(before stones, next spot, move board.Point, kin *family) bool {
	if p.captures > 0 || !few(before) || move == board.Pass {
		return true
	}
	k, _ := p.canonical(p.stood[p.side], p.stood[p.side.Opponent()], next.ko)
	return kin.add(k)
}

// keeps takes a move into what the answer to it keeps.
func (p *prover) keeps(s spot, move board.Point, v verdict) verdict {
	if move != board.Pass && s.mover == p.side {
		v.kept &= p.stood[p.side]
	}
	return v
}

// enter puts the position on the path.
func (p *prover) enter(s spot) {
	at := step{stones: p.stood, mover: s.mover, played: s.played}
	if n := len(p.path); n > 0 {
		at.past = p.path[n-1].and()
	}
	p.path = append(p.path, at)
}

// play puts a stone and returns how many came off.
func (p *prover) play(at board.Point, c board.Color) int {
	taken := p.board.Play(at, c)
	p.stood[c] |= 1 << at
	if taken > 0 {
		p.stood = standing(p.board)
	}
	return taken
}

// standing reads the stones off a board.
func standing(b *board.Board) (s stones) {
	for at := range board.Point(b.Graph().Points()) {
		s[b.At(at)] |= 1 << at
	}
	s[board.Empty] = 0
	return s
}

// returned tells where on the path the position stands already, −1 if nowhere.
// Unless the rule itself is asked, one that looks alike counts too: it has the
// same place in the table, and the argument about the table is then about
// places.
func (p *prover) returned(s spot, taken int) int {
	if taken == 0 && p.captures == 0 {
		return -1
	}
	k, _ := p.key(p.stood, board.Pass)
	for i := len(p.path) - 1; i >= 0; i-- {
		if before := &p.path[i]; before.face == [2]uint64{k.own, k.foe} && (!p.forbidden(s) || p.same(before, s)) {
			return i
		}
	}
	return -1
}

// forbidden tells whether a play that leads to that spot is taken out of the
// game by repetition, and is not a failure.
func (p *prover) forbidden(s spot) bool {
	return p.law == precisely || p.law == ownRule && s.mover == p.side
}

// same tells whether the rule of repetition takes a play for the return of a
// position with those stones.
func (p *prover) same(before *step, s spot) bool {
	if before.stones != p.stood {
		return false
	}
	switch p.rules.Repetition {
	case game.KoSituational:
		return before.mover == s.mover
	case game.KoNaturalSituational:
		return before.mover == s.mover && before.played
	}
	return true
}

// repetition answers for a play that repeats: it is the failure of the side
// that proves, whoever plays it, or under the rule itself that of the player.
func (p *prover) repetition(s spot, at int) verdict {
	if p.law != anyRule && s.mover == p.side {
		return verdict{yes, p.points, at, p.all}
	}
	return verdict{no, -p.points, at, 0}
}

// few tells whether no more than one stone stands: what looks alike after the
// next play then looks alike with all that stood before.
func few(s stones) bool { return bits.OnesCount64(s[board.Black]|s[board.White]) < 2 }

// A family is what the first moves on an almost empty board lead to, to try
// those that look alike once.
type family struct {
	kin   [MostPoints]key
	count int
}

// add takes a position in and tells whether it is new.
func (f *family) add(k key) bool {
	for _, l := range f.kin[:f.count] {
		if l == k {
			return false
		}
	}
	f.kin[f.count] = k
	f.count++
	return true
}
