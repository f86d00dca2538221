package engine

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"rosette/game/board"
)

// table returns the rows of a CSV file in docs/bench, keyed by column name.
func table(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open("../docs/bench/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) != 1+len(strengths) {
		t.Fatalf("%s has %d lines, error %v, not one for each of %d levels below its head", name, len(lines), err, len(strengths))
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// number parses a cell. An empty cell is 0.
func number(t *testing.T, cell string) float64 {
	t.Helper()
	if cell == "" {
		return 0
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Error(err)
	}
	return x
}

func TestTheScalesAreThoseOfTheTable(t *testing.T) {
	rows := table(t, "level-scales.csv")
	if len(playoutScale) != len(rows) || networkFrom-1+len(networkScale) != len(rows) {
		t.Fatalf("the scales end at places %d and %d, not %d", len(playoutScale), networkFrom-1+len(networkScale), len(rows))
	}
	for i, row := range rows {
		place := i + 1
		want := step{number(t, row["playouts_per_point"]), number(t, row["playout_temperature"]), row["light"] == "true"}
		if number(t, row["place"]) != float64(place) || playoutScale[i] != want {
			t.Errorf("place %d: playouts %v, in the table %v", place, playoutScale[i], row)
		}
		want = step{visits: number(t, row["network_visits"]), temperature: number(t, row["network_temperature"])}
		var got step
		if place >= networkFrom {
			got = networkScale[place-networkFrom]
		}
		if got != want {
			t.Errorf("place %d: a network %v, in the table %v", place, got, row)
		}
	}
}

func TestThePlacesOfTheLevelsAreThoseOfTheTable(t *testing.T) {
	rows := table(t, "levels.csv")
	for _, lattice := range []board.Lattice{board.Honeycomb, board.Grid} {
		for _, m := range measuredBoards[lattice] {
			if g, err := board.Named(m.graph); err != nil || g.Points() != m.points || g.Lattice() != lattice {
				t.Errorf("%s of %d points is not a board of the lattice %s", m.graph, m.points, lattice)
			}
			for i, row := range rows {
				if want := number(t, row[m.graph]); m.places[i] != want {
					t.Errorf("%s: level %s has place %v, in the table %v", m.graph, row["level"], m.places[i], want)
				}
			}
		}
	}
}

func TestTheEloOfTheLevelsIsThatOfTheTable(t *testing.T) {
	for i, row := range table(t, "levels.csv") {
		if l := Levels[i]; l.Name != row["level"] || float64(l.Elo) != number(t, row["rosette-5 Elo"]) {
			t.Errorf("level %s has Elo %d, in the table %v", l.Name, l.Elo, row)
		}
	}
}

// On every board, each level has more visits or a lower temperature than the level below. Playouts
// and networks are not compared.
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
