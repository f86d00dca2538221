package solve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/solve/retrograde"
)

// randomGraph returns a connected graph; every second one has a rosette.
func randomGraph(t *testing.T, r *rand.Rand, points int) *board.Graph {
	t.Helper()
	f := board.File{Name: "random"}
	name := func(i int) string { return string(rune('A' + i)) }
	has := map[[2]int]bool{}
	join := func(a, b int) {
		if a > b {
			a, b = b, a
		}
		if a != b && !has[[2]int{a, b}] {
			has[[2]int{a, b}] = true
			f.Lines = append(f.Lines, []string{name(a), name(b)})
		}
	}
	for i := range points {
		f.Points = append(f.Points, board.FilePoint{Name: name(i), X: float64(i), Y: float64(i * i)})
		if i > 0 {
			join(i, r.IntN(i))
		}
	}
	for range r.IntN(points) {
		join(r.IntN(points), r.IntN(points))
	}
	if r.IntN(2) == 0 {
		for i := range points - 2 {
			if has[[2]int{i, i + 1}] && has[[2]int{i + 1, i + 2}] {
				f.Rosettes = [][]string{{name(i), name(i + 1), name(i + 2)}}
			}
		}
	}
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFirstMovesWhoseMarginIsNearlyKnownAreAskedFirst(t *testing.T) {
	bounds := []retrograde.Bounds{{Low: -24, High: -3}, {Low: -1, High: 1}, {Low: 2, High: 2}, {Low: 0, High: 2}}
	order := narrowestFirst(len(bounds), func(i int) retrograde.Bounds { return bounds[i] })
	if want := []int{2, 1, 3, 0}; !slices.Equal(order, want) {
		t.Errorf("order is %v, want %v", order, want)
	}
}

// The labels for a pass agree with the bounds that follow from the value of an empty board. If a
// component was too hard for the labels, both are bounds on the same margin.
func TestAPassOnAnEmptyBoardHandsTheFirstMoveOver(t *testing.T) {
	r := newRNG(t)
	const graphs = 60
	exact := 0
	for i := range graphs {
		g, first := randomGraph(t, r, 2+i%5), board.Black
		if i%2 == 1 {
			first = board.White
		}
		n := g.Points()
		widest := retrograde.Bounds{Low: -n, High: n, StrictLow: -n, StrictHigh: n}
		b := board.New(g)
		d, err := retrograde.New([]retrograde.Start{{Board: &b.View, Next: first, Moves: []board.Point{board.Pass}}}, retrograde.Options{Memory: 1 << 24})
		if err != nil {
			t.Fatal(err)
		}
		value, err := d.Bounds(t.Context(), 0, widest)
		if err != nil {
			t.Fatal(err)
		}
		want, err := d.Bounds(t.Context(), 1, widest)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(b, first, rulesNamed(t, situational), Options{Table: NewTable(0)})
		if err != nil {
			t.Fatal(err)
		}
		got := s.handedOver(value, widest)
		if got.Low > want.High || want.Low > got.High {
			t.Errorf("%v, %v first: the value is %v, a pass %+d to %+d, by labels %+d to %+d", g.File().Lines, first, value, got.Low, got.High, want.Low, want.High)
		}
		if got.Low == got.High && want.Low == want.High {
			exact++
		}
	}
	t.Logf("of %d graphs %d exactly", graphs, exact)
	if exact < graphs/2 {
		t.Errorf("of %d graphs only %d exactly", graphs, exact)
	}
	b := board.New(graphNamed(t, "square-3"))
	b.Play(0, board.Black)
	s, err := New(b, board.White, rulesNamed(t, situational), Options{Table: NewTable(0)})
	if err != nil {
		t.Fatal(err)
	}
	if widest := (retrograde.Bounds{Low: -9, High: 9}); s.handedOver(retrograde.Bounds{Low: 1, High: 1}, widest) != widest {
		t.Error("a board with a stone is taken for an empty one")
	}
}

func TestRetrogradeAnalysisAgreesWithSearch(t *testing.T) {
	r := newRNG(t)
	exact := 0
	searched := 0
	strict := 0
	taxed := 0
	for i := range *games {
		rules := rulesNamed(t, situational)
		rules.Tax = []game.Tax{game.TaxNone, game.TaxSeki}[i/2%2]
		g := randomGraph(t, r, 3+i%4)
		b, first := board.New(g), board.Black
		if i%2 == 1 {
			b, first = randomPosition(g, r, rules)
		}
		got := labelled(t, b, first, rules.Tax)
		if rules.Tax == game.TaxSeki && got != labelled(t, b, first, game.TaxNone) {
			taxed++
		}
		if got.Low == got.High {
			exact++
		}
		if got.StrictLow == got.StrictHigh {
			strict++
		}
		what := fmt.Sprintf("%v %v, %s, %v to move", g.File().Lines, g.File().Rosettes, stonesOf(b), first)
		ref := minimax{most: 30_000}
		if want, ok := ref.margin(game.From(b.Clone(), rules, first), first, -1000, 1000); ok {
			if want += rules.Komi; want < float64(got.Low) || want > float64(got.High) {
				t.Errorf("%s: %+v, by minimax %+g", what, got, want)
			}
		}
		want := bySearch(t, b, first, rules)
		if want.Exact() {
			searched++
		}
		if want.Low > got.High || want.High < got.Low {
			t.Errorf("%s: %+v, by search %v", what, got, want)
		}
	}
	t.Logf("of %d positions %d exact, %d under other rules too, %d others with points in seki; by search %d", *games, exact, strict, taxed, searched)
	if exact == 0 || searched == 0 {
		t.Error("nothing to compare")
	}
}

// bySearch returns the bounds proven by a search with the nodes in the flag.
func bySearch(t *testing.T, b *board.Board, first board.Color, rules game.Rules) Bounds {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s, err := New(b, first, rules, Options{Table: NewTable(1 << 20), Report: func(p Progress) {
		if p.Nodes >= *nodes {
			stop()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	proven, err := s.Solve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return proven
}

// labelled returns the bounds on a position by retrograde analysis.
func labelled(t *testing.T, b *board.Board, first board.Color, tax game.Tax) retrograde.Bounds {
	t.Helper()
	return allLabelled(t, []retrograde.Start{{Board: &b.View, Next: first}}, tax)[0]
}

// allLabelled returns the bounds on positions of one board by retrograde analysis.
func allLabelled(t *testing.T, starts []retrograde.Start, tax game.Tax) (all []retrograde.Bounds) {
	t.Helper()
	d, err := retrograde.New(starts, retrograde.Options{Memory: 1 << 24, Tax: tax})
	if err != nil {
		t.Fatal(err)
	}
	n := starts[0].Board.Graph().Points()
	for root := range starts {
		b, err := d.Bounds(t.Context(), root, retrograde.Bounds{Low: -n, High: n, StrictLow: -n, StrictHigh: n})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	return all
}

// The value of these positions changes if points in seki do not count.
func TestPositionsWithPointsInSekiAgreeWithSearch(t *testing.T) {
	r := newRNG(t)
	rules := rulesNamed(t, `{"preset":"mindsports-chinese"}`)
	for _, name := range []string{"square-2x4", "square-3", "square-5x2", "rosette-1"} {
		g := graphNamed(t, name)
		var starts []retrograde.Start
		var boards []*board.Board
		for range 10 * *games {
			b, first := randomPosition(g, r, rules)
			boards, starts = append(boards, b), append(starts, retrograde.Start{Board: &b.View, Next: first})
		}
		counted, taxed := allLabelled(t, starts, game.TaxNone), allLabelled(t, starts, game.TaxSeki)
		others, exact := 0, 0
		for i, got := range taxed {
			if got == counted[i] || others == *games/6 {
				continue
			}
			others++
			want := bySearch(t, boards[i], starts[i].Next, rules)
			if want.Exact() {
				exact++
			}
			if want.Low > got.High || want.High < got.Low {
				t.Errorf("%s, %s, %v to move: %+v, by search %v", name, stonesOf(boards[i]), starts[i].Next, got, want)
			}
		}
		t.Logf("%s: %d positions are worth something else; by search %d exact", name, others, exact)
	}
}

// An interrupted solver reports that it cannot resume.
func TestLabelsThatCannotBeKeptWhenTheTimeEndsAreAnError(t *testing.T) {
	for _, full := range []bool{false, true} {
		folder := t.TempDir()
		ctx, stop := context.WithCancel(t.Context())
		o := &retrograde.Options{Memory: 1 << 26, Folder: folder, SaveEvery: time.Hour}
		o.Report = func(p retrograde.Progress) {
			if p.Sweep < 2 || p.Stones > 9 || ctx.Err() != nil {
				return
			}
			if name := filepath.Join(folder, fmt.Sprintf("%+d", p.Threshold)); full { // no layer can be written there
				if err := errors.Join(os.RemoveAll(name), os.WriteFile(name, nil, 0o666)); err != nil {
					t.Error(err)
				}
			}
			stop()
		}
		s, err := New(board.New(graphNamed(t, "square-3x5")), board.Black, rulesNamed(t, situational), Options{Table: NewTable(0), Retrograde: o})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Solution(ctx, false)
		if found == nil || found.Exact || (err != nil) != full || full && (errors.Is(err, ctx.Err()) || !strings.Contains(err.Error(), "cannot save the layer")) {
			t.Errorf("disk full %t: %+v, %v", full, found, err)
		}
	}
}

func TestATableThatDoesNotFitIntoTheMemoryIsRefused(t *testing.T) {
	if retrograde.FreeMemory() >= 1<<50 {
		if runtime.GOOS == "linux" {
			t.Fatal("the free memory is unknown")
		}
		t.Skip("the system does not report its free memory")
	}
	s := &SavedTable{Graph: graphNamed(t, "square-3"), Rules: rulesNamed(t, positional)}
	if err := s.Allocate(1 << 50); err == nil || !strings.Contains(err.Error(), "GB are free") {
		t.Error(err)
	}
	if err := s.Allocate(1 << 20); err != nil || s.Table == nil {
		t.Error(err)
	}
	s.Rules = rulesNamed(t, situational) // labels take the memory that they need
	if err := s.Allocate(1 << 50); err != nil || entrySize*int64(len(s.Table.entries)) > besideLabels {
		t.Error(err)
	}
}
