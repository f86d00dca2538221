package engine

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rosette/game/board"
)

// table returns the rows of docs/bench/levels.txt that match a pattern, their columns as
// numbers, 0 for "-" and for what is empty, and 1 for a word.
func table(t *testing.T, pattern string) (rows [][]float64) {
	t.Helper()
	text, err := os.ReadFile("../docs/bench/levels.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		var row []float64
		for _, column := range m[1:] {
			x, err := strconv.ParseFloat(column, 64)
			if err != nil && column != "-" && column != "" {
				x = 1
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestTheScalesAreThoseOfTheTable(t *testing.T) {
	rows := table(t, `(?m)^ +(\d+) +([\d.]+) +([\d.]+) +(light)? +(\d+|-) +([\d.]+|-)$`)
	if len(rows) != len(playoutScale) {
		t.Fatalf("docs/bench/levels.txt has %d places, the scale of playouts %d", len(rows), len(playoutScale))
	}
	for i, row := range rows {
		if got, want := playoutScale[i], (step{row[1], row[2], row[3] == 1}); got != want {
			t.Errorf("place %d: playouts %v, in docs/bench/levels.txt %v", i+1, got, want)
		}
		want := step{visits: row[4], temperature: row[5]}
		if i+1 < networkFrom {
			if want != (step{}) {
				t.Errorf("place %d: a network has no such place, docs/bench/levels.txt has %v", i+1, want)
			}
		} else if got := networkScale[i+1-networkFrom]; got != want {
			t.Errorf("place %d: a network %v, in docs/bench/levels.txt %v", i+1, got, want)
		}
	}
}

func TestThePlacesOfTheLevelsAreThoseOfTheTable(t *testing.T) {
	for _, lattice := range []board.Lattice{board.Honeycomb, board.Grid} {
		for _, m := range measuredBoards[lattice] {
			if g, err := board.Named(m.graph); err != nil || g.Points() != m.points || g.Lattice() != lattice {
				t.Errorf("%s of %d points is not a board of the lattice %s", m.graph, m.points, lattice)
			}
			rows := table(t, `(?m)^`+m.graph+` +places`+strings.Repeat(` +([\d.]+)`, len(m.places))+`$`)
			if len(rows) != 1 {
				t.Errorf("%s: docs/bench/levels.txt has %d rows of places", m.graph, len(rows))
				continue
			}
			for i, want := range rows[0] {
				if m.places[i] != want {
					t.Errorf("%s: level %d has place %v, in docs/bench/levels.txt %v", m.graph, i+1, m.places[i], want)
				}
			}
		}
	}
}

func TestTheEloOfTheLevelsIsThatOfTheTable(t *testing.T) {
	rows := table(t, `(?m)^rosette-5 +Elo`+strings.Repeat(` +(\d+)`, len(strengths))+`$`)
	if len(rows) != 1 {
		t.Fatalf("docs/bench/levels.txt has %d rows of the Elo on rosette-5", len(rows))
	}
	for i, want := range rows[0] {
		if l := Levels[i]; float64(l.Elo) != want {
			t.Errorf("level %s has Elo %d, in docs/bench/levels.txt %v", l.Name, l.Elo, want)
		}
	}
}

// A level is stronger than the one below on every board: it has more visits, or leaves less
// to chance. Playouts and a network are not compared.
func TestLevelsSearchMoreOrLeaveLessToChance(t *testing.T) {
	for n := 1; n <= board.MaxBase; n++ {
		checkRise(t, board.Rosette(n))
	}
	for _, size := range []int{5, 7, 9, 11, 13, 15, 17, 19, 25} {
		checkRise(t, board.Square(size, size))
	}
}

func checkRise(t *testing.T, g *board.Graph) {
	t.Helper()
	for _, network := range []bool{false, true} {
		for i := 1; i < len(strengths); i++ {
			below, l := Levels[i-1], Levels[i]
			if network && below.UsesNetwork() != l.UsesNetwork() {
				continue
			}
			a, b := below.On(g, network), l.On(g, network)
			if b.Visits < a.Visits || b.Temperature > a.Temperature || b.Visits == a.Visits && b.Temperature == a.Temperature && a.Visits > leastPlayouts {
				t.Errorf("%s, network %t: level %s has %+v, level %s %+v", g.Name(), network, below.Name, a, l.Name, b)
			}
		}
	}
}

func TestABoardWithoutMeasurementTakesTheLevelsOfTheNearestInSize(t *testing.T) {
	for _, test := range []struct {
		board, like *board.Graph
	}{
		{board.Rosette(1), board.Rosette(3)},
		{board.Rosette(12), board.Rosette(7)},
		{board.Square(10, 10), board.Square(9, 9)},
		{board.Square(25, 25), board.Square(19, 19)},
	} {
		for _, l := range Levels {
			if got, want := l.On(test.board, true), l.On(test.like, true); l.UsesNetwork() && got != want {
				t.Errorf("level %s on %s is %+v, on %s %+v", l.Name, test.board.Name(), got, test.like.Name(), want)
			}
		}
	}
	if got := byPlayouts(4, 100); got != (Setting{39, 0.9, false}) {
		t.Errorf("place 4 of playouts is %+v on 100 points", got)
	}
	if got := byNetwork(18.5); got != (Setting{Visits: 18}) {
		t.Errorf("place 18.5 of a network is %+v", got)
	}
}
