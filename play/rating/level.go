package rating

import (
	"math"
	"strconv"
)

// levels holds the strength of the computer's levels on each family of boards, as measured
// (docs/results.md).
var levels = map[Family]struct {
	elo       float64 // strongest level above level 1, in games between levels
	gnugo     float64 // GNU Go 3.8 at level 10 above level 1; 0 where it does not play
	lead      float64 // strongest level in games against GNU Go, in Elo
	deviation float64 // half of a typical 95 % interval
	open      bool    // too few games against GNU Go, so rated games change the ratings
}{
	Rosette: {elo: 2905, deviation: 50},
	Go9:     {elo: 2372, gnugo: 1500, lead: 400, deviation: 100},
	Go13:    {elo: 3291, gnugo: 2450, lead: 300, deviation: 150},
	Go19:    {elo: 3595, gnugo: 3551, lead: 44, deviation: MostDeviation, open: true},
}

// strongest is the strongest rated level.
const strongest = 22

// gnugo is the rating of GNU Go 3.8 at level 10, which plays at 8 to 10 kyu on servers.
const gnugo = 2600

// Level returns the computer at a level as a player. Level 1 is at the bottom of the scale, 500
// points and 30 kyu. On rosettes, without other known players, each level is as far above it in
// points as in Elo. On squares GNU Go is at 9 kyu and the strongest level above it by its lead. The
// other levels keep the proportions measured between levels, because similar programs differ more
// from each other than from other players. On 19×19, where levels have played few games against GNU
// Go, these are initial ratings, as uncertain as a new player's, and rated games change them. Ok is
// false for a level without a rating.
func Level(f Family, name string) (p Player, ok bool) {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > strongest || strconv.Itoa(n) != name {
		return Player{}, false
	}
	l := levels[f]
	return Player{Rating: Rating{math.Round(levelPoints(f, n)), l.deviation, Initial.Volatility}, Fixed: !l.open}, true
}

// levelPoints returns a level's points. The steps between successive levels are equal in Elo.
func levelPoints(f Family, n int) float64 {
	l := levels[f]
	switch elo := l.elo * float64(n-1) / (strongest - 1); {
	case l.gnugo == 0:
		return foot + elo
	case elo <= l.gnugo:
		return foot + (gnugo-foot)*elo/l.gnugo
	default:
		return gnugo + l.lead*(elo-l.gnugo)/(l.elo-l.gnugo)
	}
}
