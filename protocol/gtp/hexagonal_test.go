package gtp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

// goguiCoordinates reads a point's name in the same steps as GoGui 1.6: letters after I are moved down
// by one, and a second letter adds 25 columns for each step by the first.
func goguiCoordinates(t *testing.T, name string) (x, y int) {
	t.Helper()
	step := func(letter byte) int {
		if letter >= 'J' {
			letter--
		}
		return int(letter - 'A')
	}
	x = step(name[0])
	rest := name[1:]
	if rest[0] >= 'A' && rest[0] <= 'Z' && rest[0] != 'I' {
		x = (x+1)*25 + step(rest[0])
		rest = rest[1:]
	}
	if _, err := fmt.Sscanf(rest, "%d", &y); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return x, y - 1
}

// goguiNeighbors returns the cells that touch a cell in GoGui's drawing, where each row is half a cell
// left of the row below it.
func goguiNeighbors(c cell) []cell {
	return []cell{
		{c.x - 1, c.y}, {c.x + 1, c.y}, {c.x, c.y - 1}, {c.x, c.y + 1}, {c.x + 1, c.y + 1}, {c.x - 1, c.y - 1},
	}
}

func TestCornersTouchIfAndOnlyIfTheirCellsDo(t *testing.T) {
	for base := 1; base <= board.MaxBase; base++ {
		g := board.Rosette(base)
		h := newHexBoard(g)
		if len(h.byCell) != g.Points() {
			t.Errorf("base %d: %d cells for %d points", base, len(h.byCell), g.Points())
		}
		for p := range board.Point(g.Points()) {
			c := h.cells[p]
			if c.x < 0 || c.x >= h.side || c.y < 0 || c.y >= h.side {
				t.Errorf("base %d: %s is at %v, outside %d by %d", base, g.PointName(p), c, h.side, h.side)
			}
			var near []board.Point
			for _, beside := range goguiNeighbors(c) {
				if q, ok := h.byCell[beside]; ok {
					near = append(near, q)
				}
			}
			slices.Sort(near)
			if want := slices.Sorted(slices.Values(g.Near(p))); !slices.Equal(near, want) {
				t.Errorf("base %d: the cells of %s touch those of %v, want %v", base, g.PointName(p), g.Names(near), g.Names(want))
			}
		}
	}
}

// Every hexagon leaves out one cell, which all its corners touch.
func TestTheCentreOfEveryHexagonIsARemovedCell(t *testing.T) {
	for base := 1; base <= board.MaxBase; base++ {
		g := board.Rosette(base)
		h := newHexBoard(g)
		centres := map[cell]bool{}
		for _, hexagon := range g.Rosettes() {
			touched := map[cell]int{}
			for _, p := range hexagon {
				for _, c := range goguiNeighbors(h.cells[p]) {
					touched[c]++
				}
			}
			for c, n := range touched {
				if _, corner := h.byCell[c]; n == 6 && !corner {
					centres[c] = true
				}
			}
		}
		if len(centres) != len(g.Rosettes()) {
			t.Errorf("base %d: %d removed cells within the hexagons, of which there are %d", base, len(centres), len(g.Rosettes()))
		}
	}
}

func TestGoGuiReadsTheNamesOfCells(t *testing.T) {
	for base := 1; base <= board.MaxBase; base++ {
		g := board.Rosette(base)
		h := newHexBoard(g)
		for p := range board.Point(g.Points()) {
			name := h.PointName(p)
			if x, y := goguiCoordinates(t, name); (cell{x, y}) != h.cells[p] {
				t.Errorf("base %d: %s is (%d,%d), want %v", base, name, x, y, h.cells[p])
			}
			for _, text := range []string{name, strings.ToLower(name)} {
				if q, err := h.Move(text); err != nil || q != p {
					t.Errorf("base %d: %s is read as %d, %v; want %d", base, text, q, err, p)
				}
			}
			if number := strings.TrimLeft(g.PointName(p), columnLetters); strings.TrimLeft(name, columnLetters) != number {
				t.Errorf("base %d: %s has another number than %s", base, name, g.PointName(p))
			}
		}
	}
}

func TestNamesOfRemovedCellsAndOtherTextsAreNoPoints(t *testing.T) {
	h := newHexBoard(board.Rosette(5))
	for _, name := range []string{"", "A", "5", "A1", "I5", "J0", "J05", "J+5", "JJJ5", "K10x", "U5", "AA5", "E9 "} {
		if p, err := h.Point(name); err == nil && (name == "" || h.PointName(p) != name) {
			t.Errorf("%q is read as %s", name, h.PointName(p))
		}
	}
	if p, err := h.Move("PASS"); p != board.Pass || err != nil || h.PointName(p) != "pass" {
		t.Errorf("a pass is %d, %v", p, err)
	}
	if _, err := h.Point("A1"); err == nil || !strings.HasPrefix(err.Error(), `no point "A1" on rosette-5 as GoGui draws it: use `) {
		t.Error(err)
	}
}
