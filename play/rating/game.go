package rating

import (
	"math"
	"time"
)

const (
	// Week is the time during which a game reduces the weight of the next one, see [Weight].
	Week = 7 * 24 * time.Hour

	// WeightSteps is the number of steps in a weight from 0 to 1.
	WeightSteps = 1e3

	// shortShare determines the shortest game with a gain for the winner: fewer stones than
	// 1/shortShare of the points gain nothing.
	shortShare = 10
)

// Weight returns the weight of a game after n related games within a [Week]: 1/(1+n), rounded to a
// step. Related games are rated games between the same two people in a pool. If both play from the
// same address, related games also include all those that either played from that address.
//
// Such results are not independent samples of strength: they compare two players only with each
// other, and one person can decide them all. The weights of n games in a week add up to about ln n
// + 0.58, so that 100 games count as 5.2 and 10 as 2.9.
func Weight(n int) float64 { return math.Round(WeightSteps/float64(1+n)) / WeightSteps }

// Short reports whether a game with that many stones played, on a board with that many points, is
// too short for its winner to gain points. Handicap stones and passes do not count.
func Short(stones, points int) bool { return shortShare*stones < points }

// A Game is a finished rated game, seen by its first player.
type Game struct {
	Ended     time.Time
	Score     float64 // the first player's: 1 for a win, ½ for a draw, 0 for a loss
	HeadStart float64 // handicap's value for the first player in points; negative if the second has it
	Weight    float64 // from 0 to 1, see [Weight]
	Short     bool    // only a loser's rating changes, see [Short]
}

// Weights returns the game's weight for each player: 0 for a player who did not lose a short game.
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

// Play returns both players after a game between them. A head start counts only up to the players'
// difference plus a margin of one rank.
func Update(a, b Player, g Game) (Player, Player) {
	first, second := a.At(g.Ended), b.At(g.Ended)
	headStart := counted(first, second, g.HeadStart)
	forFirst, forSecond := g.Weights()
	shifted := func(r Rating, points float64) Rating { r.Points += points; return r }
	return a.updated(g.Ended, Result{shifted(second, -headStart), g.Score, forFirst}),
		b.updated(g.Ended, Result{shifted(first, headStart), 1 - g.Score, forSecond})
}

// after returns the player after a game. A game with weight 0 only increases the number of games.
func (p Player) updated(at time.Time, r Result) Player {
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
