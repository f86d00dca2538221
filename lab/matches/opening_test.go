package matches

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

func rulesOf(t *testing.T, preset string) game.Rules {
	t.Helper()
	r, err := game.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func at(t *testing.T, o *Openings, i int) Opening {
	t.Helper()
	opening, err := o.At(t.Context(), i)
	if err != nil {
		t.Fatal(err)
	}
	return opening
}

func TestOpeningsAreLegalSeededAndNoImagesOfEachOther(t *testing.T) {
	for _, name := range []string{"square-9", "rosette-3", "square-4x5"} {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		r := rulesOf(t, "mindsports-chinese")
		openings := RandomOpenings(g, r, 4, 7)
		again := RandomOpenings(g, r, 4, 7)
		other := RandomOpenings(g, r, 4, 8)
		at(t, again, 40) // in another order
		var all []*board.Board
		differ := false
		for i := range 100 {
			opening := at(t, openings, i)
			if len(opening) != 4 || !slices.Equal(opening, at(t, again, i)) {
				t.Fatalf("%s: opening %d is %v and %v", name, i, opening, at(t, again, i))
			}
			differ = differ || !slices.Equal(opening, at(t, other, i))
			played := game.New(g, r)
			for ply, m := range opening {
				if m.Color != board.Colors[ply%2] || played.Play(m.Point, m.Color) != nil {
					t.Fatalf("%s: opening %d is %v", name, i, opening)
				}
			}
			for j, b := range all {
				if image(&b.View, played.Board()) {
					t.Fatalf("%s: openings %d and %d are images of each other", name, i, j)
				}
			}
			all = append(all, played.Board().Clone())
		}
		if !differ {
			t.Errorf("%s: another seed draws the same openings", name)
		}
	}
}

// image reports, slowly, whether a symmetry maps one position to the other.
func image(a, b *board.View) bool {
	for _, s := range a.Graph().Symmetries() {
		same := true
		for p := range board.Point(a.Graph().Points()) {
			same = same && a.At(p) == b.At(s[p])
		}
		if same {
			return true
		}
	}
	return false
}

// With one stone on the only hexagon, all six openings are equivalent, and At still returns one.
func TestASmallBoardRepeatsItsOpenings(t *testing.T) {
	openings := RandomOpenings(board.Rosette(1), rulesOf(t, "mindsports-chinese"), 1, 1)
	for i := range 5 {
		if len(at(t, openings, i)) != 1 {
			t.Errorf("opening %d is %v", i, at(t, openings, i))
		}
	}
	if got := at(t, RandomOpenings(board.Rosette(2), rulesOf(t, "mindsports-chinese"), 0, 1), 3); len(got) != 0 {
		t.Errorf("an opening of no move is %v", got)
	}
}

func TestOpeningsOfAFileThatCannotBePlayedAreRefused(t *testing.T) {
	g := board.Square(5, 5)
	for text, want := range map[string]string{
		"(;GM[1]SZ[5];B[cc];B[dd])":                              "game 1: move 2 is not by white; alternate moves, Black first",
		"(;GM[1]SZ[5];W[cc])":                                    "game 1: move 1 is not by black; alternate moves, Black first",
		"(;GM[1]SZ[5]AB[cc];W[dd])":                              "game 1: the game begins with set-up stones; use moves",
		"(;GM[1]SZ[5];B[cc];W[cc])":                              "game 1: line 1, column 20, node 3: move 2, W[cc]: white at C3 is illegal: occupied",
		"(;GM[1]SZ[5];B[cc])(;GM[1]SZ[9];B[cc])":                 "game 2: the game is on square-9, the match on square-5",
		"(;GM[1]SZ[5];B[];W[])":                                  "game 1: the game is over; end the opening before two passes",
		"no record":                                              "",
		"(;GM[1]SZ[5];B[cc])(;GM[1]SZ[5];B[dd];W[])":             "none",
		"(;GM[1]SZ[5]PB[Andr\xe9];B[cc])(;GM[1]SZ[5];B[dd];W[])": "none",
	} {
		openings, err := ReadOpenings(g, rulesOf(t, "tromp-taylor"), strings.NewReader(text), "")
		switch {
		case want == "none":
			if err != nil || len(at(t, openings, 1)) != 2 || len(at(t, openings, 2)) != 1 {
				t.Errorf("%s: %v", text, err)
			}
		case err == nil || want != "" && err.Error() != want:
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestTheShareOfAnEloIsItsInverse(t *testing.T) {
	for _, elo := range []float64{-800, -10, 0, 123.4, 900} {
		if got := Elo(ExpectedScore(elo)); math.Abs(got-elo) > 1e-6 {
			t.Errorf("%v comes back as %v", elo, got)
		}
	}
}

// The test can recompute a chance that depends only on the first move's column.
func TestOpeningsThatAreToBeEvenAre(t *testing.T) {
	graph := board.Square(5, 5)
	tilt := func(_ context.Context, g *game.Game, _ board.Color) float64 {
		return 0.5 + 0.1*(2-g.Graph().At(g.Move(0).Point).X)
	}
	even := func(within float64) *Openings {
		return RandomOpenings(graph, rulesOf(t, "tromp-taylor"), 3, 5).Balanced(within, tilt)
	}
	for i := range 30 {
		if x := graph.At(at(t, even(0.05), i)[0].Point).X; x != 2 {
			t.Errorf("opening %d begins in column %v, want the one in the middle", i, x)
		}
	}
	if a, b := at(t, even(0.05), 29), at(t, even(0.05), 29); !slices.Equal(a, b) {
		t.Errorf("one seed gives %v and %v", a, b)
	}
	never := func(context.Context, *game.Game, board.Color) float64 { return 0.9 }
	if got := at(t, RandomOpenings(graph, rulesOf(t, "tromp-taylor"), 3, 5).Balanced(0.1, never), 2); len(got) != 3 {
		t.Errorf("where none is even the opening is %v", got)
	}
}

func TestNoOpeningIsSoughtWhenTheRunIsOver(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	asked, over := 0, errors.New("over")
	o := RandomOpenings(board.Square(5, 5), rulesOf(t, "tromp-taylor"), 3, 5).Balanced(0.1, func(context.Context, *game.Game, board.Color) float64 {
		if asked++; asked == 2 {
			stop(over)
		}
		return 0.9
	})
	if _, err := o.At(ctx, 3); !errors.Is(err, over) || asked != 2 {
		t.Errorf("%d positions are judged: %v", asked, err)
	}
}

func TestOpeningsOfAFileThatBeginAgainAreNamed(t *testing.T) {
	o, err := ReadOpenings(board.Square(5, 5), rulesOf(t, "tromp-taylor"), strings.NewReader("(;GM[1]SZ[5];B[cc])(;GM[1]SZ[5];B[bb])"), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := o.repeated(2); got != "" {
		t.Error(got)
	}
	if got := o.repeated(3); !strings.HasPrefix(got, "3 pairs, and 2 in the file of openings: from pair 3 on they begin again; ") {
		t.Error(got)
	}
	if got := RandomOpenings(board.Square(5, 5), rulesOf(t, "tromp-taylor"), 3, 5).repeated(99); got != "" {
		t.Error(got)
	}
}

// The second byte of 表 in Shift_JIS is a backslash. In other charsets it escapes the bracket.
func TestOpeningsAreReadInTheCharsetThatIsNamed(t *testing.T) {
	g, text := board.Square(5, 5), "(;GM[1]SZ[5]PB[\x95\x5c];B[cc];W[dd])"
	openings, err := ReadOpenings(g, rulesOf(t, "tromp-taylor"), strings.NewReader(text), "Shift_JIS")
	if err != nil || len(at(t, openings, 0)) != 2 {
		t.Errorf("in Shift_JIS: %v", err)
	}
	if openings, err := ReadOpenings(g, rulesOf(t, "tromp-taylor"), strings.NewReader(text), "ISO-8859-1"); err == nil && len(at(t, openings, 0)) == 2 {
		t.Error("the charset makes no difference")
	}
}
