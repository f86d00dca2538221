package report

import (
	"bytes"
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rosette/chart"
	"rosette/engine"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/internal/goldentest"
)

// gameText is a game on a small board with two mistakes and a pass.
const gameText = `(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0]RU[chinese]PB[Ann]PW[Bob]DT[2026-11-22]RE[B+9];B[cc];W[bb];B[cb];W[])`

// A book is an Analyzer with an analysis for each number of stones, seen by the player to move.
type book map[int]engine.Analysis

// bookVisits is the number of visits in the first search. A longer search after the best move finds the
// score that the book promises.
const bookVisits = 100

func (b book) Analyze(_ context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	stones := 25 - g.Board().Vacant()
	a := b[stones]
	before := b[stones-1].Candidates
	if last, ok := g.Last(); ok && q.Visits > bookVisits && len(before) > 0 && last.Point == before[0].Move {
		a.Score, a.Win = -before[0].Score, 1-before[0].Win
		a.Candidates = []engine.Candidate{{Move: board.Pass, Visits: 1, PV: before[0].PV[1:]}}
	}
	a.Next = next
	return a.For(next)
}

// means returns an analysis with that score for the player to move, and a line with another score.
func means(score, promise float32, line ...board.Point) engine.Analysis {
	win := func(score float32) float32 { return float32(0.5 + math.Tanh(float64(score)/20)/2) }
	return engine.Analysis{
		Visits: 10000, Score: score, Win: win(score), ScoreStdev: 20,
		Candidates: []engine.Candidate{{Move: line[0], Visits: 10000, Score: promise, Win: win(promise), ScoreStdev: 20, PV: line}},
	}
}

// reviewed returns a record and its review up to a turn.
func reviewed(t *testing.T, text string, turns int) (*sgf.Collection, *review.Review) {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := review.Read(c.Trees[0], sgf.Override{}, 2000)
	if err != nil {
		t.Fatal(err)
	}
	costly := book{0: means(3, 9, 6, 7, 8), 1: means(4, 6, 8, 2, 3, 4), 2: means(0, 3, 7, 11), 3: means(-2.5, 12, 18, 11)}
	stop := errors.New("stop")
	err = r.RunDeepening(t.Context(), costly, engine.SearchParams{Visits: bookVisits}, 1, func(turn int) error {
		if turn+1 == turns {
			return stop
		}
		return nil
	})
	if err != nil && !errors.Is(err, stop) {
		t.Fatal(err)
	}
	return c, r
}

var diagrams = regexp.MustCompile(`base64,[A-Za-z0-9+/=&#;]{500,}`)

func TestThePageOfAReviewHoldsAllThatItShows(t *testing.T) {
	_, r := reviewed(t, gameText, 0)
	var page strings.Builder
	if err := Review(&page, "Ann <b>– Bob", "square-5, chinese", r, r.Assess()); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	if n := len(diagrams.FindAllString(text, -1)); n != 4 {
		t.Errorf("%d diagrams, want two of each mistake", n)
	}
	for _, outside := range []string{"http://", "https://", "<script", "<b>", "@import", "url("} {
		if strings.Contains(strings.ReplaceAll(text, "http://www.w3.org", ""), outside) {
			t.Errorf("the page holds %s", outside)
		}
	}
	goldentest.Text(t, "testdata/review.html", diagrams.ReplaceAllString(text, "base64,…"))
}

func TestAPageOfNothingSaysSo(t *testing.T) {
	_, r := reviewed(t, `(;SZ[5]RU[chinese])`, 0)
	r.Done = 0
	var page strings.Builder
	if err := Review(&page, "Nothing", "", r, r.Assess()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "Reviewed up to move 0 of 0.") || !strings.Contains(page.String(), "No move was judged.") {
		t.Error(page.String())
	}
}

func TestASearchThatWasTooShortIsNeverSaidToHaveFoundNothing(t *testing.T) {
	_, r := reviewed(t, `(;SZ[5]RU[chinese];B[cc];W[bb];B[cb])`, 0)
	const care, little, sure = "Take care: the review is not exact enough to name mistakes", "No mistake was seen, which says little", "No move was seen that lost 2 points or more."
	for name, c := range map[string]struct {
		error float64 // of each loss
		gap   float64 // found after the best move
		want  []string
		never []string
	}{
		"long enough":   {0.1, 0.3, []string{sure, "<td>0</td><td>0</td>"}, []string{"Take care", "none seen"}},
		"spread":        {3, 0.3, []string{care + " below 10 points; more visits may find more.", little, "<td>none seen</td>"}, []string{sure, "<td>0</td>"}},
		"contradiction": {0.1, 1.6, []string{care + " below 5 points", little, "<td>none seen</td>"}, []string{sure, "<td>0</td>"}},
	} {
		all := r.Assess()
		for i := range all {
			a := &all[i]
			a.Class = review.Good
			a.Loss = 0
			a.Better = ""
			a.Error = c.error
			a.Gap = c.gap
			a.Exact = true
		}
		var page strings.Builder
		if err := Review(&page, "A game", "", r, all); err != nil {
			t.Fatal(err)
		}
		for _, text := range c.want {
			if !strings.Contains(page.String(), text) {
				t.Errorf("%s: the page has no %q", name, text)
			}
		}
		for _, text := range c.never {
			if strings.Contains(page.String(), text) {
				t.Errorf("%s: the page has %q", name, text)
			}
		}
	}
}

func TestOnlyTheWorstMistakesHaveDiagrams(t *testing.T) {
	_, r := reviewed(t, gameText, 0)
	all := r.Assess()
	var many []review.Assessment
	for range mostDiagrams {
		many = append(many, all[:2]...)
	}
	var p reviewPage
	if _, err := p.addMistakes(many); err != nil || p.Hidden != mostDiagrams || len(p.Mistakes) != mostDiagrams {
		t.Errorf("%d of %d mistakes have no diagram, %v", p.Hidden, len(many), err)
	}
}

func TestResultsGoWhereTheyWereAskedFor(t *testing.T) {
	c, r := reviewed(t, gameText, 3)
	for _, test := range []struct {
		files ReviewFiles
		want  []string // the names and the beginnings of the texts
	}{
		{ReviewFiles{}, []string{": (;GM[1]"}},
		{ReviewFiles{Record: "a.sgf", Page: "a.html"}, []string{"a.html: <!doctype", "a.sgf: (;GM[1]"}},
		{ReviewFiles{JSON: true}, []string{`: {"reading":`}},
		{ReviewFiles{Record: "a.sgf", JSON: true}, []string{`: {"reading":`, "a.sgf: (;GM[1]"}},
	} {
		var got []string
		err := test.files.Write(c, r, r.Assess(), func(name string, text []byte) error {
			got = append(got, name+": "+string(text))
			return nil
		})
		if err != nil || !slices.EqualFunc(got, test.want, strings.HasPrefix) {
			t.Errorf("%+v: %v, written is %.60q", test.files, err, got)
		}
		full := errors.New("the disk is full")
		if err := test.files.Write(c, r, nil, func(string, []byte) error { return full }); !errors.Is(err, full) {
			t.Errorf("%+v: error %v", test.files, err)
		}
	}
	var page []byte
	err := ReviewFiles{Page: "a.html"}.Write(c, r, nil, func(_ string, text []byte) error { page = text; return nil })
	if want := "square-5, chinese, komi 0, 2026-11-22, B&#43;9"; err != nil || !bytes.Contains(page, []byte(want)) || !bytes.Contains(page, []byte("<title>Ann (black) – Bob (white)<")) {
		t.Errorf("%v, the page has no %s", err, want)
	}
}

func TestTheReportOfATrainingRunIsDrawn(t *testing.T) {
	run := Training{
		Title: "Training in <run>", Summary: []string{"2 cycles in 10 minutes"},
		Ratings: []chart.Point{{}, {X: 5, Low: 50, Y: 100, High: 150}, {X: 10, Low: 120, Y: 180, High: 240}},
		Networks: []NetworkRow{
			{Cycle: 1, Minutes: 5, Games: 100, Rows: 2000, Network: "000001.rnet", Gating: "30, 0, 10 against playouts", Promoted: true, Measured: "64, 0, 36 against playouts", Rated: "+100"},
			{Cycle: 2, Minutes: 10, Games: 200, Rows: 4000, Network: "000002.rnet", Gating: "9, 0, 11 against 000001.rnet"},
		},
	}
	for _, name := range []string{"policy", "outcome"} {
		run.Losses = append(run.Losses, chart.Series{Name: name, Points: chart.Sample(func(x float64) float64 { return 1 / (1 + x/100) }, 0, 400, 10)})
	}
	var page strings.Builder
	if err := run.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "testdata/training.html", page.String())
	run.Ratings[1].Y = math.NaN()
	if err := run.WriteHTML(&page); err == nil {
		t.Error("a rating that is not a number is drawn")
	}
	run.Ratings, run.Losses[0].Name = nil, "outcome"
	if err := run.WriteHTML(&page); err == nil {
		t.Error("two losses of one name are drawn")
	}
	run.Losses = nil
	page.Reset()
	if err := run.WriteHTML(&page); err != nil || strings.Contains(page.String(), "<svg") {
		t.Errorf("without numbers: %v", err)
	}
}
