package testsuite

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// The suites in docs/bench measure networks, so this test solves a few positions from each again.
func TestTheSuitesOfTheBenchmarksAreRight(t *testing.T) {
	r := newRNG(t)
	names, err := filepath.Glob(filepath.Join("..", "..", "docs", "bench", "exam-*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("there are %v, %v", names, err)
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		e, err := Read(file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		proven := 0
		for n := range 12 {
			q := e.Positions[r.IntN(len(e.Positions))]
			if e.Nodes == 0 { // by labels, without earlier moves
				if proven += e.compareWithSearch(t, &q); proven > 0 && n > 0 {
					break
				}
				continue
			}
			p, err := newProver(e)
			if err != nil {
				t.Fatal(err)
			}
			again, known, err := p.position(t.Context(), q.Moves)
			if err != nil {
				t.Fatal(err)
			}
			if !known { // known values of later positions had saved nodes
				continue
			}
			if proven++; !reflect.DeepEqual(again, q) {
				t.Errorf("%s, after %v: %+v, kept is %+v", name, e.Graph.Names(q.Moves), again, q)
			}
			if proven == 2 {
				break
			}
		}
		if proven == 0 {
			t.Errorf("%s: none of twelve questions could be proven again", name)
		}
	}
}
