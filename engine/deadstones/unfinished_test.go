package deadstones

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// Exhaustive search proves for each position that the first move gains (package solve).
func TestAnEndWithAMoveWorthPointsIsARange(t *testing.T) {
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	rules.Komi = 0
	for _, c := range []struct {
		name         string
		graph        *board.Graph
		black, white string
	}{
		{
			"Black saves stones that reading calls dead", board.Rosette(2),
			"D2 D4 B2 B4 B5 B6 B7 A3 A5", "D6 C1 C2 C3 C4 C5 C6 C7 B3",
		},
		{
			"a border that ownership takes to live falls", board.Rosette(3),
			"F5 E3 E5 D2 D3 D5 D6 D7 D8 D9 D10 C2 C4 C5 C7 C9 B4 B5 B7 B8 B9 A7", "F6 F7 E4 E6 E7 E8 E9 E10 C10 B3 A3 A5",
		},
		{
			"Black gains two points", board.Rosette(3),
			"F4 F6 F7 F8 E2 E3 E4 E5 E6 E8 E9 E10 D1 D3 D4 D6 D8 D9 D10 D11 C3 C8 C9 C11 A7",
			"D5 D7 C1 C2 C4 C5 C6 C7 C10 B3 B6 B7 B8 B9 B10 A5 A8 A9",
		},
	} {
		stones := make([]board.Color, c.graph.Points())
		for color, names := range map[board.Color]string{board.Black: c.black, board.White: c.white} {
			for name := range strings.FieldsSeq(names) {
				at, err := c.graph.Point(name)
				if err != nil {
					t.Fatal(err)
				}
				stones[at] = color
			}
		}
		b, err := board.Setup(c.graph, stones)
		if err != nil {
			t.Fatal(err)
		}
		g := game.From(b, rules, board.Black)
		if r := g.ProposalRange(propose(t, Judge{}, g)); r.Certain() {
			t.Errorf("%s: %s is certain", c.name, r)
		}
	}
}

// One point of dame touches no white stone. With area scoring it adds a point for the side that
// plays there first, like any dame.
func TestAPointOfDameIsNotPending(t *testing.T) {
	g := pictured(t, board.Square(9, 9), japanese(t), `
		. O . O O X . X .
		O O O O O X X X X
		. O O O O X X . X
		O O O O O X X X X
		O O O O O . X X X
		O O O . . . X . X
		X X X X X X X X X
		. X . X . X . X .
		X X X X X X X X X`)
	p := propose(t, Judge{}, g)
	if len(p.Pending) > 0 || !g.ProposalRange(p).Certain() {
		t.Errorf("%s, pending %v, want a certain result", g.ProposalRange(p), p.Pending)
	}
}

// Where Black plays D1, White D2 and Black E1, area scoring gives Black two points and White one,
// which with dame around is two more than the count. Territory scoring gives nobody a point.
func TestAPlayThatGainsOnlyByAreaIsNotPendingByTerritory(t *testing.T) {
	picture := `
		. O O . O X X . .
		O O . O O X . X X
		. O O O O X X X .
		O O O O O X X X X
		O O O O X X X X X
		O O O O X X . X X
		. O O O X X X X .
		O O O . X X X X X
		. . O . . X . X .`
	for preset, want := range map[string]bool{"japanese": true, "chinese": false} {
		rules, err := game.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		g := pictured(t, board.Square(9, 9), rules, picture)
		p := propose(t, Judge{}, g)
		if r := g.ProposalRange(p); r.Certain() != want || (len(p.Pending) == 0) != want {
			t.Errorf("%s: %s, pending %v, want certain %v", preset, r, p.Pending, want)
		}
	}
}

func TestARegionTakesInWhatIsKnownOfRegionsWithinIt(t *testing.T) {
	regions := []life.Pending{
		{Points: []board.Point{2, 3}, Moves: board.ByColor[board.Point]{board.Black: 2, board.White: 3}, Gain: board.ByColor[int]{board.Black: 1, board.White: 4}, Ko: 2, Needs: board.White},
		{Points: []board.Point{5, 9}, Gain: board.ByColor[int]{board.Black: 2}, Ko: board.Pass},
	}
	pending := life.Pending{
		Points: []board.Point{1, 2, 3, 5}, Moves: board.ByColor[board.Point]{board.Black: 5, board.White: board.Pass},
		Gain: board.ByColor[int]{board.Black: 2}, Ko: board.Pass,
	}
	left := addPending(slices.Clone(regions), pending)
	if len(left) != 2 || !slices.Equal(left[0].Points, regions[1].Points) {
		t.Fatalf("%v, want the region that is not within and the new one", left)
	}
	if again := addPending(slices.Clone(left), regions[0]); !reflect.DeepEqual(again, left) {
		t.Errorf("%v after a region within, want %v", again, left)
	}
	pending = left[1]
	if pending.Gain != (board.ByColor[int]{board.Black: 2, board.White: 4}) || pending.Moves[board.Black] != 5 || pending.Moves[board.White] != 3 ||
		pending.Ko != 2 || pending.Needs != board.White {
		t.Errorf("region is %v", pending)
	}
}
