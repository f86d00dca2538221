package game

import "rosette/game/board"

// A passKind is the effect of a pass.
type passKind uint8

const (
	passNone      passKind = iota // the move was a play
	passPlain                     // counts towards the end and costs nothing
	passPaid                      // counts and gives the opponent a stone
	passHalfPoint                 // the first pass, worth half a point; does not count
	passGivenUp                   // a turn that White gives up for a handicap; does not count
)

// passKind returns the kind of pass that c would make now.
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

// countPass counts a pass by c; times is 1, or −1 for undo.
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

// GivesUpTurn reports whether c must pass now because of a handicap: under
// [HandicapWhitePasses] White gives up its first n − 1 turns, unless the game began
// with stones on the board.
func (g *Game) GivesUpTurn(c board.Color) bool {
	if g.rules.Handicap != HandicapWhitePasses || g.handicap < 2 || c != board.White ||
		g.turns[0].hash != (board.Hash{}) {
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

// repeatsPass reports whether a pass by c now ends the game under [KoSimple], because c has passed
// from the same position before. This stops cycles with a pass, which [Game.NoResult] does not
// count. A turn given up for a handicap creates a new position, since fewer remain.
func (g *Game) repeatsPass(now passKind, c board.Color) bool {
	if g.rules.Repetition != KoSimple || !now.counts() {
		return false
	}
	hash := g.board.Hash()
	for i := len(g.turns) - 1; i > 0; i-- {
		switch t := &g.turns[i]; {
		case t.pass == passGivenUp:
			return false
		case t.pass.counts() && t.move.Color == c && t.hash == hash:
			return true
		}
	}
	return false
}

// counts reports whether such a pass counts towards the end.
func (p passKind) counts() bool { return p == passPlain || p == passPaid }

// Passes returns the number of consecutive passes at the end of the game that count towards ending
// it. A pass for half a point does not count, and a turn given up for a handicap breaks the
// sequence. Under [KoSimple] a second pass by a player in the same position ends the game like two
// passes in a row; the number is then at least two. Passes before the ply set by
// [Game.CountPassesFrom] do not count.
func (g *Game) Passes() int {
	return min(g.PassesInRow(), g.Ply()-g.passesFrom)
}

// PassesInRow is like [Game.Passes], but includes passes before the ply set by
// [Game.CountPassesFrom].
func (g *Game) PassesInRow() int {
	n, last := 0, len(g.turns)-1
	for i := last; i > 0 && g.turns[i].move.Point == board.Pass && g.turns[i].pass != passGivenUp; i-- {
		if g.turns[i].pass.counts() {
			n++
		}
	}
	if g.turns[last].repeated {
		n = max(n, 2)
	}
	return n
}

// CountPassesFrom makes passes before a ply no longer count towards the end, because play went on
// after them: the players did not agree on the dead stones, or a search is to start there. Their
// cost, and the positions before them, still count.
func (g *Game) CountPassesFrom(ply int) { g.passesFrom = ply }

// PassesFrom returns the ply set by [Game.CountPassesFrom], 0 if all passes count.
func (g *Game) PassesFrom() int { return g.passesFrom }

// Passed reports whether a player has passed, apart from turns given up for a handicap.
func (g *Game) Passed() bool { return g.passCount > 0 }

// PassStonesPaid returns the number of stones that c has given the opponent for passes, under
// [ScoringPassStones].
func (g *Game) PassStonesPaid(c board.Color) int { return g.passStones[c] }

// ButtonLeft reports whether the rules have a button that is still available.
func (g *Game) ButtonLeft() bool { return g.rules.Button && g.passCount == 0 }

// Button returns the player who has taken the button, or Empty.
func (g *Game) Button() board.Color {
	if !g.rules.Button {
		return board.Empty
	}
	return g.halfPointTo
}

// owedPass returns White if it must pass once more so that White makes the last
// move, see [Rules].WhiteLast, or Empty.
func (g *Game) owedPass() board.Color {
	last, moved := g.Last()
	if g.rules.WhiteLast && moved && last.Color == board.Black {
		return board.White
	}
	return board.Empty
}
