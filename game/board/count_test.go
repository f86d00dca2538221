package board

import (
	"fmt"
	"testing"
)

// legalPositions counts the positions in which every chain has a liberty or a rosette. Removing
// stones from such a position leaves another, so placing stones point by point reaches each
// position exactly once, without captures.
func legalPositions(b *Board, from Point) int {
	n := 1
	for p := from; int(p) < b.Graph().Points(); p++ {
		for c := Black; c <= White; c++ {
			if b.PlayResult(p, c) == Suicide {
				continue
			}
			if b.Play(p, c) == 0 {
				n += legalPositions(b, p+1)
			}
			b.Undo()
		}
	}
	return n
}

func TestTheNumberOfLegalPositionsIsThePublishedOne(t *testing.T) {
	for name, want := range map[string]int{
		"square-1": 1, "square-2": 57, "square-3": 12675,
		"square-2x1": 5, "square-1x3": 15, "square-4x1": 41, "square-2x3": 489, "square-4x3": 321689,
	} {
		if got := legalPositions(New(mustNamed(name)), 0); got != want {
			t.Errorf("%s: %d legal positions, want %d", name, got, want)
		}
	}
}

func TestOneHexagonHas451LegalPositionsAnd449WithoutItsRosette(t *testing.T) {
	f := Rosette(1).File()
	f.Name, f.Rosettes = "ring-of-six", nil
	plain, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(legalPositions(New(Rosette(1)), 0), legalPositions(New(plain), 0))
	if got != "451 449" {
		t.Errorf("with and without rosette %s positions are legal, want 451 449", got)
	}
}
