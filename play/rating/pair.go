package rating

import "time"

// PairGames is the least number of games of a lopsided pair.
const PairGames = 3

// A Pair sums up the rated games of one person against another.
type Pair struct {
	Actor, Opponent string
	Games           int
	OneAddress      int     // games played from one address
	Score           float64 // of Actor: 1 for each win, ½ for each draw
	Gained          float64 // points that the ratings of Actor rose by
	Last            time.Time
}

// Share returns the part of the points that Actor has won, from 0 to 1.
func (p Pair) Share() float64 { return p.Score / float64(p.Games) }

// Lopsided reports whether Actor has won at least three quarters of the points in at least
// [PairGames] games, and has gained by them.
func (p Pair) Lopsided() bool { return p.Games >= PairGames && p.Share() >= 0.75 && p.Gained > 0 }
