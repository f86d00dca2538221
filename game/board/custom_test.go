package board

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rosette/internal/goldentest"
)

// triangle is a valid file, from which badFiles derives the others.
const triangle = `{"name":"tri","points":[{"name":"A","x":0,"y":0},{"name":"B","x":1,"y":0},{"name":"C","x":0,"y":1}],` +
	`"lines":[["A","B"],["B","C"],["C","A"]],"rosettes":[["A","B","C"]]}`

// badFiles returns files with one fault each.
func badFiles() [][2]string {
	swap := func(old, new string) string { return strings.Replace(triangle, old, new, 1) }
	var star strings.Builder
	star.WriteString(`{"name":"star","points":[{"name":"A"}`)
	for i := range 13 {
		fmt.Fprintf(&star, `,{"name":"B%d"}`, i)
	}
	star.WriteString(`],"lines":[["A","B0"]`)
	for i := 1; i < 13; i++ {
		fmt.Fprintf(&star, `,["A","B%d"]`, i)
	}
	star.WriteString(`]}`)
	square := `{"name":"four","points":[{"name":"A"},{"name":"B"},{"name":"C"},{"name":"D"}],` +
		`"lines":[["A","B"],["B","C"],["C","D"]],"rosettes":[["A","B","D"]]}`
	return [][2]string{
		{"empty", ""},
		{"not JSON", "graph {}"},
		{"an array", "[]"},
		{"null", "null"},
		{"cut short", triangle[:100]},
		{"more after", triangle + "{}"},
		{"unknown key", swap(`"name":"tri"`, `"name":"tri","size":3`)},
		{"unknown key without end", swap(`"name":"tri"`, `"name":"tri","`+strings.Repeat("a", 100_000)+`":3`)},
		{"no name", swap(`"tri"`, `""`)},
		{"name with a line break", swap(`"tri"`, `"a\nb"`)},
		{"name too long", swap(`"tri"`, `"`+strings.Repeat("a", 10000)+`"`)},
		{"name of a built-in board", swap(`"tri"`, `"rosette-5"`)},
		{"name like a built-in board", swap(`"tri"`, `"square"`)},
		{"no points", `{"name":"none","points":[]}`},
		{"points null", `{"name":"none","points":null}`},
		{"point null", swap(`{"name":"B","x":1,"y":0}`, `null`)},
		{"point without a name", swap(`"name":"B"`, `"name":""`)},
		{"point named in Greek", swap(`"name":"B"`, `"name":"β"`)},
		{"point named pass", swap(`"name":"B"`, `"name":"pass"`)},
		{"point named resign", swap(`"name":"B"`, `"name":"Resign"`)},
		{"two points of one name", swap(`"name":"B"`, `"name":"a"`)},
		{"point far away", swap(`"x":1`, `"x":1e300`)},
		{"coordinate beyond numbers", swap(`"x":1`, `"x":1e999`)},
		{"coordinate in words", swap(`"x":1`, `"x":"NaN"`)},
		{"coordinate NaN", swap(`"x":1`, `"x":NaN`)},
		{"line with one end", swap(`["A","B"]`, `["A"]`)},
		{"line null", swap(`["A","B"]`, `null`)},
		{"line with three ends", swap(`["A","B"]`, `["A","B","C"]`)},
		{"line to a missing point", swap(`["B","C"]`, `["B","Z9"]`)},
		{"line to itself", swap(`["B","C"]`, `["B","B"]`)},
		{"line twice", swap(`["C","A"]`, `["B","A"]`)},
		{"two pieces", `{"name":"two","points":[{"name":"A"},{"name":"B"},{"name":"C"},{"name":"D"}],"lines":[["A","B"],["C","D"]]}`},
		{"a lonely point", swap(`,["B","C"],["C","A"]`, ``)},
		{"thirteen lines at a point", star.String()},
		{"rosette of two", swap(`["A","B","C"]`, `["A","B"]`)},
		{"rosette null", swap(`["A","B","C"]`, `null`)},
		{"rosette of a missing point", swap(`["A","B","C"]`, `["A","B","D"]`)},
		{"rosette with a point twice", swap(`["A","B","C"]`, `["A","B","a"]`)},
		{"rosette of 65", swap(`["A","B","C"]`, `["A"`+strings.Repeat(`,"A"`, 64)+`]`)},
		{"rosette in two pieces", square},
		{"too many rosettes", swap(`["A","B","C"]`, `["A","B","C"]`+strings.Repeat(`,["A","B","C"]`, 4*MaxPoints))},
		{"1025 points", `{"name":"many","points":[{"name":"A"}` + strings.Repeat(`,{}`, MaxPoints) + `]}`},
		{"a million points", `{"name":"many","points":[{"name":"A"}` + strings.Repeat(`,{"name":"A"}`, 1_000_000) + `]}`},
		{"a megabyte of blanks", strings.Repeat(" ", maxFile+1)},
		{"deep nesting", strings.Repeat("[", 100_000)},
	}
}

func TestABadBoardFileIsRefusedInOneLineWithWhatIsRight(t *testing.T) {
	var got strings.Builder
	for _, f := range badFiles() {
		g, err := Read(strings.NewReader(f[1]))
		if err == nil {
			t.Errorf("%s: the file is accepted as %s", f[0], g.Name())
			continue
		}
		oneLine(t, err, "board file: ")
		fmt.Fprintf(&got, "%s: %s\n", f[0], err)
	}
	goldentest.Text(t, "testdata/bad-files.golden", got.String())
}

func TestAFileWithNonFiniteCoordinatesIsRefused(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		f := File{Name: "one", Points: []FilePoint{{Name: "A", X: x}}}
		if _, err := f.Graph(); err == nil {
			t.Errorf("a point at %g is accepted", x)
		}
	}
}

// rewritten writes the file of g and reads it again.
func rewritten(t fataler, g *Graph) *Graph {
	t.Helper()
	f := g.File()
	if g.Lattice() != Custom {
		f.Name = "custom-" + f.Name
	}
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatalf("writing %s: %v", g.Name(), err)
	}
	read, err := Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatalf("reading %s back: %v", g.Name(), err)
	}
	return read
}

func TestABoardWrittenAndReadIsTheSameBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := boardOf(anyBoard().Draw(t, "board"))
		read := rewritten(t, g)
		if read.Lattice() != Custom || read.Points() != g.Points() {
			t.Fatalf("%s has %d points, want %d", read.Name(), read.Points(), g.Points())
		}
		for p := range Point(g.Points()) {
			if read.PointName(p) != g.PointName(p) || read.At(p) != g.At(p) || !slices.Equal(read.RosettesAt(p), g.RosettesAt(p)) {
				t.Fatalf("point %d is another", p)
			}
			if !slices.Equal(slices.Sorted(slices.Values(read.Near(p))), slices.Sorted(slices.Values(g.Near(p)))) {
				t.Fatalf("point %d has other neighbours", p)
			}
		}
		if again := rewritten(t, read).File(); fmt.Sprint(again) != fmt.Sprint(read.File()) {
			t.Fatal("writing and reading again changes the file")
		}
	})
}

func TestTheLargestBoardsCanBeWrittenAndRead(t *testing.T) {
	for _, name := range []string{"rosette-12", "square-25"} {
		if g := rewritten(t, mustNamed(name)); g.Points() != mustNamed(name).Points() {
			t.Errorf("%s came back with %d points", name, g.Points())
		}
	}
}

func FuzzBoardJSON(f *testing.F) {
	for _, bad := range badFiles() {
		if len(bad[1]) < 4096 {
			f.Add(bad[1])
		}
	}
	f.Add(triangle)
	hexagon, err := json.Marshal(Rosette(1).File())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(strings.Replace(string(hexagon), "rosette-1", "hexagon", 1))
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Read(strings.NewReader(text))
		if err != nil {
			oneLine(t, err, "board file: ")
			return
		}
		checkGraph(t, g)
		m := newRefereed(t, g)
		m.suicide = true
		m.libertyless = true
		m.again = 0.3
		m.undo = 0.1
		r := rand.New(rand.NewPCG(uint64(len(text)), 0))
		for range 20 {
			m.step(r)
		}
	})
}

// checkGraph checks the invariants of every graph.
func checkGraph(t *testing.T, g *Graph) {
	t.Helper()
	if g.Points() < 1 || g.Points() > MaxPoints {
		t.Errorf("%d points", g.Points())
	}
	for p := range Point(g.Points()) {
		if q, err := g.Point(g.PointName(p)); err != nil || q != p {
			t.Errorf("%s is point %d: %v", g.PointName(p), q, err)
		}
		if len(g.Near(p)) > MaxDegree {
			t.Errorf("%s has %d neighbours", g.PointName(p), len(g.Near(p)))
		}
		for _, q := range g.Near(p) {
			if q == p || !slices.Contains(g.Near(q), p) {
				t.Errorf("%s touches %s, but not the other way", g.PointName(p), g.PointName(q))
			}
		}
	}
	for _, rosette := range g.Rosettes() {
		if len(rosette) < 3 || len(rosette) > MaxRosette {
			t.Errorf("a rosette of %d points", len(rosette))
		}
	}
}
