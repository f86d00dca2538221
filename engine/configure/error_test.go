package configure

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"rosette/engine"
	"rosette/game/board"
)

// measuredIn reads a file with measurements.
func measuredIn(t *testing.T, name string) (all []measurement) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var m measurement
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		t.Fatalf("%s holds nothing", name)
	}
	return all
}

// measured reads the measurements from docs/bench. The error is fitted to even games and checked
// with odd games.
func measured(t *testing.T) (fitted, held []measurement) {
	t.Helper()
	for _, m := range measuredIn(t, "../../docs/bench/estimate.jsonl") {
		if m.Game%2 == 0 {
			fitted = append(fitted, m)
		} else {
			held = append(held, m)
		}
	}
	return fitted, held
}

// played returns the mean result of the games from a position and its standard error.
func (m measurement) played() (mean, off float64) {
	n := float64(len(m.Games))
	for _, x := range m.Games {
		mean += x / n
	}
	for _, x := range m.Games {
		off += (x - mean) * (x - mean) / (n * (n - 1))
	}
	return mean, math.Sqrt(off)
}

// A miss is the deviation of an estimate from a reference value, with the inputs to its error.
type miss struct {
	by                   float64
	search, stdev, apart float64 // search error in units of searchError, and the other inputs
	off                  float64 // error of the reference value
}

// missed returns the misses in a stage, relative to games or to deep estimates.
func missed(all []measurement, stage int, games bool) (found []miss) {
	for _, m := range all {
		e := m.Stages[stage]
		truth, off := m.Deep, 0.0
		if games {
			truth, off = m.played()
		}
		stdev := max(engine.LeastStdev, e.Stdev)
		found = append(found, miss{math.Abs(e.Score - truth), stdev * math.Sqrt(errorVisits/float64(e.Visits)), stdev, e.Apart, off})
	}
	return found
}

// within returns the error with the given constants.
func (m miss) within(search, play, apart float64) float64 {
	return math.Sqrt(search*search*m.search*m.search + play*play*m.stdev*m.stdev + apart*apart*m.apart*m.apart + m.off*m.off)
}

// covered returns the share of misses within the error.
func covered(all []miss, search, play, apart float64) float64 {
	n := 0
	for _, m := range all {
		if m.by <= m.within(search, play, apart) {
			n++
		}
	}
	return float64(n) / float64(len(all))
}

// loss is a quantile loss in standard deviations of the final score. It is minimal if two thirds of
// the misses are within the error.
func loss(all []miss, search, play, apart float64) (sum float64) {
	for _, m := range all {
		over := m.by - m.within(search, play, apart)
		sum += max(2*over, -over) / (3 * m.stdev)
	}
	return sum
}

const stages = 3

// everyStage returns the misses in all stages.
func everyStage(all []measurement, games bool) (found []miss) {
	for stage := range stages {
		found = append(found, missed(all, stage, games)...)
	}
	return found
}

func TestTheConstantsOfTheErrorAreThoseOfTheMeasurements(t *testing.T) {
	fitted, _ := measured(t)
	deep, games := everyStage(fitted, false), everyStage(fitted, true)
	search, least := 0.0, math.Inf(1)
	for i := range 41 {
		if x := float64(i) / 200; loss(deep, x, 0, 0) < least {
			search, least = x, loss(deep, x, 0, 0)
		}
	}
	var play, apart float64
	least = math.Inf(1)
	for i := range 61 {
		for j := range 9 {
			if x, y := float64(i)/100, float64(j)/4; loss(games, search, x, y) < least {
				play = x
				apart = y
				least = loss(games, search, x, y)
			}
		}
	}
	if search != searchError || play != playError || apart != apartError {
		t.Errorf("the measurements have searchError %v, playError %v and apartError %v", search, play, apart)
	}
}

func TestGamesComeToTheLeadWithinItsErrorTwoTimesInThree(t *testing.T) {
	fitted, held := measured(t)
	for stage := range stages {
		report := func(what string, all []measurement) float64 {
			games := covered(missed(all, stage, true), searchError, playError, apartError)
			t.Logf("%4d visits, %-9s %3d positions: games %.2f; deep estimates %.2f, %.2f within the error of the search alone",
				all[0].Stages[stage].Visits, what, len(all), games,
				covered(missed(all, stage, false), searchError, playError, apartError), covered(missed(all, stage, false), searchError, 0, 0))
			return games
		}
		report("fitted", fitted)
		if share := report("held", held); share < 0.57 || share > 0.77 {
			t.Errorf("stage %d: %v of the games come to the lead within its error", stage, share)
		}
		for _, name := range []string{"rosette-4", "rosette-5", "square-9"} {
			report(name, slices.DeleteFunc(slices.Concat(fitted, held), func(m measurement) bool { return m.Board != name }))
		}
	}
}

func TestTheErrorShrinksWithVisitsAndIsNeverNothing(t *testing.T) {
	for _, stdev := range []float32{0, 0.01, 1, 20} {
		before := float32(math.Inf(1))
		for _, visits := range []int{1, 100, 400, 1000, 100_000} {
			e := engine.Estimate{Visits: visits}
			e.ScoreStdev = stdev
			off := errorOf(e)
			if off >= before || off <= 0.05 {
				t.Errorf("a deviation of %v at %d visits: ± %v after ± %v", stdev, visits, off, before)
			}
			before = off
		}
	}
	for _, name := range []string{"rosette-3", "square-7"} {
		g := played(t, name, "D4", "E4", "D3")
		first, last := estimate(t, Config{}, g, board.White, 100), estimate(t, Config{}, g, board.White, 1000)
		if last.Error >= first.Error || last.Error <= 0 {
			t.Errorf("%s: ± %v at 100 visits, ± %v at 1000", name, first.Error, last.Error)
		}
		alone := estimate(t, Config{Playouts: true}, g, board.White, 100)
		if alone.Error <= 0 {
			t.Errorf("%s: ± %v by playouts", name, alone.Error)
		}
	}
}
