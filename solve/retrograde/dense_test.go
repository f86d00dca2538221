package retrograde

import (
	"math/bits"
	"slices"
	"testing"

	"rosette/game/board"
)

// Evaluating each cell on its own is the slow twin of a class evaluation.
func TestClassesEvaluatedTogetherGetTheLabelsOfEachCell(t *testing.T) {
	for name, threshold := range map[string]int{"triangle": 3, "two": 1, "rosette-1": 1, "square-3": 3, "square-2x5": 9, "square-3x4": 4} {
		g := pieces(t)[name]
		if g == nil {
			g = graphNamed(t, name)
		}
		compareSweeps(t, name, g, threshold, false)
		compareSweeps(t, name+" without points in seki", g, threshold, true)
	}
}

func compareSweeps(t *testing.T, name string, g *board.Graph, threshold int, taxed bool) {
	t.Helper()
	w := newWords(g)
	w.taxed = taxed
	classes := newClasses(g, w)
	together, each := newTable(w, classes, threshold), newTable(w, classes, threshold)
	sweepOut(t, together, 1)
	cells := 0
	for added := 1; added > 0; each.sweeps++ {
		added = 0
		for stones := each.points; stones >= 0; stones-- {
			for _, class := range classes.layers[stones] {
				k := &block{table: each}
				k.load(class)
				if each.sweeps == 0 {
					k.markIllegal()
				}
				for i, word := range k.words {
					k.seek(uint32(i) * wordCells)
					k.words[i] = k.evaluateCells(i, word, openPairs(word))
					added += bits.OnesCount64(openPairs(word) &^ openPairs(k.words[i]))
				}
			}
		}
		cells += added
	}
	for stones := range each.layers {
		if !slices.Equal(each.layers[stones], together.layers[stones]) {
			t.Errorf("%s, %d stones: labels of cells evaluated together differ", name, stones)
		}
	}
	if cells == 0 {
		t.Errorf("%s: nothing was labelled", name)
	}
}

// Chains, liberties and rosettes in single positions are the slow twin of legality.
func TestCellsAreLegalTogetherAsEachIs(t *testing.T) {
	for _, g := range []*board.Graph{pieces(t)["triangle"], graphNamed(t, "square-3x4"), graphNamed(t, "rosette-2")} {
		w := newWords(g)
		a := newTable(w, newClasses(g, w), 1)
		illegal := 0
		for stones := fewStones; stones <= min(a.points, 13); stones++ {
			list := a.classes.layers[stones]
			for i := 0; i < len(list); i += 1 + len(list)/40 {
				k := &block{table: a}
				k.load(list[i])
				k.markIllegal()
				for cell := range uint32(1) << stones {
					marked := k.words[cell/wordCells]>>(cell%wordCells*cellBits)&cellMask == illegalCell
					if marked == k.legal(cell) {
						t.Fatalf("%s, points %b, Black %b: illegal is %v", g.Name(), k.occupied, k.black(cell), marked)
					}
					if marked {
						illegal++
					}
				}
			}
		}
		if illegal == 0 {
			t.Errorf("%s: no cell is illegal", g.Name())
		}
	}
}
