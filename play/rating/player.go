package rating

import (
	"math"
	"time"
)

// A Player is a rating with its last game. The zero Player has not played.
type Player struct {
	Rating
	Last  time.Time // end of the last game with a weight; zero before the first
	Games int
	Fixed bool // a level of the computer: games do not change it
}

// NewPlayer returns a player who has not played.
func NewPlayer() Player { return Player{Rating: Initial} }

// At returns the rating at a time: the deviation grows while a player does not play. A
// time before the last game counts as that of the game.
func (p Player) At(now time.Time) Rating {
	if p.Fixed || p.Last.IsZero() {
		return p.Rating
	}
	return p.Rating.widened(p.periods(now))
}

// RankAt returns the rank at a time, such as "12k", or "12k?" while the rating is
// provisional.
func (p Player) RankAt(now time.Time) string {
	r := p.At(now)
	if r.Provisional() {
		return Rank(r.Points) + "?"
	}
	return Rank(r.Points)
}

// periods returns the time since the last game in periods.
func (p Player) periods(now time.Time) float64 {
	if p.Last.IsZero() {
		return 0
	}
	return max(now.Sub(p.Last).Hours()/Period.Hours(), 0)
}

// ProvisionalFrom returns when the rating becomes provisional without another game: at
// the time of the last game if it is already.
func (p Player) ProvisionalFrom() time.Time {
	phi, bound := p.Deviation/scale, ProvisionalDeviation/scale
	periods := (bound*bound - phi*phi) / (p.Volatility * p.Volatility)
	if periods <= 0 {
		return p.Last
	}
	const century = 876_000 * time.Hour
	wait := century
	if hours := periods * Period.Hours(); hours < century.Hours() {
		wait = time.Duration(hours * float64(time.Hour))
	}
	return p.Last.Add(wait)
}

// Change returns by how many whole points a rating has changed, as people read it: the
// difference of the two ratings as they are shown.
func Change(before, after Rating) int {
	return int(math.Round(after.Points)) - int(math.Round(before.Points))
}
