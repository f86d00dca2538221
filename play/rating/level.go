package rating

import "strconv"

// levels are how strong the levels of the computer are on the boards of a family, as
// docs/bench/levels.txt has measured it: by how much stronger than level 1, from level 1
// on, and how sure that is. From level 10 on it was measured with the network that came with
// the program then.
var levels = map[Family]struct {
	elos      []int
	deviation float64 // half of a usual interval of 95 %
}{
	Rosette: {[]int{0, 90, 231, 365, 484, 618, 811, 964, 1115, 1273, 1421, 1549, 1655, 1782, 2004, 2085, 2246, 2388, 2466, 2588, 2798, 2900}, 50},
	Go9:     {[]int{0, 23, 128, 151, 280, 374, 622, 755, 854, 1170, 1194, 1270, 1305, 1372, 1422, 1456, 1515, 1811, 1842, 2039, 2237, 2396}, 100},
}

// unmeasured are the families in which no levels were measured, and where they begin as
// strong as in another one.
var unmeasured = map[Family]Family{Go13: Go9, Go19: Go9}

// Level returns the computer at a level as a player. Its rating is what was measured above
// level 1, which stands at the foot of the scale: Elo 0 of docs/bench/levels.txt is 500
// points, 30 kyu. On 13×13 and 19×19, where nobody has measured it, that of 9×9 is where
// it begins: as little is known of it as of a person who has not played, and rated games
// change it. ok is false for a level that has no rating.
func Level(f Family, name string) (p Player, ok bool) {
	if from, so := unmeasured[f]; so {
		p, ok = Level(from, name)
		p.Deviation, p.Fixed = Initial.Deviation, false
		return p, ok
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(levels[f].elos) || strconv.Itoa(n) != name {
		return Player{}, false
	}
	points := float64(foot + levels[f].elos[n-1])
	return Player{Rating: Rating{points, levels[f].deviation, Initial.Volatility}, Fixed: true}, true
}
