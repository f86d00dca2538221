package game

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game/board"
)

// position sets up a picture: one letter per point, row by row from the top, X for Black, O for
// White.
func position(t *testing.T, name, picture string) *board.Board {
	t.Helper()
	b := board.New(graphOf(t, name))
	text := strings.Join(strings.Fields(picture), "")
	if len(text) != b.Graph().Points() {
		t.Fatalf("the picture has %d points, %s has %d", len(text), name, b.Graph().Points())
	}
	for p, c := range []byte(text) {
		if c != '.' && b.Play(board.Point(p), board.Color(strings.IndexByte(letters, c))) != 0 {
			t.Fatalf("the picture has a chain without liberty near %s", b.Graph().PointName(board.Point(p)))
		}
	}
	return b
}

// seki is a position in seki: each colour has an eye, and there are two shared liberties.
const seki = `
	. . . X O . O . X . X O . . .
	. . . X O O O . X X X O . . .`

const honeycombSeki = `
	  X X X . O
	. X O X O O O
	X O O O O . O
	  O . . . O`

const honeycombRosette = `
	  X X X . O
	. X X X O O O
	X O O O O . O
	  O . . . O`

func TestAPositionScoresThePointsOfEachRuleset(t *testing.T) {
	half := "XXX.OOO"
	for _, test := range []struct {
		name, board, picture string
		rules                Rules
		want                 string
	}{
		{"nothing on the board", "rosette-2", strings.Repeat(".", 24), Rules{}, "0 – 0"},
		{"komi alone", "square-5", strings.Repeat(".", 25), Rules{Komi: 5.5}, "0 – 5.5"},
		{"one stone owns the board", "square-5", strings.Repeat(".", 24) + "X", Rules{}, "25 – 0"},
		{"or its territory", "square-5", strings.Repeat(".", 24) + "X", Rules{Scoring: ScoringTerritory}, "24 – 0"},
		{"a point between both is nobody's", "square-7x1", half, Rules{Komi: -0.5}, "3 – 2.5"},
		{"area with seki", "square-15x2", seki, Rules{Scoring: ScoringArea}, "14 – 14"},
		{"area without the eyes in seki", "square-15x2", seki, Rules{Scoring: ScoringArea, Tax: TaxSeki}, "13 – 13"},
		{"territory with seki", "square-15x2", seki, Rules{Scoring: ScoringTerritory}, "7 – 7"},
		{"territory without the eyes in seki", "square-15x2", seki, Rules{Scoring: ScoringTerritory, Tax: TaxSeki}, "6 – 6"},
		{"area of a honeycomb", "rosette-2", honeycombSeki, Rules{Komi: 4.5}, "7 – 20.5"},
		{"with tax", "rosette-2", honeycombSeki, Rules{Komi: 4.5, Tax: TaxSeki}, "6 – 20.5"},
		{"territory of a honeycomb", "rosette-2", honeycombSeki, Rules{Scoring: ScoringTerritory}, "1 – 4"},
		{"with tax", "rosette-2", honeycombSeki, Rules{Scoring: ScoringTerritory, Tax: TaxSeki}, "0 – 4"},
		{"a rosette is taxed nothing", "rosette-2", honeycombRosette, Rules{Tax: TaxSeki}, "8 – 15"},
		{"every group is taxed two points", "square-9x2", "...OX....OOOOXXXXX", Rules{Tax: TaxAll}, "8 – 6"},
		{"a group with one point only that", "square-7x2", ".OX.X.XOOXXXXX", Rules{Tax: TaxAll}, "8 – 3"},
		{"a full board without a liberty", "rosette-1", "XXXXXX", Rules{Tax: TaxSeki}, "6 – 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := From(position(t, test.board, test.picture), test.rules, board.Black).Score()
			if got := fmt.Sprintf("%g – %g", s.Black, s.White); got != test.want {
				t.Errorf("the score is %s, want %s", got, test.want)
			}
			if s.Margin() != s.Black-s.White {
				t.Errorf("the margin is %g", s.Margin())
			}
			sameAsOwners(t, test.rules, s)
		})
	}
}

// sameAsOwners checks that area points are the points with an owner, minus those that groups must
// leave empty.
func sameAsOwners(t *testing.T, r Rules, s Score) {
	t.Helper()
	var points board.ByColor[float64]
	for _, c := range s.Owner {
		points[c]++
	}
	for _, c := range board.Colors {
		points[c] -= s.Of[c].Tax
	}
	if r.Scoring == ScoringArea && (points[board.Black] != s.Black || points[board.White]+r.Komi != s.White) {
		t.Errorf("the owners have %v points, the score is %g – %g", points, s.Black, s.White)
	}
}

func TestOwnersMatchThePictures(t *testing.T) {
	b := position(t, "rosette-2", honeycombSeki)
	var got strings.Builder
	for _, c := range Owners(&b.View) {
		got.WriteByte(letters[c])
	}
	if want := "XXX.O" + "XXOXOOO" + "XOOOOOO" + "OOOOO"; got.String() != want {
		t.Errorf("the owners are %s, want %s", got.String(), want)
	}
	taxed := From(b, Rules{Tax: TaxSeki}, board.Black).Score().Owner
	p, err := b.Graph().Point("C1")
	if err != nil {
		t.Fatal(err)
	}
	if taxed[p] != board.Empty {
		t.Errorf("the eye in seki belongs to %s", taxed[p])
	}
}

func TestPrisonersCountInTerritoryAndNotInArea(t *testing.T) {
	// Black captures two white stones at b1 and c1, then White commits suicide at b1 with one
	// stone.
	g := New(graphOf(t, "square-5"), Rules{Suicide: true, Repetition: KoSituational, Scoring: ScoringTerritory})
	for _, m := range []struct {
		name string
		c    board.Color
	}{
		{"b1", board.White},
		{"c1", board.White},
		{"a1", board.Black},
		{"b2", board.Black},
		{"c2", board.Black},
		{"d1", board.Black},
		{"c1", board.Black},
		{"b1", board.White},
	} {
		if err := g.Play(at(t, g, m.name), m.c); err != nil {
			t.Fatalf("%s %s: %v", m.c, m.name, err)
		}
	}
	if g.Prisoners(board.Black) != 3 || g.Prisoners(board.White) != 0 {
		t.Errorf("prisoners: Black %d, White %d; want 3, 0", g.Prisoners(board.Black), g.Prisoners(board.White))
	}
	if s := g.Score(); s.Black != 20+3 {
		t.Errorf("Black has %g by territory, want 23", s.Black)
	}
	area := From(g.Board().Clone(), Rules{}, board.Black)
	if s := area.Score(); s.Black != 25 {
		t.Errorf("Black has %g by area, want 25", s.Black)
	}
	g.Undo()
	if g.Prisoners(board.Black) != 2 {
		t.Errorf("undone, Black has %d prisoners, want 2", g.Prisoners(board.Black))
	}
}

func TestResultsAreWrittenAsInRecords(t *testing.T) {
	for _, test := range []struct {
		result Result
		want   string
	}{
		{Score{Black: 10.5, White: 7}.Result(), "B+3.5"},
		{Score{Black: 7, White: 20}.Result(), "W+13"},
		{Score{Black: 7, White: 7}.Result(), "Draw"},
		{Result{Winner: board.White, By: ByResign}, "W+R"},
		{Result{Winner: board.Black, By: ByTime}, "B+T"},
		{Result{By: NoResult}, "Void"},
	} {
		if got := test.result.String(); got != test.want {
			t.Errorf("%+v is %s, want %s", test.result, got, test.want)
		}
		if read, err := ParseResult(test.want); err != nil || read != test.result {
			t.Errorf("%s reads as %+v, %v; want %+v", test.want, read, err, test.result)
		}
	}
	if got := (Result{}).String(); got != "Void" {
		t.Errorf("the zero result is %s", got)
	}
	if read, err := ParseResult("0"); err != nil || read.String() != "Draw" {
		t.Errorf("0 reads as %v, %v", read, err)
	}
}

func TestAMalformedResultIsRefusedInOneLine(t *testing.T) {
	for _, text := range []string{
		"", "B", "B+", "b+3", "B+r", "B+0", "B+-3", "B+NaN", "B+Inf", "W+1e999", "B+0x1p4", "B+1_0", "B+3.50", "X+3", "+R", "B+R\n",
		"Void ", strings.Repeat("B+", 9999),
	} {
		r, err := ParseResult(text)
		if err == nil {
			t.Errorf("%.40q reads as %v", text, r)
			continue
		}
		oneLine(t, err, "use B+3.5, W+R, B+T, B+F, Draw or Void")
	}
}

func TestItemsAddUpToThePointsUnderEveryScoring(t *testing.T) {
	for _, name := range Presets() {
		r, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		g := New(board.Square(3, 3), r)
		for _, p := range []board.Point{4, 0, 1, 3, board.Pass, board.Pass} {
			if err := g.Play(p, board.Colors[g.Ply()%2]); err != nil {
				t.Fatal(err)
			}
		}
		s := g.Score()
		var sum board.ByColor[float64]
		for _, item := range s.Items() {
			for _, c := range board.Colors {
				sum[c] += item.Points[c]
			}
		}
		if sum[board.Black] != s.Black || sum[board.White] != s.White {
			t.Errorf(
				"%s: items %v add up to %v and %v, the score is %v to %v", name, s.Items(), sum[board.Black], sum[board.White], s.Black,
				s.White,
			)
		}
	}
}
