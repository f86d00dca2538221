package retrograde

import "sync/atomic"

// plays describes one player's plays in a cell.
type plays struct {
	won      bool   // some play wins
	wonFree  bool   // some play wins even if the opponent may retake a ko at once
	open     bool   // some play does not lose
	captures uint32 // empty points where a play captures or is suicide, not counted yet
}

// An evaluation labels one cell.
type evaluation struct {
	*block
	cell  uint32
	plays [2]plays
	ended label // the winner after two passes
	asked bool  // ended is valid
}

// evaluate returns a cell's labels, given those that it has.
func (k *block) evaluate(cell uint32, have uint64) uint64 {
	e := evaluation{block: k, cell: cell}
	needed := [2]bool{have&labelMask == 0, have>>2&labelMask == 0}
	e.quietPlays(needed)
	for player := range uint8(2) {
		if needed[player] {
			have |= uint64(e.label(player)) << (2 * player)
		}
	}
	return have
}

// quietPlays evaluates the plays that capture nothing. They lead to cells in the layer above; an
// illegal cell there means a capture or a suicide. It stops once the needed labels are wins for
// their mover.
func (e *evaluation) quietPlays(needed [2]bool) {
	b, w := &e.plays[black], &e.plays[white]
	low := e.cell & 255
	for i := range e.empties {
		p := &e.empties[i]
		to := p.high | p.moved[0][low]
		after := to | p.bit
		switch v := atomic.LoadUint64(&e.above[p.start+after/wordCells]) >> (after % wordCells * cellBits) & cellMask; {
		case v == illegalCell:
			b.captures |= 1 << i
		case label(v>>2) == blackWins:
			b.won, b.wonFree = true, true
		case label(v>>2) == open:
			b.open = true
		}
		switch v := atomic.LoadUint64(&e.above[p.start+to/wordCells]) >> (to % wordCells * cellBits) & cellMask; {
		case v == illegalCell:
			w.captures |= 1 << i
		case label(v&labelMask) == whiteWins:
			w.won, w.wonFree = true, true
		case label(v&labelMask) == open:
			w.open = true
		}
		if (b.won || !needed[black]) && (w.won || !needed[white]) {
			return
		}
	}
}

// label returns the label with player to move.
func (e *evaluation) label(player uint8) label {
	other := player ^ 1
	if e.plays[player].won || e.known(player).won {
		return winOf(player)
	}
	if theirs := &e.plays[other]; !theirs.won && !theirs.open && e.winner() == winOf(player) {
		if e.known(other); !theirs.won && !theirs.open { // then a pass wins
			return winOf(player)
		}
	}
	if !e.plays[player].open && (e.winner() == winOf(other) || e.known(other).wonFree) {
		return winOf(other)
	}
	return open
}

// winner returns the winner after two passes.
func (e *evaluation) winner() label {
	if !e.asked {
		e.ended, e.asked = e.ends(e.cell), true
	}
	return e.ended
}

// known returns a player's plays, captures included. Once a play wins freely, it leaves the others
// out.
func (e *evaluation) known(player uint8) *plays {
	p := &e.plays[player]
	for i := 0; p.captures != 0 && !p.wonFree; i++ {
		if p.captures>>i&1 != 0 {
			p.captures &^= 1 << i
			e.capture(player, e.empties[i].point)
		}
	}
	return p
}

// capture counts a play that captures or is suicide.
func (e *evaluation) capture(player uint8, at int) {
	s := e.colors(e.cell)
	after, left, taken, legal := e.play(s[player], s[player^1], at)
	if !legal {
		return
	}
	n := node{situation: situation{mover: player ^ 1}}
	n.stones[player], n.stones[player^1] = after, left
	own, p := winOf(player), &e.plays[player]
	v := e.table.label(n.situation)
	p.wonFree = p.wonFree || v == own
	if p.won {
		return // only a free win was missing
	}
	if n.ban = e.ko(after, left, taken, at); n.ban != 0 && v != own {
		v = e.value(n)
	}
	p.won = p.won || v == own
	p.open = p.open || v == open
}
