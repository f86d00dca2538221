package deadstones

import (
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/game/life"
)

// contestants of a region: those of Black before those of White, each with ownership by
// playouts and by the search, the mean and the least.
var decisions = []struct {
	name         string
	black, white [][3]float32
	want         string // by chain: a alive, d dead, . not decided
}{
	{"stones in a large territory", [][3]float32{{-0.2, 0.1, -0.1}, {0.1, 0.2, 0}}, [][3]float32{{0.6, 0.5, 0.4}, {0.9, 0.9, 0.9}}, "ddaa"},
	{"nobody is behind", [][3]float32{{0.2, 0.2, 0}}, [][3]float32{{0.2, 0.3, 0.1}}, ".."},
	{"each side has a chain that is behind", [][3]float32{{0.6, 0.6, 0.1}, {0, 0, 0}}, [][3]float32{{0.7, 0.6, 0.1}, {0, 0.1, 0}}, "a.a."},
	{"chains in a seki, which nobody attacks", [][3]float32{{-0.5, 1, 1}}, [][3]float32{{0.5, 1, 0.9}}, "aa"},
	{"a chain without an opponent that lives if its owner moves first", [][3]float32{{0, 0, -1}}, nil, "."},
	{"a chain without an opponent that lives", [][3]float32{{-0.1, 0.9, 0.8}}, nil, "a"},
	{"opponents who are dead do not count", [][3]float32{{0.1, 0.3, 0.2}}, [][3]float32{{-0.8, -0.9, -0.9}}, ".."},
}

func TestTheSideThatIsBehindInARegionIsDead(t *testing.T) {
	for _, test := range decisions {
		in := contested{held: board.ByColor[bool]{board.Black: true, board.White: true}}
		for _, c := range board.Colors {
			chains := board.ByColor[[][3]float32]{board.Black: test.black, board.White: test.white}[c]
			for _, v := range chains {
				status := &life.ChainStatus{Color: c, Ownership: [2]float32{v[0], v[0]}}
				in.chains = append(in.chains, contestant{reading: &reading{ChainStatus: status}, doubt: v[0] > hopeless || v[1] > 0, region: v[1], least: v[2]})
			}
		}
		found, got := in.decide(), ""
		for _, c := range in.chains {
			got += map[life.Status]string{life.Vacant: ".", life.Alive: "a", life.Dead: "d"}[c.decided]
		}
		if got != test.want || found != strings.ContainsAny(got, "ad") {
			t.Errorf("%s: %s, %v, want %s", test.name, got, found, test.want)
		}
	}
}
