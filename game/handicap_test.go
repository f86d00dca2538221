package game

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/internal/goldentest"
)

// handicapKomi lists White's compensation by preset: without a handicap, with 1 (Black first) and
// with 2 to 9. Presets without handicap reject the last two.
const handicapKomi = `
mindsports-japanese  4.5  0.5  0.5
mindsports-chinese   5.5  0.5  0.5
comment-jouer        7.5  —    —
comment-jouer-150    7.5  —    —
new-zealand          7    0.5  0
tromp-taylor         7.5  —    —
flower               0    0    0
kgs-japanese         6.5  0.5  0.5
kgs-chinese          7.5  0.5  0.5
kgs-aga              7.5  0.5  0.5
kgs-new-zealand      7    0.5  0.5
aga                  7.5  0.5  0.5
aga-pass-stones      7.5  0.5  0.5
japanese-1989        6.5  0.5  0
ikeda-area-3         6    —    —
japanese             6.5  0.5  0.5
korean               6.5  0.5  0.5
chinese              7.5  0.5  0.5
chinese-ogs          7.5  0.5  0.5
chinese-kgs          7.5  0.5  0.5
aga-button           7    0.5  0.5
bga                  7.5  0.5  0.5
french               7.5  0.5  0.5
goe                  7.5  0.5  0.5
stone-scoring        7.5  0.5  0.5
ancient-territory    6.5  0.5  0.5`

func TestTheKomiOfAHandicapFollowsEachRuleset(t *testing.T) {
	var got strings.Builder
	g := graphOf(t, "square-19")
	for _, r := range presets {
		line := fmt.Sprintf("\n%-20s %-4g", r.Preset, r.HandicapKomi(0))
		for _, n := range []int{1, 2} {
			komi := "—"
			if r.CheckHandicap(g, n) == nil {
				komi = fmt.Sprintf("%g", r.HandicapKomi(n))
			}
			line += fmt.Sprintf(" %-4s", komi)
		}
		for n := 3; n <= 9; n++ {
			if r.HandicapKomi(n) != r.HandicapKomi(2) {
				t.Errorf("%s: komi %g with %d stones", r.Preset, r.HandicapKomi(n), n)
			}
		}
		got.WriteString(strings.TrimRight(line, " "))
	}
	if got.String() != handicapKomi {
		t.Errorf("the komi is%s\nwant%s", got.String(), handicapKomi)
	}
}

func TestWhiteGivesUpTheFirstMovesForANewZealandHandicap(t *testing.T) {
	r := preset(t, "new-zealand")
	r.Komi = r.HandicapKomi(3)
	g, err := NewWithHandicap(graphOf(t, "square-5"), r, HandicapPlacement{Stones: 3})
	if err != nil {
		t.Fatal(err)
	}
	if r.First(3) != board.Black || g.Board().Vacant() != 25 {
		t.Errorf("%s begins with %d empty points", r.First(3), g.Board().Vacant())
	}
	for i, m := range []struct {
		name    string
		forgoes bool // White gives up the turn
		passes  int  // in a row, afterwards
	}{{"b2", true, 0}, {"pass", true, 0}, {"d4", true, 0}, {"pass", true, 0}, {"d2", false, 0}, {"pass", false, 1}, {"pass", false, 2}} {
		c := board.Colors[i%2]
		if g.GivesUpTurn(board.White) != m.forgoes || g.GivesUpTurn(board.Black) {
			t.Errorf("before move %d White gives a turn away: %v", i+1, g.GivesUpTurn(board.White))
		}
		if err := g.Play(at(t, g, m.name), c); err != nil {
			t.Fatal(err)
		}
		if g.Passes() != m.passes {
			t.Errorf("after move %d there are %d passes, want %d", i+1, g.Passes(), m.passes)
		}
	}
	if s := g.Score(); s.Black != 25 || s.White != 0 || s.Of[board.White] != (Tally{}) {
		t.Errorf("the score is %+v", s)
	}
}

func TestWhiteGetsTheBonusForAHandicap(t *testing.T) {
	for _, test := range []struct {
		preset string
		stones int
		want   float64
	}{
		{"aga", 0, 0},
		{"aga", 1, 0},
		{"aga", 2, 1},
		{"aga", 9, 8},
		{"kgs-chinese", 1, 0},
		{"kgs-chinese", 2, 2},
		{"chinese", 9, 9},
		{"kgs-new-zealand", 9, 0},
		{"kgs-japanese", 9, 0},
		{"goe", 5, 0},
	} {
		g := graphOf(t, "square-19")
		points := board.New(g)
		r := preset(t, test.preset)
		o := HandicapPlacement{Stones: test.stones}
		if r.SetsStones(test.stones) {
			o.Points = SpreadStones(&points.View, test.stones)
		}
		game, err := NewWithHandicap(g, r, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := game.Score().Of[board.White].Bonus; got != test.want {
			t.Errorf("%s: White gets %g for %d stones, want %g", test.preset, got, test.stones, test.want)
		}
	}
}

func TestTheFirstPlayerDependsOnTheHandicap(t *testing.T) {
	for _, r := range presets {
		for n, want := range map[int]board.Color{0: board.Black, 1: board.Black, 2: board.White, 9: board.White} {
			if r.Handicap == HandicapWhitePasses || r.Handicap == HandicapFlower || r.Handicap == HandicapNone {
				want = board.Black
			}
			if got := r.First(n); got != want {
				t.Errorf("%s, handicap %d: %s moves first, want %s", r.Preset, n, got, want)
			}
		}
	}
}

func TestAFixedHandicapExistsWhereTheBoardHasPointsForIt(t *testing.T) {
	r := preset(t, "aga")
	if points, fixed := r.FixedHandicap(graphOf(t, "rosette-7"), 6); !fixed || len(points) != 6 {
		t.Errorf("six stones on rosette-7 stand at %v, %v", points, fixed)
	}
	if points, fixed := r.FixedHandicap(graphOf(t, "square-19"), 9); !fixed || len(points) != 9 {
		t.Errorf("nine stones on square-19 stand at %v, %v", points, fixed)
	}
	for name, n := range map[string]int{"rosette-2": 2, "rosette-5": 7, "square-9x13": 2, "square-5": 2, "wheel": 2, "square-8": 5, "square-19": 1} {
		if points, fixed := r.FixedHandicap(graphOf(t, name), n); fixed {
			t.Errorf("%d stones on %s stand at %v", n, name, points)
		}
	}
	if points, fixed := preset(t, "chinese").FixedHandicap(graphOf(t, "square-19"), 9); fixed {
		t.Errorf("free stones stand at %v", points)
	}
}

func TestAnImpossibleHandicapIsRefusedWithWhatIsRight(t *testing.T) {
	points := func(all ...board.Point) []board.Point { return all }
	aga, flower := preset(t, "aga"), preset(t, "flower")
	supplied := preset(t, "chinese")
	supplied.Supply = SupplyOf(2)
	uneven := supplied
	uneven.Supply = Supply{board.Black: 2, board.White: 5}
	for _, test := range []struct {
		on, right string
		rules     Rules
		odds      HandicapPlacement
	}{
		{"square-19", "use 0 to 180 on square-19", aga, HandicapPlacement{Stones: -1}},
		{"square-19", "use 0 to 180", aga, HandicapPlacement{Stones: 181}},
		{"square-1", "use 0 to 0", aga, HandicapPlacement{Stones: 1}},
		{"square-19", "use 0, or choose FIXED", preset(t, "tromp-taylor"), HandicapPlacement{Stones: 2}},
		{"square-19", "supply of 2", supplied, HandicapPlacement{Stones: 3, Points: points(1, 2, 3)}},
		{"square-19", "supply of 2/5", uneven, HandicapPlacement{Stones: 3, Points: points(1, 2, 3)}},
		{"square-19", "stands on 2 points, not on 0", aga, HandicapPlacement{Stones: 2}},
		{"square-19", "stands on 0 points, not on 1", aga, HandicapPlacement{Stones: 1, Points: points(3)}},
		{"square-19", "stands on 0 points, not on 2", preset(t, "new-zealand"), HandicapPlacement{Stones: 2, Points: points(3, 4)}},
		{"square-19", "stands on 1 points, not on 0", flower, HandicapPlacement{Stones: 1}},
		{"square-19", "use a point once", aga, HandicapPlacement{Stones: 2, Points: points(3, 3)}},
		{"square-19", "use 0 to 360", aga, HandicapPlacement{Stones: 2, Points: points(3, board.Pass)}},
		{"square-19", "use 0 to 360", aga, HandicapPlacement{Stones: 2, Points: points(361, 3)}},
		{"square-19", "under FLOWER alone", aga, HandicapPlacement{Stones: 2, Points: points(3, 4), Color: board.White}},
		{"square-19", "use 1 for black or 2 for white", flower, HandicapPlacement{Stones: 1, Points: points(3), Color: 7}},
	} {
		_, err := NewWithHandicap(graphOf(t, test.on), test.rules, test.odds)
		if err == nil {
			t.Errorf("%+v by %s is accepted", test.odds, test.rules.Preset)
			continue
		}
		oneLine(t, err, test.right)
	}
}

func TestSpreadStonesAreDifferentEmptyAndApart(t *testing.T) {
	for _, on := range []string{
		"rosette-1", "rosette-2", "rosette-5", "rosette-7", "square-2", "square-9", "square-19", "square-5x13", "wheel",
	} {
		b := board.New(graphOf(t, on))
		b.Play(0, board.White)
		for n := range 10 {
			points := SpreadStones(&b.View, n)
			if want := min(n, b.Vacant()); len(points) != want {
				t.Errorf("%s: %d points, want %d", on, len(points), want)
			}
			for i, p := range points {
				if b.At(p) != board.Empty || slices.Contains(points[:i], p) {
					t.Errorf("%s: %d of %v is taken", on, p, points)
				}
				if i > 0 && n <= 6 && b.Graph().Points() > 100 &&
					slices.ContainsFunc(b.Graph().Near(p), func(q board.Point) bool { return slices.Contains(points, q) }) {
					t.Errorf("%s: two of %d stones touch", on, n)
				}
			}
		}
	}
}

// standing draws a board with stones on some points.
func standing(b *board.Board, points []board.Point) string {
	g := b.Graph()
	var text strings.Builder
	for p := range board.Point(g.Points()) {
		if p > 0 && g.At(p).Y != g.At(p-1).Y && (g.Lattice() == board.Grid || g.PointName(p)[0] != g.PointName(p - 1)[0]) {
			text.WriteString("\n")
		}
		letter := "."
		if i := slices.Index(points, p); i >= 0 {
			letter = fmt.Sprint(i + 1)
		}
		text.WriteString(" " + letter)
	}
	return text.String()
}

func TestSpreadStonesStandAsInThePictures(t *testing.T) {
	var got strings.Builder
	for _, on := range []string{"rosette-3", "rosette-5", "square-9", "square-19"} {
		b := board.New(graphOf(t, on))
		fmt.Fprintf(&got, "%s\n%s\n\n", on, standing(b, SpreadStones(&b.View, 9)))
	}
	goldentest.Text(t, "testdata/spread.golden", got.String())
}
