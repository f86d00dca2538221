package review

import (
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// annotated returns a record annotated by a review in which White's first move lost loss points to
// E5 and all other moves lost nothing.
func annotated(t *testing.T, text string, loss float32) string {
	t.Helper()
	c := parse(t, text)
	rules := game.DefaultRules(board.Square(5, 5))
	r, err := Read(c.Trees[0], sgf.Override{Rules: &rules, Komi: &rules.Komi}, 100)
	if err != nil {
		t.Fatal(err)
	}
	best := point(t, r, "E5")
	for i := range r.Turns {
		score := float32(0)
		if i >= 2 {
			score = loss
		}
		r.Turns[i].Analysis = engine.Analysis{Visits: 1000, Win: 0.5, Score: score, Candidates: []engine.Candidate{
			{Move: best, Visits: 900, Win: 0.5, Score: score, PV: []board.Point{best}},
		}}
		r.markSearched(i)
	}
	look := Look{
		Best:      engine.Analysis{Visits: 4000, Win: 0.5},
		Played:    engine.Analysis{Visits: 4000, Win: engine.WinOf(loss, 10), Score: loss},
		Ownership: -float64(loss),
	}
	r.Turns[1].Looks = []Look{look, look}
	return written(t, r, 5)
}

func point(t *testing.T, r *Review, name string) board.Point {
	t.Helper()
	p, err := r.Graph.Point(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func written(t *testing.T, r *Review, length int) string {
	t.Helper()
	if err := r.Annotate(r.Assess(), length); err != nil {
		t.Fatal(err)
	}
	return r.Root.String()
}

func TestAReviewReplacesTheClassesAndVariationsOfAnEarlierOne(t *testing.T) {
	const record = "(;GM[1]FF[4]SZ[5];B[cc];W[aa];B[bb])"
	for first, was := range map[float32]string{12: "BM[2]", 6: "BM[1]", 3: "DO[]"} {
		before := annotated(t, record, first)
		if !strings.Contains(before, was) || !strings.Contains(before, "(;W[ea]C[Rosette: better: ") {
			t.Fatal(before)
		}
		for _, second := range []float32{0, 3, 6, 12} {
			if got, want := annotated(t, before, second), annotated(t, record, second); got != want {
				t.Errorf("a loss of %v, then one of %v: %s\nwant %s", first, second, got, want)
			}
		}
	}
}

func TestAReviewKeepsTheClassesThatPeopleGave(t *testing.T) {
	for _, own := range []string{"BM[2]", "BM[1]", "DO[]", "TE[1]"} {
		record := "(;GM[1]FF[4]SZ[5];B[cc];W[aa]" + own + ";B[bb])"
		if got := annotated(t, annotated(t, record, 12), 0); !strings.Contains(got, "W[aa]"+own) {
			t.Errorf("%s became %s", own, got)
		}
	}
}

func TestAVariationOfPeopleStaysWhateverItsCommentSays(t *testing.T) {
	for name, variation := range map[string]string{
		"an earlier main line":        "(;W[bc]SBKV[50]V[0]C[Rosette: Black 50 %, Draw.];B[cb];W[cd]C[my own note])",
		"a note below":                "(;W[bc]C[Rosette: better: Black 50 %, Draw.];B[cb]C[my own note])",
		"a mark":                      "(;W[bc]C[Rosette: better: Black 50 %, Draw.];B[cb]TR[cc])",
		"a branch":                    "(;W[bc]C[Rosette: better: Black 50 %, Draw.](;B[cb])(;B[cd]))",
		"a note behind":               "(;W[bc]C[Rosette: better: Black 50 %, Draw.\nmy own note];B[cb])",
		"a review of another's words": "(;W[bc]C[They say: Rosette: better: Black 50 %, Draw.];B[cb])",
	} {
		got := annotated(t, "(;GM[1]FF[4]SZ[5];B[cc](;W[aa];B[bb])"+variation+")", 12)
		want := strings.ReplaceAll(strings.ReplaceAll(variation, "Rosette: better: Black 50 %, Draw.\n", ""), "C[Rosette: better: Black 50 %, Draw.]", "")
		if !strings.Contains(strings.ReplaceAll(got, "\n", ""), strings.ReplaceAll(want, "\n", "")) {
			t.Errorf("%s: %s is not in %s", name, want, got)
		}
	}
	got := annotated(t, "(;GM[1]FF[4]SZ[5];B[cc](;W[aa];B[bb])(;W[bc]C[Rosette: better: Black 50 %, Draw.];B[cb];W[cd]))", 12)
	if strings.Contains(got, "W[bc]") {
		t.Errorf("the variation of an earlier review is still there: %s", got)
	}
}

func TestARecordHasTheNumbersOfTheLongerSearch(t *testing.T) {
	r := read(t, parse(t, "(;GM[1]FF[4]SZ[5];B[cc];W[aa];B[bb])"))
	best := point(t, r, "E5")
	short := point(t, r, "A1")
	long := point(t, r, "E1")
	for i := range r.Turns {
		score := float32(min(i, 2)) * 3
		r.Turns[i].Analysis = engine.Analysis{Visits: 1000, Win: 0.5, Score: score, Candidates: []engine.Candidate{
			{Move: best, Visits: 900, Win: 0.25, Score: score, PV: []board.Point{best, short}},
		}}
		r.markSearched(i)
	}
	look := Look{
		Best:      engine.Analysis{Visits: 4000, Win: 0.125, Score: -8, Candidates: []engine.Candidate{{Move: long, Visits: 3000, PV: []board.Point{long}}}},
		Played:    engine.Analysis{Visits: 4000, Win: 0.875, Score: 12},
		Ownership: -20,
	}
	r.Turns[1].Looks = []Look{look, look}
	got := written(t, r, 5)
	for _, want := range []string{
		";W[aa]SBKV[87.5]V[12]C[Rosette: Black 88 %, B+12. Blunder: costs 20.0 points and 75 %; E5 was better.]BM[2]",
		";W[ea]C[Rosette: better: Black 12 %, W+8.];B[ee])",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	if again := sgf.Check(parse(t, got)); len(again) > 0 {
		t.Errorf("the record has problems: %v", again)
	}
}
