package rating

import (
	"math"
	"time"
)

// A Player is a rating with the time of the last game. The zero Player has not played.
type Player struct {
	Rating
	Last  time.Time // end of the last game with weight; zero before the first
	Games int
	Fixed bool // a computer level that games do not change
}

// NewPlayer returns a player without games.
func NewPlayer() Player { return Player{Rating: Initial} }

// At returns the rating at a time. The deviation grows while a player does not play. A time before
// the last game counts as that game's time.
func (p Player) At(now time.Time) Rating {
	if p.Fixed || p.Last.IsZero() {
		return p.Rating
	}
	return p.Rating.widened(p.periods(now))
}

// RankAt returns the rank at a time, such as "12k", or "12k?" while the rating is provisional.
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

// ProvisionalFrom returns the time at which the rating becomes provisional without further games,
// or the time of the last game if it already is.
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

// Change returns the change between two ratings in whole points, as displayed.
func Change(before, after Rating) int {
	return int(math.Round(after.Points)) - int(math.Round(before.Points))
}
