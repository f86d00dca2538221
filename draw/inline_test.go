package draw

import (
	"strings"
	"testing"

	"rosette/game/board"
)

func TestAnInlineBoardLeavesColoursToThePage(t *testing.T) {
	g := board.Square(2, 2)
	stones := []board.Color{board.Black, board.Empty, board.White, board.Empty}
	got := Inline{
		Graph: g, Stones: stones, Class: `a"b`, Margin: 0.5,
		Labels: map[board.Point]string{1: "<", 2: "x"},
	}.SVG()
	want := `<svg class="a&#34;b" viewBox="-1 -1 2 2" aria-hidden="true">` +
		`<path class="wood" fill="none" d="M-0.5 -0.5L0.5 -0.5L0.5 0.5L-0.5 0.5L-0.5 -0.5"/>` +
		`<path class="lines" fill="none" d="M-0.5 -0.5L0.5 -0.5L0.5 0.5L-0.5 0.5L-0.5 -0.5"/>` +
		`<circle class="b" cx="-0.5" cy="-0.5" r="0.46"/><circle class="w" cx="-0.5" cy="0.5" r="0.46"/>` +
		`<text class="label on-." x="0.5" y="-0.5">&lt;</text><text class="label on-w" x="-0.5" y="0.5">x</text></svg>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEveryBoardHasAnInlinePicture(t *testing.T) {
	for _, g := range []*board.Graph{board.Square(1, 1), board.Rosette(3), wheel(t, 6, 3)} {
		got := Inline{Graph: g, Margin: 0.4, LinesOnly: true, Labels: map[board.Point]string{0: "a"}}.SVG()
		elements(t, got)
		if strings.Count(got, "<path") != 1 || strings.Contains(got, "class=\"lines") || !strings.Contains(got, `class="label on-."`) {
			t.Errorf("%s: %s", g.Name(), got)
		}
	}
}
