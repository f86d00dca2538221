package rating

import (
	"math"
	"strconv"
)

// levels are how strong the levels of the computer are on the boards of a family, as
// measured (docs/results.md).
var levels = map[Family]struct {
	elo       float64 // of the strongest level, above level 1, in games with each other
	gnugo     float64 // of GNU Go 3.8 at its level 10, above level 1; 0 where it does not play
	lead      float64 // Elo of the strongest level in games with GNU Go
	deviation float64 // half of a usual interval of 95 %
	open      bool    // too few games with GNU Go, so that rated games change the ratings
}{
	Rosette: {elo: 2905, deviation: 50},
	Go9:     {elo: 2372, gnugo: 1500, lead: 400, deviation: 100},
	Go13:    {elo: 3291, gnugo: 2450, lead: 300, deviation: 150},
	Go19:    {elo: 3595, gnugo: 3551, lead: 44, deviation: MostDeviation, open: true},
}

// strongest is the strongest level with a rating.
const strongest = 22

// gnugo is the rating of GNU Go 3.8 at its level 10, which people on servers have found
// to be of 8 to 10 kyu.
const gnugo = 2600

// Level returns the computer at a level as a player. Level 1 stands at the foot of the
// scale, 500 points and 30 kyu. On rosettes, where no one else is known, the others stand as
// far above it in points as in Elo. On squares GNU Go stands at 9 kyu and the strongest level
// above it by its lead; the others lie between, in the proportions in which they were
// measured with each other, since programs of one kind differ more with each other than
// with others. On 19×19, where levels have played few games with GNU Go, this is where they
// begin, as uncertain as a person who has not played, and rated games change them.
// ok is false for a level that has no rating.
func Level(f Family, name string) (p Player, ok bool) {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > strongest || strconv.Itoa(n) != name {
		return Player{}, false
	}
	l := levels[f]
	return Player{Rating: Rating{math.Round(levelPoints(f, n)), l.deviation, Initial.Volatility}, Fixed: !l.open}, true
}

// levelPoints returns the points of a level. Levels are laid so that each is as much stronger
// than the one below as any other.
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
