package rating

import (
	"math"
	"time"
)

const (
	// Week is how long a game lessens the weight of the next one, see [Weight].
	Week = 7 * 24 * time.Hour

	// WeightSteps is the number of steps of a weight from 0 to 1.
	WeightSteps = 1e3

	// shortShare is the divisor of the points of a board: the winner of a game with fewer
	// stones played than that gains nothing.
	shortShare = 10
)

// Weight returns the weight of a game after n related games within a [Week]: 1/(1+n),
// rounded to a step. Related are rated games of the same two people in a pool, and where
// both play from one address, those that either played from one address with anybody.
//
// Such results are no independent samples of a strength: they compare two players only
// with each other, and one person can decide them all. The weights of n games a week add
// up to about ln n + 0.58, so that 100 games count for 5.2 and 10 for 2.9.
func Weight(n int) float64 { return math.Round(WeightSteps/float64(1+n)) / WeightSteps }

// Short reports whether a game with so many stones played on a board of so many points
// is too short for its winner to gain points. Handicap stones and passes do not count.
func Short(stones, points int) bool { return shortShare*stones < points }

// A Game is a rated game that has ended, from the side of its first player.
type Game struct {
	Ended     time.Time
	Score     float64 // of the first player: 1 for a win, ½ for a draw, 0 for a loss
	HeadStart float64 // worth of the handicap to the first player in points, below 0 if the second has it
	Weight    float64 // from 0 to 1, see [Weight]
	Short     bool    // only a loser's rating changes, see [Short]
}

// Weights returns the weight of the game for each player: 0 for a player who did not
// lose a short game.
func (g Game) Weights() (first, second float64) {
	first, second = g.Weight, g.Weight
	if g.Short && g.Score > 0 {
		first = 0
	}
	if g.Short && g.Score < 1 {
		second = 0
	}
	return first, second
}

// Play returns both players after a game between them. The part of a head start beyond
// the difference of the players and a margin of a rank does not count.
func Play(a, b Player, g Game) (Player, Player) {
	first, second := a.At(g.Ended), b.At(g.Ended)
	headStart := counted(first, second, g.HeadStart)
	forFirst, forSecond := g.Weights()
	shifted := func(r Rating, points float64) Rating { r.Points += points; return r }
	return a.after(g.Ended, Result{shifted(second, -headStart), g.Score, forFirst}),
		b.after(g.Ended, Result{shifted(first, headStart), 1 - g.Score, forSecond})
}

// after returns the player after one game. A game of weight 0 counts among the games and
// changes nothing else.
func (p Player) after(at time.Time, r Result) Player {
	if p.Fixed {
		return p
	}
	p.Games++
	if r.Weight == 0 {
		return p
	}
	p.Rating = p.Rating.Update(p.periods(at), r)
	if at.After(p.Last) {
		p.Last = at
	}
	return p
}
