package engine_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rosette/engine"
)

// measured reads docs/bench/levels.txt: visits a point, temperature and Elo above
// level 1 of the levels that think without a network, and the Elo and the visits of
// those with one.
func measured(t *testing.T) map[string]engine.Level {
	text, err := os.ReadFile("../docs/bench/levels.txt")
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	all, above := map[string]engine.Level{}, 0.0
	for _, row := range regexp.MustCompile(`(?m)^ {3,4}(\d+)  ([\d.]+) +([\d.]+) (.*?)(\d*)   [\d.]+ s$`).FindAllStringSubmatch(string(text), -1) {
		if row[1] != "1" {
			above += number(row[5])
		}
		all[row[1]] = engine.Level{
			Name: row[1], VisitsPerPoint: number(row[2]), Temperature: number(row[3]), Light: strings.Contains(row[4], "light"), Elo: int(above),
		}
	}
	list := regexp.MustCompile(`\nat (\d[\d, ]+ and \d+) visits, and measured`).FindStringSubmatch(string(text))
	visits := regexp.MustCompile(`\d+`).FindAllString(list[1], -1)
	rows := regexp.MustCompile(`(?m)^ +(\d+) .*s  level-(1[7-9]|2\d)$`).FindAllStringSubmatch(string(text), -1)
	slices.Reverse(rows)
	for i, row := range rows {
		all[row[2]] = engine.Level{Name: row[2], PolicyVisits: int(number(visits[i])), Elo: int(above + number(row[1])), Dated: true}
	}
	return all
}

func TestTheTableOfLevelsIsWhatWasMeasured(t *testing.T) {
	all := measured(t)
	if len(all) != len(engine.Levels)-1 {
		t.Fatalf("docs/bench/levels.txt has %d levels, the table %d beside full strength", len(all), len(engine.Levels)-1)
	}
	for _, l := range engine.Levels[:len(engine.Levels)-1] {
		want := all[l.Name]
		want.Opponent = l.Opponent
		if l.UsesNetwork() {
			want.VisitsPerPoint = l.VisitsPerPoint // of boards without a network, which the ladder does not have
		}
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
