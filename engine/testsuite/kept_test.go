package testsuite

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// The examinations of docs/bench are what networks are measured by, so what they
// say is proven again, a few questions at a time.
func TestTheKeptExaminationsAreRight(t *testing.T) {
	r := luck(t)
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
		for range 12 {
			q := e.Questions[r.IntN(len(e.Questions))]
			p, err := newProof(e)
			if err != nil {
				t.Fatal(err)
			}
			again, known, err := p.question(t.Context(), q.Moves)
			if err != nil {
				t.Fatal(err)
			}
			if !known { // with what was proven of later positions it took fewer nodes
				continue
			}
			if proven++; !reflect.DeepEqual(again, q) {
				t.Errorf("%s, after %v: %+v, kept is %+v", name, e.Graph.Names(q.Moves), again, q)
			}
			if proven == 3 {
				break
			}
		}
		if proven == 0 {
			t.Errorf("%s: none of twelve questions could be proven again", name)
		}
	}
}
