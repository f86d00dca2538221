package rating

import "time"

// PairGames is the smallest number of games for a lopsided pair.
const PairGames = 3

// A Pair summarizes one person's rated games against another.
type Pair struct {
	Actor, Opponent string
	Games           int
	OneAddress      int     // games played from the same address
	Score           float64 // Actor's: 1 for each win, ½ for each draw
	Gained          float64 // Actor's total rating gain in points
	Last            time.Time
}

// Share returns the share of the points won by Actor, 0 … 1.
func (p Pair) Share() float64 { return p.Score / float64(p.Games) }

// Lopsided reports whether Actor has won at least three quarters of the points in at least
// [PairGames] games and has gained rating from them.
func (p Pair) Lopsided() bool { return p.Games >= PairGames && p.Share() >= 0.75 && p.Gained > 0 }
