package train

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/lab/matches"
)

// Without gating, the first network must beat playouts. Later ones follow without a match, and
// every second one is rated.
func TestARunWithoutGatingTakesEachNetwork(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{loss, win}, rating: nearWin, ungated: true, measure: 2}
	r := f.open(5)
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "learn 1,gate 1,report,learn 2,gate 2,rate 2,report,learn 3,report,learn 4,rate 4,report,learn 5,report"
	if got := strings.Join(f.calls, ","); got != want {
		t.Errorf("called are %s, want %s", got, want)
	}
	if r.state.Best != "000004.rnet" || !bytes.Equal(files(t, f.dir, bestFile)[bestFile], files(t, f.dir, "networks/*")["000004.rnet"]) {
		t.Errorf("the best is %q", r.state.Best)
	}
	if line := f.reported[4].Line(); !strings.HasSuffix(line, "network 000004.rnet follows 000003.rnet") {
		t.Errorf("the line is %q", line)
	}
	summary, err := r.Report()
	if last := summary[len(summary)-2]; !strings.HasPrefix(last, "network 000003.rnet, the last one measured, is at +") {
		t.Errorf("the network that was measured is %q", last)
	}
	if err != nil || !strings.Contains(string(files(t, f.dir, trainingPage)[trainingPage]), "<td>000004.rnet<td><td>yes") {
		t.Errorf("the page lacks the last network: %v", err)
	}
}

// With gating, a rating that is due waits for the next promoted network.
func TestAMeasurementWaitsForAPromotion(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{win, loss, win, win, loss, win}, rating: nearWin, measure: 2}
	r := f.open(6)
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	var rated []int
	for _, report := range f.reported {
		if report.Rating != nil {
			rated = append(rated, report.Cycle)
		}
	}
	if !slices.Equal(rated, []int{3, 6}) || r.state.Measured != 6 {
		t.Errorf("the networks of the cycles %v are rated, the state is %+v", rated, r.state)
	}
}

// learnedOnce returns the steps after each of four cycles if the plan uses each position once:
// three batches at first, then one more per cycle.
func (f *fake) learnedOnce() (steps []int) {
	f.t.Helper()
	all, err := readLog[BatchReport](filepath.Join(f.dir, selfPlayLog), func(string) {})
	if err != nil || len(all) < 6 {
		f.t.Fatalf("%d batches, %v", len(all), err)
	}
	slices.SortFunc(all, func(a, b BatchReport) int { return a.Batch - b.Batch })
	sum := 0
	for i, b := range all[:6] {
		if sum += b.Samples; i >= 2 {
			steps = append(steps, sum)
		}
	}
	return steps
}
