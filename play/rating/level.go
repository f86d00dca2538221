package rating

import "strconv"

// levels are how strong the levels of the computer are on the boards of a family, as
// docs/bench/levels.txt has measured it in games with each other: by how much stronger than
// level 1, from level 1 on; where GNU Go 3.8 at its level 10 stands among them, or 0; and how
// sure that is.
var levels = map[Family]struct {
	elos      []int
	gnugo     float64
	deviation float64 // half of a usual interval of 95 %
}{
	Rosette: {[]int{0}, 0, 50},
	Go9:     {[]int{0}, 2000, 100},
	Go13:    {[]int{0}, 3800, 150},
}

// gnugo is the rating of GNU Go 3.8 at its level 10, which people on servers have found
// to be of 8 to 10 kyu.
const gnugo = 2600

// unmeasured are the families in which no levels were measured, and where they begin as
// strong as in another one.
var unmeasured = map[Family]Family{Go19: Go13}

// Level returns the computer at a level as a player. Level 1 stands at the foot of the
// scale, 500 points and 30 kyu. On squares GNU Go stands at 9 kyu, and levels lie between and
// beyond the two as far apart as they were measured: differences between programs are larger
// than those that people see. On rosettes, where no one else is known, Elo above level 1 are
// points above the foot. On 19×19, where nobody has measured levels, those of 13×13 are where they
// begin: as little is known of them as of a person who has not played, and rated games
// change them. ok is false for a level that has no rating.
func Level(f Family, name string) (p Player, ok bool) {
	if from, so := unmeasured[f]; so {
		p, ok = Level(from, name)
		p.Deviation, p.Fixed = Initial.Deviation, false
		return p, ok
	}
	measured := levels[f]
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(measured.elos) || strconv.Itoa(n) != name {
		return Player{}, false
	}
	worth := 1.0 // of a point of Elo
	if measured.gnugo > 0 {
		worth = (gnugo - foot) / measured.gnugo
	}
	points := foot + worth*float64(measured.elos[n-1])
	return Player{Rating: Rating{points, measured.deviation, Initial.Volatility}, Fixed: true}, true
}
