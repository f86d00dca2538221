package draw

import (
	"strings"
	"testing"

	"rosette/game/board"
)

func TestAnInlineBoardHasAFlowerInEachCompleteRosette(t *testing.T) {
	g, err := board.Named("rosette-2")
	if err != nil {
		t.Fatal(err)
	}
	stones := make([]board.Color, g.Points())
	for _, p := range g.Rosettes()[0] {
		stones[p] = board.White
	}
	full := Inline{Graph: g, Stones: stones, Petals: true}.SVG()
	if strings.Count(full, `class="petals w"`) != 1 || strings.Count(full, "petals") != 1 {
		t.Errorf("one rosette is complete: %s", full)
	}
	stones[g.Rosettes()[0][0]] = board.Black
	if text := (Inline{Graph: g, Stones: stones, Petals: true}).SVG(); strings.Contains(text, "petals") {
		t.Errorf("no rosette is complete: %s", text)
	}
}
