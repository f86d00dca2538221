package game

import "rosette/game/board"

// A pass is what a turn without a play was.
type pass uint8

const (
	noPass  pass = iota
	plain        // it counts towards the end and costs nothing
	paying       // it counts and gives the opponent a stone
	taking       // the first of the game, worth half a point; it does not count
	forgone      // a turn that White gives for a handicap: no pass of the game
)

// pass returns what a pass of c would be.
func (g *Game) pass(c board.Color) pass {
	r, first := g.rules, g.passed == 0
	switch {
	case g.Forgoes(c):
		return forgone
	case first && (r.Button || r.FirstPass == HalfPoint && c == board.White):
		return taking
	case r.Scoring == PassStones && !(first && r.FirstPass == Free && c == board.White):
		return paying
	}
	return plain
}

// pay enters what a pass of c does; times is −1 to take it back.
func (g *Game) pay(p pass, c board.Color, times int) {
	if p == forgone {
		return
	}
	g.passed += times
	switch p {
	case paying:
		g.paid[c] += times
	case taking:
		g.claimed = board.Empty
		if times > 0 {
			g.claimed = c
		}
	}
}

// Forgoes tells whether the next turn of c is one that White gives away for a
// handicap, as [WhitePasses] says: the first n − 1 of them, unless the game
// began with stones.
func (g *Game) Forgoes(c board.Color) bool {
	if g.rules.Handicap != WhitePasses || g.odds < 2 || c != board.White || g.past[0].hash != (board.Hash{}) {
		return false
	}
	turns := 0
	for _, t := range g.past[1:] {
		if t.move.Color == c {
			turns++
		}
	}
	return turns < g.odds-1
}

// Passes returns how many passes in a row the game ends with so far, as they
// count towards its end. A turn given away for a handicap breaks the row.
func (g *Game) Passes() int {
	n := 0
	for i := len(g.past) - 1; i > 0 && g.past[i].move.Point == board.Pass; i-- {
		switch g.past[i].pass {
		case plain, paying:
			n++
		case forgone:
			return n
		}
	}
	return n
}

// Paid returns the pass stones that c has given to the opponent so far.
func (g *Game) Paid(c board.Color) int { return g.paid[c] }

// ButtonLeft tells whether there is a button that nobody has taken yet.
func (g *Game) ButtonLeft() bool { return g.rules.Button && g.passed == 0 }

// lastPass returns who still has to pass once for White to turn last.
func (g *Game) lastPass() board.Color {
	last, moved := g.Last()
	if g.rules.WhiteLast && moved && last.Color == board.Black {
		return board.White
	}
	return board.Empty
}
