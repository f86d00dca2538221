package game

import "rosette/game/board"

// ScoreOffset returns by how much the final margin, Black less White, will differ
// from the area, if nothing but the stones on the board is decided by then: the
// players turn alternately to the end, next first, and every stone that is
// left is alive. It is what a player by area must add to know the score: komi
// and what else is given, and where stones are counted, how many each has
// played.
func (g *Game) ScoreOffset(next board.Color) float64 {
	var s Score
	g.addOffBoard(&s)
	s.Of[board.Black].PassStones = 0
	sum := func(t Tally) float64 { return t.Komi + t.Bonus + t.FirstPass }
	margin := sum(s.Of[board.Black]) - sum(s.Of[board.White])
	if g.rules.Scoring == ScoringArea {
		return margin
	}
	margin += float64(g.stonesPlayed(board.White) - g.stonesPlayed(board.Black))
	if g.rules.WhiteLast && next == board.White {
		margin++
	}
	return margin
}

// stonesPlayed returns how many stones c has ever had on the board, and those that it
// paid for passes.
func (g *Game) stonesPlayed(c board.Color) int {
	return g.stones[c] + g.prisoners[c.Opponent()] + g.passStones[c]
}
