package deadstones

import (
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/game/life"
)

// decisions lists chains in a region, Black's before White's. Each has its ownership from playouts,
// and the mean and minimum from the search.
var decisions = []struct {
	name         string
	black, white [][3]float32
	want         string // by chain: a alive, d dead, . undecided
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

func TestASideIsDeadOnlyIfTheOtherTakesItAndSurvives(t *testing.T) {
	for _, test := range []struct {
		name, picture string // + is an empty point in the region, x and o are its stones
		dies          board.Color
		taken         bool
	}{
		{"seki", `
			. X x + o O . O O
			X X x + o O O O .
			X X x x o O O . O
			X . X X O O . O O`, board.Black, false},
		{"an eye of four points in a square", `
			+ + x O O O . O O
			+ + x O . O O O .
			x x x O O O O . O
			O O O O . O . O O`, board.Black, true},
	} {
		g := pictured(t, board.Square(9, 4), japanese(t), strings.ToUpper(strings.ReplaceAll(test.picture, "+", ".")))
		in := &contested{}
		chain := &reading{ChainStatus: &life.ChainStatus{Color: test.dies}, decided: life.Dead}
		for p, c := range strings.Join(strings.Fields(test.picture), "") {
			if strings.ContainsRune("+xo", c) {
				in.points = append(in.points, board.Point(p))
			}
			if c == 'x' {
				chain.Stones = append(chain.Stones, board.Point(p))
			}
		}
		in.chains = []contestant{{reading: chain}}
		r := &reader{game: g, seed: 1, chains: []reading{*chain}}
		if taken, err := r.taken(t.Context(), in); err != nil || taken != test.taken {
			t.Errorf("%s: taken is %v, %v, want %v", test.name, taken, err, test.taken)
		}
	}
}
