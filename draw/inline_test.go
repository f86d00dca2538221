package draw

import (
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

func TestAnInlineBoardLeavesColoursToThePage(t *testing.T) {
	g := board.Square(2, 2)
	stones := []board.Color{board.Black, board.Empty, board.White, board.Empty}
	got := Inline{
		Graph: g, Stones: stones, Class: `a"b`, Hints: []board.Point{1},
		Labels: map[board.Point]string{1: "<", 2: "x"},
	}.SVG()
	want := `<svg class="a&#34;b" viewBox="-1.5 -1.5 3 3" aria-hidden="true"><g class="wood">` +
		`<path class="flank" stroke-width="0.28" transform="translate(0 0.16)" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/>` +
		`<path class="lip" stroke-width="0.28" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/>` +
		`<path class="front" stroke-width="0.25" transform="translate(0 0.03)" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/>` +
		`<path class="grained" stroke-width="0.25" transform="translate(0 0.03)" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/></g>` +
		`<path class="lines" d="M-0.5 -0.5L0.5 -0.5L0.5 0.5L-0.5 0.5L-0.5 -0.5"/>` +
		`<circle class="b" cx="-0.5" cy="-0.5" r="0.46"/><circle class="w" cx="-0.5" cy="0.5" r="0.46"/>` +
		`<circle class="mark hint" cx="0.5" cy="-0.5" r="0.3"/>` +
		`<text class="label on-." x="0.5" y="-0.5">&lt;</text><text class="label on-w" x="-0.5" y="0.5">x</text></svg>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEveryBoardHasAnInlinePicture(t *testing.T) {
	for _, g := range []*board.Graph{board.Square(1, 1), board.Rosette(3), wheel(t, 6, 3)} {
		got := Inline{Graph: g, Labels: map[board.Point]string{0: "a"}}.SVG()
		elements(t, got)
		if strings.Count(got, "<path") != 5 || !strings.Contains(got, `class="lines"`) || !strings.Contains(got, `class="label on-."`) {
			t.Errorf("%s: %s", g.Name(), got)
		}
	}
}

func TestTheWoodOfAHoneycombIsTheBorderOfItsHexagons(t *testing.T) {
	for base := 1; base <= 7; base++ {
		g := board.Rosette(base)
		rings := border(g)
		if len(rings) != 1 {
			t.Fatalf("base %d: %d rings", base, len(rings))
		}
		if n := len(rings[0]); n != 12*base-6 {
			t.Errorf("base %d: a border of %d points", base, n)
		}
		for i, p := range rings[0] {
			if q := rings[0][(i+1)%len(rings[0])]; !slices.Contains(g.Near(p), q) {
				t.Errorf("base %d: no line from %d to %d", base, p, q)
			}
		}
	}
}
