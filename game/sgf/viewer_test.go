package sgf

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// A diagram is what a program for square boards shows: stones by SGF point, and the marks.
type diagram struct {
	stones map[string]byte // 'B' or 'W'
	marks  map[string]string
}

var (
	plainToken    = regexp.MustCompile(`\(|\)|;|([A-Z]+)((?:\s*\[(?:\\.|[^\\\]])*\])+)`)
	plainArgument = regexp.MustCompile(`\[((?:\\.|[^\\\]])*)\]`)
)

// plainDiagrams reads SGF without this package. It knows SZ, AB, AW and AE, as every viewer does,
// and fails at a move. It returns a diagram for each node in file order.
func plainDiagrams(t *testing.T, text string) (size string, all []diagram) {
	t.Helper()
	var now diagram
	var open []diagram
	for _, token := range plainToken.FindAllStringSubmatch(text, -1) {
		switch token[0] {
		case "(":
			open = append(open, now)
			continue
		case ")":
			now, open = open[len(open)-1], open[:len(open)-1]
			continue
		case ";":
			next := diagram{map[string]byte{}, map[string]string{}}
			for at, c := range now.stones {
				next.stones[at] = c
			}
			now = next
			all = append(all, now)
			continue
		}
		for _, value := range plainArgument.FindAllStringSubmatch(token[2], -1) {
			switch id := token[1]; id {
			case "SZ":
				size = value[1]
			case "AB", "AW":
				now.stones[value[1]] = id[1]
			case "AE":
				delete(now.stones, value[1])
			case "B", "W":
				t.Fatalf("a move %s", token[0])
			case "CR":
				now.marks[value[1]] = id
			case "LB":
				at, label, _ := strings.Cut(value[1], ":")
				now.marks[at] = label
			}
		}
	}
	return size, all
}

// randomTree returns a game of random moves in which captures are frequent, with a variation.
func randomTree(t *testing.T, g *board.Graph, r *rand.Rand) *Node {
	t.Helper()
	played := game.New(g, game.DefaultRules(g))
	for range 3 * g.Points() {
		// An illegal move changes nothing.
		_ = played.Play(board.Point(r.IntN(g.Points())), played.ToMove())
	}
	root, err := FromGame(played)
	if err != nil {
		t.Fatal(err)
	}
	n := root
	for range r.IntN(played.Ply()) {
		n = n.Children[0]
	}
	n.Add().Set("AE", n.Raw("B")+n.Raw("W"))
	return root
}

// squarePoint returns the letters of a point in a viewer: rows of a honeycomb are two lines apart.
func squarePoint(g *board.Graph, p board.Point) string {
	column, row, _ := g.Coordinates(p)
	if g.Lattice() == board.Honeycomb {
		row *= 2
	}
	return letters[column:column+1] + letters[row:row+1]
}

func TestEveryViewerShowsThePositionAfterEachNode(t *testing.T) {
	r := rand.New(rand.NewPCG(39, 8))
	sizes := map[string]string{
		"rosette-1": "3", "rosette-2": "7", "rosette-5": "19", "rosette-12": "47", "square-5": "5", "square-9x4": "9", "square-3x6": "6",
	}
	for _, name := range []string{"rosette-1", "rosette-2", "rosette-5", "rosette-12", "square-5", "square-9x4", "square-3x6"} {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		coordinates, err := NewCoordinates(g)
		if err != nil {
			t.Fatal(err)
		}
		root := randomTree(t, g, r)
		view, problems, err := Viewer(root, 0)
		if err != nil || len(problems) > 0 {
			t.Fatal(problems, err)
		}
		size, diagrams := plainDiagrams(t, view.String())
		if size != sizes[name] {
			t.Errorf("%s is shown on SZ[%s], want %s", name, size, sizes[name])
		}
		i, captured := 0, 0
		err = Walk(root, func(n *Node, played *game.Game, _ error) error {
			want := map[string]byte{}
			for p := range board.Point(g.Points()) {
				if c := played.Board().At(p); c != board.Empty {
					want[squarePoint(g, p)] = colorID(c)[0]
				}
			}
			if !maps.Equal(diagrams[i].stones, want) {
				t.Fatalf("%s, node %d: a viewer shows %v, want %v", name, i, diagrams[i].stones, want)
			}
			last := map[string]string{}
			for _, id := range []string{"B", "W"} {
				if raw := n.Raw(id); raw != "" {
					p, err := coordinates.Point(raw)
					if err != nil {
						t.Fatal(err)
					}
					last[squarePoint(g, p)] = "CR"
				}
			}
			if !maps.Equal(diagrams[i].marks, last) {
				t.Fatalf("%s, node %d: marks %v, want %v", name, i, diagrams[i].marks, last)
			}
			captured = max(captured, played.Prisoners(board.Black)+played.Prisoners(board.White))
			i++
			return nil
		})
		if err != nil || i != len(diagrams) {
			t.Fatalf("%s: %d nodes of %d: %v", name, len(diagrams), i, err)
		}
		if captured == 0 && name != "rosette-1" {
			t.Errorf("%s: no captures, so the test shows nothing", name)
		}
	}
}

func TestAViewerNumbersTheLastMoves(t *testing.T) {
	root := read(t, "(;SZ[5];B[aa];W[ab]TR[ab];B[bb];W[ac];B[])").Trees[0]
	view, _, err := Viewer(root, 3)
	if err != nil {
		t.Fatal(err)
	}
	n := view.Children[0].Children[0].Children[0]
	if got := n.Property("LB"); got == nil || !slices.Equal(got.Values, []string{"bb:3", "ab:2", "aa:1"}) {
		t.Errorf("the third move is %s", n)
	}
	if last := view.Last(); last.Text("C") != "Move 5: Black passes" || !slices.Equal(last.Property("LB").Values, []string{"ac:4", "bb:3"}) {
		t.Errorf("the pass is %s", last)
	}
	if n := view.Children[0].Children[0]; n.Raw("TR") != "ab" || n.Raw("LB") != "aa:1" {
		t.Errorf("the mark of the record has no precedence: %s", n)
	}
}

func TestTheLinesOfABoardAreDrawnOnce(t *testing.T) {
	view, _, err := Viewer(read(t, "(;GM[1975]XB[1])").Trees[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := view.Property("LN").Values, []string{"aa:ca", "aa:ac", "ca:cc", "ac:cc"}; !slices.Equal(got, want) {
		t.Errorf("a hexagon is drawn as %v, want %v", got, want)
	}
	square, _, err := Viewer(read(t, "(;SZ[5];B[aa])").Trees[0], 0)
	if err != nil || square.Has("LN") || square.Has("C") {
		t.Errorf("a square board gets %s: %v", square, err)
	}
}

func TestTheExplanationOfARosetteRecordIsWrittenAndDropped(t *testing.T) {
	for _, test := range []struct{ text, comment string }{
		{"(;GM[1975]XB[1])", ""},
		{"(;GM[1975]XB[1]C[];B[aa])", ""},
		{"(;GM[1975]C[a [note\\]\nof two lines]XB[1];B[aa]C[one])", "a [note]\nof two lines"},
		{"(;SZ[5]C[" + explanation + "])", explanation},
	} {
		c := read(t, test.text)
		first, text := c.Trees[0].String(), written(t, c)
		if got := strings.Count(text, explanation); got != 1 {
			t.Errorf("%s is written with %d explanations", test.text, got)
		}
		back := read(t, text)
		if again := back.Trees[0].String(); again != first || back.Trees[0].Has("C") != c.Trees[0].Has("C") {
			t.Errorf("%s comes back as %s", first, again)
		}
		if got := back.Trees[0].Text("C"); got != test.comment {
			t.Errorf("the comment of %s is %q, want %q", test.text, got, test.comment)
		}
	}
}
