package game

import "rosette/game/board"

// A passKind is what a turn without a play was.
type passKind uint8

const (
	passNone      passKind = iota
	passPlain              // it counts towards the end and costs nothing
	passPaid               // it counts and gives the opponent a stone
	passHalfPoint          // the first of the game, worth half a point; it does not count
	passGivenUp            // a turn that White gives for a handicap: no pass of the game
)

// passKind returns what a pass of c would be.
func (g *Game) passKind(c board.Color) passKind {
	r, first := g.rules, g.passCount == 0
	switch {
	case g.GivesUpTurn(c):
		return passGivenUp
	case first && (r.Button || r.FirstPass == FirstPassHalfPoint && c == board.White):
		return passHalfPoint
	case r.Scoring == ScoringPassStones && !(first && r.FirstPass == FirstPassFree && c == board.White):
		return passPaid
	}
	return passPlain
}

// countPass enters what a pass of c does; times is −1 to take it back.
func (g *Game) countPass(p passKind, c board.Color, times int) {
	if p == passGivenUp {
		return
	}
	g.passCount += times
	switch p {
	case passPaid:
		g.passStones[c] += times
	case passHalfPoint:
		g.halfPointTo = board.Empty
		if times > 0 {
			g.halfPointTo = c
		}
	}
}

// GivesUpTurn tells whether the next turn of c is one that White gives away for a
// handicap, as [WhitePasses] says: the first n − 1 of them, unless the game
// began with stones.
func (g *Game) GivesUpTurn(c board.Color) bool {
	if g.rules.Handicap != HandicapWhitePasses || g.handicap < 2 || c != board.White || g.turns[0].hash != (board.Hash{}) {
		return false
	}
	turns := 0
	for _, t := range g.turns[1:] {
		if t.move.Color == c {
			turns++
		}
	}
	return turns < g.handicap-1
}

// Passes returns how many passes in a row the game ends with so far, as they
// count towards its end. A turn given away for a handicap breaks the row.
func (g *Game) Passes() int {
	n := 0
	for i := len(g.turns) - 1; i > 0 && g.turns[i].move.Point == board.Pass; i-- {
		switch g.turns[i].pass {
		case passPlain, passPaid:
			n++
		case passGivenUp:
			return n
		}
	}
	return n
}

// PassStonesPaid returns the pass stones that c has given to the opponent so far.
func (g *Game) PassStonesPaid(c board.Color) int { return g.passStones[c] }

// ButtonLeft tells whether there is a button that nobody has taken yet.
func (g *Game) ButtonLeft() bool { return g.rules.Button && g.passCount == 0 }

// owedPass returns who still has to pass once for White to turn last.
func (g *Game) owedPass() board.Color {
	last, moved := g.Last()
	if g.rules.WhiteLast && moved && last.Color == board.Black {
		return board.White
	}
	return board.Empty
}
