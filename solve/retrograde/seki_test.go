package retrograde

import (
	"math/rand/v2"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// randomStones returns a random legal position with any number of stones.
func randomStones(r *rand.Rand, w *words) (s stones) {
	for {
		s = stones{}
		empty := 1 + r.IntN(6)
		for p := range w.points {
			if c := r.IntN(2 + empty); c < 2 {
				s[c] |= 1 << p
			}
		}
		k := &block{table: &table{words: w}}
		k.occupied = s[black] | s[white]
		k.liberties = w.neighbours(w.all &^ k.occupied)
		for _, rosette := range w.rosettes {
			if rosette&^k.occupied == 0 {
				k.rosettes = append(k.rosettes, rosette)
			}
		}
		if k.stands(s[black]) && k.stands(s[white]) {
			return s
		}
	}
}

// The score of a game is the slow twin of the winner after two passes.
func TestWhatIsCertainAfterTwoPassesIsTheScore(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 24))
	boards := []*board.Graph{graphNamed(t, "rosette-2"), graphNamed(t, "square-4"), graphNamed(t, "square-2x6"), pieces(t)["triangle"]}
	for _, g := range boards {
		w := newWords(g)
		w.taxed = true
		counted := map[label]int{}
		taxed, doubtful := 0, 0
		for range *starts * 10 {
			s := randomStones(r, w)
			score := w.score(s)
			least, greatest := int(score.Least()), int(score.Greatest())
			margin := w.margin(s[black], s[white])
			low, high := margin-w.inDoubt(s[black], s[white]), margin+w.inDoubt(s[white], s[black])
			if least < low || greatest > high {
				t.Fatalf("%s, %b: the score is %+d to %+d, not within %+d to %+d", g.Name(), s, least, greatest, low, high)
			}
			if swapped := w.score(stones{s[white], s[black]}); int(swapped.Least()) != -greatest || int(swapped.Greatest()) != -least {
				t.Fatalf("%s, %b: the score is %+d to %+d, with the colours swapped %+g to %+g", g.Name(), s, least, greatest, swapped.Least(), swapped.Greatest())
			}
			h := newGraph(&table{words: w, threshold: r.IntN(9) - 4}, 0, 0)
			if got, want := h.end(s), h.winner(least, greatest); got != want {
				t.Fatalf("%s, %b, threshold %+d: label %d after two passes, want %d", g.Name(), s, h.threshold, got, want)
			}
			counted[h.table.end(s)]++
			if least != margin || greatest != margin {
				taxed++
			}
			if least != greatest {
				doubtful++
			}
		}
		t.Logf("%s: labels %v, %d with points in seki, %d in doubt", g.Name(), counted, taxed, doubtful)
		if counted[open] == 0 || counted[blackWins] == 0 || counted[whiteWins] == 0 || taxed == 0 {
			t.Errorf("%s: labels %v, %d with points in seki: one kind is missing", g.Name(), counted, taxed)
		}
	}
}

func TestCellsEndAsTheirPositionsDo(t *testing.T) {
	for _, taxed := range []bool{false, true} {
		w := newWords(graphNamed(t, "square-3x4"))
		w.taxed = taxed
		a := newTable(w, newClasses(w.board, w), 2)
		ends := map[label]int{}
		for stones := range w.points + 1 {
			for _, class := range a.classes.layers[stones] {
				k := &block{table: a}
				k.load(class)
				for cell := range uint32(1) << stones {
					if !k.legal(cell) {
						continue
					}
					got := k.ends(cell)
					ends[got]++
					if want := a.end(k.colors(cell)); got != want {
						t.Fatalf("taxed %t, points %b, Black %b: %d, want %d", taxed, k.occupied, k.black(cell), got, want)
					}
				}
			}
		}
		if ends[blackWins] == 0 || ends[whiteWins] == 0 || ends[open] > 0 != taxed {
			t.Errorf("taxed %t: ends %v", taxed, ends)
		}
	}
}

// Squares of up to 16 points and pieces of a honeycomb have the same value without points in seki.
func TestBoardsHaveTheirValuesWithoutPointsInSeki(t *testing.T) {
	for _, test := range []struct {
		board  *board.Graph
		margin int
		long   bool
	}{
		{graphNamed(t, "rosette-1"), 1, false},
		{graphNamed(t, "square-2x3"), 0, false},
		{graphNamed(t, "square-3"), 9, false},
		{graphNamed(t, "square-2x5"), 10, false},
		{pieces(t)["two"], 0, false},
		{graphNamed(t, "square-3x4"), 4, true},
		{pieces(t)["triangle"], 3, true},
		{pieces(t)["bent"], 2, true},
		{pieces(t)["row"], 0, true},
		{pieces(t)["rhombus"], 0, true},
	} {
		if test.long && !*long {
			continue
		}
		s, b := bounds(t, test.board, Options{Tax: game.TaxSeki, Guess: test.margin})
		if b.Low != test.margin || b.High != test.margin {
			t.Errorf("%s: %+v, want %+d", test.board.Name(), b, test.margin)
		}
		for threshold, a := range s.answers {
			a.Roots = ""
			if *long {
				t.Logf("%s %+d: %+v", test.board.Name(), threshold, a)
			}
		}
	}
}

// A folder keeps the layers for one tax only.
func TestLayersOfAnotherTaxAreRefused(t *testing.T) {
	g, folder := graphNamed(t, "square-2x3"), t.TempDir()
	start := []Start{{Board: &board.New(g).View, Next: board.Black}}
	s, err := New(start, Options{Memory: 1 << 24, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Decide(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := New(start, Options{Memory: 1 << 24, Folder: folder, Tax: game.TaxSeki})
	if err != nil || len(again.answers) != 0 {
		t.Fatalf("%d answers of rules with another tax, %v", len(again.answers), err)
	}
	if err := again.Decide(t.Context(), 1); err == nil {
		t.Error("layers of rules with another tax were read")
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}
