package rating

import "strconv"

// elos are by how much the levels of the computer are stronger than level 1, from level 1
// on, on the boards of a family: those of docs/bench/levels.txt. Higher levels depend on
// time or on the network and have no fixed rating.
var elos = map[Family][]int{
	Rosette: {0, 90, 231, 365, 484, 618, 811, 964, 1115, 1317, 1475, 1600, 1738, 1912, 1992, 2161},
}

// levelDeviation is that of a level: half of a usual 95 % interval of the measurement.
const levelDeviation = 50

// Level returns the computer at a level as a player. Its rating is what was measured above
// level 1, which stands at the foot of the scale: Elo 0 of docs/bench/levels.txt is 500
// points, 30 kyu. ok is false for a level that has no fixed rating there.
func Level(f Family, name string) (p Player, ok bool) {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(elos[f]) || strconv.Itoa(n) != name {
		return Player{}, false
	}
	points := float64(foot + elos[f][n-1])
	return Player{Rating: Rating{points, levelDeviation, Initial.Volatility}, Fixed: true}, true
}
