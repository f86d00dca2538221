package retrograde

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/runlog"
)

// bounds solves an empty board, Black first.
func bounds(t testing.TB, g *board.Graph, o Options) (*Solver, Bounds) {
	t.Helper()
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	s, err := New([]Start{{Board: &board.New(g).View, Next: board.Black}}, o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Bounds(t.Context(), 0, widest(g))
	if err != nil {
		t.Fatal(err)
	}
	return s, b
}

func widest(g *board.Graph) Bounds {
	n := g.Points()
	return Bounds{-n, n, -n, n}
}

// The values of squares are published (van der Werf and Winands 2009); search confirms the value of
// rosette-1.
func TestSmallBoardsHaveTheirValues(t *testing.T) {
	for _, test := range []struct {
		board  string
		margin int
		long   bool
	}{
		{"square-1", 0, false},
		{"square-2x1", 0, false},
		{"square-3x1", 3, false},
		{"square-4x1", 4, false},
		{"square-5x1", 0, false},
		{"square-6x1", 1, false},
		{"square-7x1", 2, false},
		{"square-2", 1, false},
		{"square-2x3", 0, false},
		{"square-2x4", 8, false},
		{"square-2x5", 10, false},
		{"square-3", 9, false},
		{"square-3x4", 4, false},
		{"rosette-1", 1, false},
		{"square-2x6", 12, true},
		{"square-3x5", 15, true},
		{"square-4", 2, true},
	} {
		if test.long && !*long {
			continue
		}
		s, b := bounds(t, graphNamed(t, test.board), Options{})
		if b.Low != test.margin || b.High != test.margin {
			t.Errorf("%s: %+v, want %+d", test.board, b, test.margin)
		}
		for threshold, a := range s.answers {
			a.Roots = ""
			if *long {
				t.Logf("%s %+d: %+v", test.board, threshold, a)
			}
		}
	}
}

func TestAGuessDecidesWhichThresholdsAreNeeded(t *testing.T) {
	g := graphNamed(t, "square-2x4") // +8
	for guess, most := range map[int]int{8: 2, 7: 3, 0: 5, -8: 5, -100: 5, 100: 5} {
		s, b := bounds(t, g, Options{Guess: guess})
		if b.Low != 8 || b.High != 8 || s.tables > most {
			t.Errorf("with the guess %+d: %+v after %d tables, want +8 after %d", guess, b, s.tables, most)
		}
	}
}

func TestPiecesOfAHoneycombHaveTheirValues(t *testing.T) {
	for _, test := range []struct {
		name   string
		margin int
	}{{"two", 0}, {"triangle", 3}, {"bent", 2}, {"row", 0}, {"rhombus", 0}} {
		if g := pieces(t)[test.name]; g.Points() > 13 && !*long {
			continue
		}
		g := pieces(t)[test.name]
		s, err := New([]Start{{Board: &board.New(g).View, Next: board.Black}}, Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Decide(t.Context(), test.margin), s.Decide(t.Context(), test.margin+1)); err != nil {
			t.Fatal(err)
		}
		if b := s.Proven(0, widest(g)); b.Low != test.margin || b.High != test.margin {
			t.Errorf("%s: %+v, want %+d", test.name, b, test.margin)
		}
		for threshold, a := range s.answers {
			a.Roots = ""
			if *long {
				t.Logf("%s %+d: %+v", test.name, threshold, a)
			}
		}
	}
}

func TestAKilledRunGoesOnFromItsLayers(t *testing.T) {
	g, folder := graphNamed(t, "square-2x5"), t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	labelled := 0
	s, err := New([]Start{{Board: &board.New(g).View, Next: board.Black}}, Options{Memory: 1 << 24, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	r := &run{Solver: s, store: store{folder, s.words}, table: newTable(s.words, s.index, 5)}
	s.options.Report = func(p Progress) {
		if labelled++; p.Stones <= 6 {
			stop()
		}
		r.reported.Store(0)
	}
	if err := r.label(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v after %d reports", err, labelled)
	}
	damaged := r.store.name(5, 8)
	data, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(damaged, data, 0o666); err != nil {
		t.Fatal(err)
	}

	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var notes []string
	again, err := New([]Start{{Board: &board.New(g).View, Next: board.Black}}, Options{Memory: 1 << 24, Folder: folder, Note: func(n string) { notes = append(notes, n) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Decide(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], filepath.Base(damaged)) {
		t.Errorf("notes %q, want one of the damaged layer", notes)
	}
	fresh := swept(t, g, 5, 1)
	resumed := newTable(again.words, again.index, 5)
	for stones := range resumed.layers {
		found, err := r.store.load(resumed, stones)
		if err != nil || !found {
			t.Fatal(found, err)
		}
		for i, word := range resumed.layers[stones] {
			if word != fresh.layers[stones][i] {
				t.Fatalf("%d stones: the labels are others than without interruption", stones)
			}
		}
	}
	if _, err := New([]Start{{Board: &board.New(g).View, Next: board.Black}}, Options{Memory: 1 << 24, Folder: folder}); !errors.Is(err, runlog.ErrLocked) {
		t.Errorf("a second solver with the same folder: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	last, err := New([]Start{{Board: &board.New(g).View, Next: board.Black}}, Options{Memory: 1 << 24, Folder: folder})
	if err != nil || last.tables != 1 || len(last.answers) != 2 {
		t.Errorf("%d answers of %d tables in the log, %v", len(last.answers), last.tables, err)
	}
}

// Set labels are right, so an answer from before the last sweep is right too.
func TestAnAnswerBeforeTheLastSweepIsTheSame(t *testing.T) {
	sooner := 0
	for _, name := range []string{"square-2x4", "square-3", "square-2x5", "square-3x4"} {
		for _, tax := range []game.Tax{game.TaxNone, game.TaxSeki} {
			g := graphNamed(t, name)
			last, want := bounds(t, g, Options{Tax: tax})
			first, got := bounds(t, g, Options{Tax: tax, Sweeps: 5})
			if got.Low != want.Low || got.High != want.High || got.StrictLow > want.StrictLow || got.StrictHigh < want.StrictHigh {
				t.Errorf("%s, tax %s: %+v, after all sweeps %+v", name, tax, got, want)
			}
			for threshold, a := range first.answers {
				if a.Sweeps < last.answers[threshold].Sweeps {
					sooner++
				}
			}
		}
	}
	if sooner == 0 {
		t.Error("no answer came before the last sweep")
	}
}

func TestThreadsFindTheSameLabels(t *testing.T) {
	g := graphNamed(t, "square-2x5")
	one, four := swept(t, g, 1, 1), swept(t, g, 1, 4)
	for stones := range one.layers {
		for i, word := range one.layers[stones] {
			if word != four.layers[stones][i] {
				t.Fatalf("%d stones: other labels", stones)
			}
		}
	}
}

// A table answers for two thresholds; a separate table for the second gives the same labels.
func TestATableWithTheColoursSwappedAnswersForAnotherThreshold(t *testing.T) {
	seen := map[label]int{}
	for _, name := range []string{"square-2x3", "square-2x4", "square-3", "rosette-1"} {
		g := graphNamed(t, name)
		start := board.New(g)
		start.Play(1, board.White)
		moves := []board.Point{board.Pass}
		for p := range board.Point(g.Points()) {
			if start.At(p) == board.Empty {
				moves = append(moves, p)
			}
		}
		for threshold := 1; threshold <= g.Points(); threshold++ {
			both, err := New([]Start{{Board: &start.View, Next: board.Black, Moves: moves}}, Options{Memory: 1 << 24})
			if err != nil {
				t.Fatal(err)
			}
			own, err := New([]Start{{Board: &start.View, Next: board.Black, Moves: moves}}, Options{Memory: 1 << 24})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(both.Decide(t.Context(), threshold), own.Decide(t.Context(), 1-threshold)); err != nil {
				t.Fatal(err)
			}
			got, want := both.answers[1-threshold], own.answers[1-threshold]
			if !got.Swapped || want.Swapped || !slices.Equal(got.Labels, want.Labels) || !slices.Equal(got.Strict, want.Strict) {
				t.Errorf("%s at %+d: %v, strictly %v, of the table of %+d; %v and %v of its own",
					name, 1-threshold, got.Labels, got.Strict, threshold, want.Labels, want.Strict)
			}
			for _, l := range got.Labels {
				seen[l]++
			}
		}
	}
	if seen[blackWins] < 20 || seen[whiteWins] < 20 {
		t.Errorf("labels %v: too few of a kind to compare", seen)
	}
}

// A labelled table answers for its second threshold even if time ran out after the first answer.
func TestATableAnswersForItsSecondThresholdAfterAnInterruption(t *testing.T) {
	g, folder := graphNamed(t, "square-2x4"), t.TempDir()
	start := []Start{{Board: &board.New(g).View, Next: board.Black}}
	s, err := New(start, Options{Memory: 1 << 24, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.run(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.answer(t.Context(), r, 3), s.Close()); err != nil {
		t.Fatal(err)
	}
	again, err := New(start, Options{Memory: 1 << 24, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(again.Decide(t.Context(), -2), again.Close()); err != nil {
		t.Fatal(err)
	}
	if a, known := again.answers[-2]; !known || !a.Swapped || a.Sweeps > r.sweeps+1 || again.tables != 1 {
		t.Errorf("after %d sweeps: %+v, %d tables", r.sweeps, a, again.tables)
	}
}

// On a row the table leaves much open, and lines through the open nodes are hundreds of thousands
// of states long. They do not use the goroutine's stack, and end with the context.
func TestWhatIsOpenIsSolvedUntilTheContextEnds(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 22))
	g := graphNamed(t, "square-12x1")
	s, err := New([]Start{{Board: &board.New(g).View, Next: board.Black}}, Options{Memory: 1 << 26})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.run(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := s.answer(ended, r, 1); !errors.Is(err, context.Canceled) || len(s.answers) != 0 {
		t.Errorf("after the context has ended %d answers, %v", len(s.answers), err)
	}
	if err := s.answer(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	if a := s.answers[1]; a.States < 100_000 {
		t.Errorf("%d states, want so many that they would not fit on a small stack", a.States)
	}
}

func TestATableThatDoesNotFitIsRefused(t *testing.T) {
	_, err := New([]Start{{Board: &board.New(graphNamed(t, "rosette-2")).View, Next: board.Black}}, Options{Memory: 4 << 30})
	if large := new(SizeError); !errors.As(err, &large) || large.Need < 11.7e9 || large.Need > 12.1e9 {
		t.Errorf("%v, want 12 GB", err)
	}
}
