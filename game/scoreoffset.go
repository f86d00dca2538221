package game

import "rosette/game/board"

// ScoreOffset returns the final margin, Black's points minus White's, minus the difference in area.
// It assumes that the players alternate to the end of the game, next first, and that every
// remaining stone is alive. An engine that predicts area adds it to get the score under any rules.
// It includes komi, bonus, first pass, and, where prisoners count, the difference in stones played
// so far.
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

// stonesPlayed returns the number of stones that c has used so far, including handicap stones and
// pass stones.
func (g *Game) stonesPlayed(c board.Color) int {
	return g.stones[c] + g.prisoners[c.Opponent()] + g.passStones[c]
}
