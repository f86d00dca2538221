package engine_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rosette/engine"
)

// measured reads the table of levels in docs/bench/levels.txt: what playouts and what a
// network does at each, and its Elo above level 1.
func measured(t *testing.T) (all []engine.Level) {
	text, err := os.ReadFile("../docs/bench/levels.txt")
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) (x float64) {
		if s != "-" {
			if x, err = strconv.ParseFloat(s, 64); err != nil {
				t.Fatal(err)
			}
		}
		return x
	}
	for _, row := range regexp.MustCompile(`(?m)^ +(\d+) +([\d.]+) +([\d.]+|-) +(light)? +(\d+|-) +([\d.]+|-) +(\d+)$`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, engine.Level{
			Name: row[1], VisitsPerPoint: number(row[2]), Temperature: number(row[3]), Light: row[4] != "",
			NetworkVisits: int(number(row[5])), NetworkTemperature: number(row[6]), Elo: int(number(row[7])),
		})
	}
	return all
}

func TestTheTableOfLevelsIsWhatWasMeasured(t *testing.T) {
	all := measured(t)
	if len(all) != len(engine.Levels)-1 {
		t.Fatalf("docs/bench/levels.txt has %d levels, the table %d beside full strength", len(all), len(engine.Levels)-1)
	}
	for i, want := range all {
		l := engine.Levels[i]
		l.Opponent = ""
		if l != want {
			t.Errorf("level %s is %+v, docs/bench/levels.txt says %+v", l.Name, l, want)
		}
	}
}

func TestEightOpponentsRiseInStrengthAndFullStrengthHasNoFigure(t *testing.T) {
	var got []string
	last := -1
	for _, l := range engine.Opponents() {
		got = append(got, l.Opponent+" "+l.Name)
		if l.Elo <= last {
			t.Errorf("%s is no stronger than the one before", l.Opponent)
		}
		last = l.Elo
	}
	want := "daisy 1, clover 2, iris 4, violet 7, thistle 10, peony 12, lotus 17, rosa 22"
	if strings.Join(got, ", ") != want {
		t.Errorf("opponents %v, want %s", got, want)
	}
	if full, ok := engine.LevelNamed(engine.FullStrength); !ok || full.Elo != 0 || full.Opponent != "" || !full.UsesNetwork() {
		t.Errorf("full strength is %+v, %t", full, ok)
	}
	if _, ok := engine.LevelNamed("dan"); ok {
		t.Error("there is a level dan")
	}
}

func TestAHundredEloAreSixtyFourGamesInAHundred(t *testing.T) {
	weak, strong := engine.Level{Elo: 200}, engine.Level{Elo: 300}
	if got := fmt.Sprintf("%.2f", strong.ShareAgainst(weak)); got != "0.64" {
		t.Errorf("share %s", got)
	}
	if sum := strong.ShareAgainst(weak) + weak.ShareAgainst(strong); math.Abs(sum-1) > 1e-9 {
		t.Errorf("both shares are %v together", sum)
	}
}
