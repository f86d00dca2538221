package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rosette/internal/goldentest"
)

// svg draws a chart and fails unless it is well-formed XML.
func svg(t *testing.T, c interface{ SVG(io.Writer) error }) string {
	t.Helper()
	var out bytes.Buffer
	if err := c.SVG(&out); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(out.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return out.String()
		} else if err != nil {
			t.Fatalf("%v in %s", err, out.String())
		}
	}
}

// rising returns a series with intervals.
func rising(name string, from float64, n int) Series {
	s := Series{Name: name}
	for i := range n {
		y := from + 10*math.Sqrt(float64(i))
		s.Points = append(s.Points, Point{X: float64(100 * i), Y: y, Low: y - 6, High: y + 6})
	}
	return s
}

func TestChartsAreDrawn(t *testing.T) {
	many := []Series{
		rising("search, run 1", 40, 8), rising("search, run 2", 41, 8), rising("first look, run 1", 30, 8),
		rising("first look, run 2", 29, 8),
	}
	for name, c := range map[string]interface{ SVG(io.Writer) error }{
		"series": &Chart{
			Title: "Agreement <& others>", X: Axis{Label: "steps"},
			Panels: []Panel{{Y: Axis{Label: "best move, %"}, Series: many}, {Y: Axis{Label: "winner, %"}, Series: many[:2]}},
		},
		"dense": &Chart{
			Title: "Losses", X: Axis{Label: "steps"},
			Panels: []Panel{{Series: []Series{rising("policy", 0, 300), {Name: "value", Points: Sample(math.Cos, 0, 30000, 200)}}}},
		},
		"fluid": &Chart{
			Title: "Black's chance", Description: "It falls.", Fluid: true, X: Axis{High: 10, Ticks: []Tick{{0, "0"}, {10, "10"}}},
			Panels: []Panel{{
				Height: 200, Y: Axis{High: 1, Ticks: []Tick{{0, "0 %"}, {1, "100 %"}}},
				Strips: []Strip{{Low: 2, High: 4}}, Verticals: []Vertical{{At: 3, Class: "half"}, {At: 30}},
				Series: []Series{
					{Kind: Area, Class: "win", Points: Sample(func(x float64) float64 { return 1 / (1 + x) }, 0, 10, 10)},
					{Kind: Points, Points: []Point{{X: 5, Y: 0.4, Low: 0.2, High: 0.5, Radius: 6, Class: "blunder", Title: "move 5", Link: "#move-5"}}},
				},
			}},
		},
		"rows": &Rows{
			Title: "Ratings", X: Axis{Label: "Elo"},
			Rows: []Row{{Name: strings.Repeat("long ", 20), Value: "120", Low: 90, At: 120, High: 150}, {Name: "club", Value: "0"}},
		},
		"fluid-rows": &Rows{
			Title: "Fair komi", Fluid: true, X: Axis{Whole: true},
			Rows: []Row{
				{Name: "base 3", Value: "up to 7", OpenLow: true, At: 5, High: 7, Marks: []Mark{{7.5, "own"}}},
				{Name: "base 4", Value: "from 2", OpenHigh: true, At: 5, Low: 2},
				{Name: "base 5", Value: "not yet measured", Unknown: true, High: math.NaN(), Marks: []Mark{{4.5, ""}}},
			},
		},
	} {
		goldentest.Text(t, "testdata/"+name+".svg", svg(t, c))
	}
}

func TestAChartThatCannotBeReadIsRefused(t *testing.T) {
	point := []Point{{X: 1, Y: 1}}
	for want, series := range map[string][]Series{
		`two series in a panel have the name "a"`:    {{Name: "a", Points: point}, {Name: "b", Points: point}, {Name: "a", Points: point}},
		"one of several series has no name":          {{Name: "a", Points: point}, {Points: point}},
		`series "a" has a point that is not finite`:  {{Name: "a", Points: []Point{{X: 1, Y: math.Inf(1)}}}},
		"there is nothing to draw":                   {{Name: "a"}},
		`chart "t": series "" has a point that is n`: {{Points: []Point{{X: math.NaN()}}}},
	} {
		err := (&Chart{Title: "t", Panels: []Panel{{Series: series}}}).SVG(io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	for want, r := range map[string]Rows{
		"nothing to draw":         {},
		`row "a" is not finite`:   {Rows: []Row{{Name: "a", Low: math.Inf(-1)}}},
		`chart "t": row "b" is n`: {Title: "t", Rows: []Row{{Name: "b", At: math.NaN()}}},
	} {
		if err := r.SVG(io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestNoTwoSeriesLookAlike(t *testing.T) {
	type look struct{ color, dash, marker string }
	seen := map[look]bool{}
	for i := range 140 {
		s := styleOf(i)
		l := look{s.color, s.dash, s.marker(4)}
		if seen[l] {
			t.Errorf("series %d looks like another: %v", i, l)
		}
		seen[l] = true
	}
}

func TestIntervalsAtOnePlaceStandApartAndNamesDoNotCoverEachOther(t *testing.T) {
	var all []Series
	for _, name := range strings.Split("abcdefghij", "") {
		all = append(all, rising(name, 40, 10))
	}
	text := svg(t, &Chart{Title: "t", Panels: []Panel{{Height: 40, Series: all}}})
	at := map[string]bool{}
	for _, found := range regexp.MustCompile(`class="whisker" x1="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if at[found[1]] {
			t.Errorf("two intervals stand at %s", found[1])
		}
		at[found[1]] = true
	}
	if len(at) != 100 {
		t.Errorf("%d intervals, want 100", len(at))
	}
	before := math.Inf(-1)
	for _, found := range regexp.MustCompile(`class="name" x="[^"]+" y="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		y, err := strconv.ParseFloat(found[1], 64)
		if err != nil || y < before+lineHeight {
			t.Errorf("a name at %v covers the one at %v: %v", y, before, err)
		}
		before = y
	}
}

func TestAnAxisBeginsAndEndsWithATickAndHoldsAll(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		whole     bool
		want      string
	}{
		{0, 7.5, true, "0 2 4 6 8"},
		{-20.7, 26.2, true, "−40 −20 0 20 40"},
		{4.4, 5.6, true, "4 5 6"},
		{0, 0, true, "0 1"},
		{-1234, 87, true, "−1500 −1000 −500 0 500"},
		{0.31, 0.36, false, "0.31 0.32 0.33 0.34 0.35 0.36"},
		{5, 5, false, "4.5 5.0 5.5"},
		{0, 1, false, "0.0 0.2 0.4 0.6 0.8 1.0"},
	} {
		var values span
		values.add(test.low, test.high)
		s := Axis{Whole: test.whole}.over(values, mostFluidTicks)
		var got []string
		for _, tick := range s.ticks {
			got = append(got, tick.Text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("from %v to %v: %v, want %s", test.low, test.high, got, test.want)
		}
		if s.share(s.low) != 0 || s.share(s.high) != 1 || s.share(test.low-1e6) != 0 {
			t.Errorf("from %v to %v the axis goes from %v to %v", test.low, test.high, s.share(s.low), s.share(s.high))
		}
	}
}

func TestThereIsNoMinusZero(t *testing.T) {
	for want, x := range map[string]float64{"0": -0.3, "−1": -0.7, "0.0": -0.04, "−0.1": -0.06} {
		digits := strings.Count(want, ".")
		if got := Decimal(x, digits); got != want {
			t.Errorf("%v with %d digits is %q, want %q", x, digits, got, want)
		}
	}
}
