package sgf

import (
	"slices"
	"strings"
	"testing"

	"rosette/game"
)

// small keeps fuzzing fast; the limits themselves are tested elsewhere.
var small = Options{MaxBytes: 1 << 16, MaxNodes: 2000, MaxValues: 4000, MaxDepth: 200}

// FuzzParse reads anything. What is read strictly is written and read as the
// same, what is read leniently too, and checks, walks and exports do not panic.
func FuzzParse(f *testing.F) {
	for _, c := range faults {
		f.Add([]byte(c.file))
	}
	for _, text := range []string{
		"(;FF[4]GM[1]SZ[9]AB[aa:cc]PL[W](;W[dd];B[tt])(;AE[aa]C[x\\]\\\ny]))",
		"(;GM[1975]SZ[7:4]XB[2]XR[{\"ko\":\"SIMPLE\"}];B[bb];W[ab])",
		"(;GaMe[1]Black[aa]L[aa][bb]M[cc])",
		"(;SZ[5]RU[AGA]HA[2]AB[bb][dd]RE[W+R];W[cc];AW[ee]AE[cc];B[])",
		"(;GM[1975]XB[1]RU[flower]HA[1]AW[bb]PL[B]RE[0];B[];W[])",
		"\xff\xfe(\x00;\x00)\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, strict := Parse(strings.NewReader(string(data)), small)
		o := small
		o.Lenient = true
		c, err := Parse(strings.NewReader(string(data)), o)
		if err != nil {
			if strict == nil {
				t.Fatalf("refused leniently alone: %v", err)
			}
			return
		}
		if strict == nil == slices.ContainsFunc(c.Problems, isError) {
			t.Fatalf("strict says %v, lenient %v", strict, c.Problems)
		}
		text := written(t, c)
		o = small
		o.MaxBytes, o.MaxNodes, o.MaxDepth = 1<<20, 4000, 4000
		again, err := Parse(strings.NewReader(text), o)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", data, text, err)
		}
		if twice := written(t, again); twice != text {
			t.Fatalf("%q is written as %q, then as %q", data, text, twice)
		}
		Check(c)
		for _, root := range c.Trees {
			exercise(t, root)
		}
	})
}

func written(t *testing.T, c *Collection) string {
	var out strings.Builder
	if err := Write(&out, c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// exercise replays a tree every way there is.
func exercise(t *testing.T, root *Node) {
	g, _, err := MainLine(root, -1)
	if err == nil {
		if _, err := FromGame(g); err != nil {
			t.Fatal(err)
		}
	}
	nodes := 0
	walked := Walk(root, func(*Node, *game.Game, error) error { nodes++; return nil })
	view, _, err := Viewer(root)
	if (walked == nil) != (err == nil) {
		t.Fatalf("a walk says %v, a viewer %v", walked, err)
	}
	if err == nil && view == nil {
		t.Fatal("no tree for viewers")
	}
	Modernize(root)
	again := 0
	if err := Walk(root, func(*Node, *game.Game, error) error { again++; return nil }); err == nil && again != nodes {
		t.Fatalf("%d nodes become %d", nodes, again)
	}
}
