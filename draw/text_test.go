package draw

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/goldentest"
)

// used holds the pictures that tests have compared.
var used = map[string]bool{}

func TestMain(m *testing.M) {
	status := m.Run()
	files, err := filepath.Glob("testdata/*")
	if all := flag.Lookup("test.run").Value.String() == ""; all && err == nil {
		for _, file := range files {
			if !used[file] {
				fmt.Printf("%s belongs to no test; delete it\n", file)
				status = 1
			}
		}
	}
	os.Exit(status)
}

// picture compares a picture with the named file.
func picture(t *testing.T, name, got string) {
	t.Helper()
	if filepath.Ext(name) == "" {
		name += ".txt"
	}
	goldentest.Text(t, file(name), got)
}

// file returns a picture's file and records its use.
func file(name string) string {
	name = filepath.Join("testdata", name)
	used[name] = true
	return name
}

// played returns a game with moves such as "b a1", in any order of colours.
func played(t *testing.T, g *board.Graph, moves ...string) *game.Game {
	t.Helper()
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	game := game.New(g, rules)
	for _, move := range moves {
		who, where, _ := strings.Cut(move, " ")
		p, err := g.Move(where)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(p, map[string]board.Color{"b": board.Black, "w": board.White}[who]); err != nil {
			t.Fatalf("%s: %v", move, err)
		}
	}
	return game
}

// centralRosette fills a honeycomb's central hexagon with black stones, and the rest of the first
// hexagon, except a point, with white ones.
func centralRosette(g *board.Graph) (moves []string) {
	hexagons := g.Rosettes()
	middle := hexagons[len(hexagons)/2]
	for _, p := range middle {
		moves = append(moves, "b "+g.PointName(p))
	}
	for _, p := range hexagons[0][:5] {
		if !slices.Contains(middle, p) {
			moves = append(moves, "w "+g.PointName(p))
		}
	}
	return moves
}

func TestHoneycombsMatchTheGoldenFiles(t *testing.T) {
	for base := 1; base <= board.MaxBase; base++ {
		g := board.Rosette(base)
		t.Run(g.Name(), func(t *testing.T) {
			picture(t, g.Name(), Game(played(t, g, centralRosette(g)...), Style{}))
		})
	}
}

func TestSquareBoardsMatchTheGoldenFiles(t *testing.T) {
	for side := 1; side <= board.MaxSide; side++ {
		g := board.Square(side, side)
		t.Run(g.Name(), func(t *testing.T) { picture(t, g.Name(), Text(&board.New(g).View, Style{})) })
	}
	g := board.Square(13, 9)
	picture(t, g.Name(), Game(played(t, g, "b d3", "w d4", "b e4", "w pass"), Style{}))
}

func TestEveryStyleMatchesTheGoldenFiles(t *testing.T) {
	g := board.Rosette(3)
	moves := append(centralRosette(g), "w a3")
	for name, s := range map[string]Style{
		"unicode":         {Unicode: true},
		"unicode-compact": {Unicode: true, Compact: true},
		"compact":         {Compact: true},
		"colour":          {Colour: true},
		"unicode-colour":  {Unicode: true, Colour: true},
	} {
		t.Run(name, func(t *testing.T) { picture(t, "style-"+name, Game(played(t, g, moves...), s)) })
	}
	picture(t, "style-square-unicode", Game(played(t, board.Square(9, 9), "b e5", "w c3"), Style{Unicode: true}))
}

// wheel returns a board with a rim of points around a hub, where the rim is a rosette.
func wheel(t *testing.T, rim int, spread float64) *board.Graph {
	t.Helper()
	f := board.File{Name: "wheel", Points: []board.FilePoint{{Name: "HUB"}}, Rosettes: [][]string{nil}}
	around := [][2]float64{{0, -2}, {2, -1}, {2, 1}, {0, 2}, {-2, 1}, {-2, -1}}
	for i := range rim {
		name := fmt.Sprintf("R%d", i+1)
		xy := around[i%6]
		f.Points = append(f.Points, board.FilePoint{Name: name, X: xy[0] * spread, Y: xy[1] * spread})
		f.Lines = append(f.Lines, []string{name, fmt.Sprintf("R%d", (i+1)%rim+1)}, []string{"HUB", name})
		f.Rosettes[0] = append(f.Rosettes[0], name)
	}
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestACustomBoardIsDrawnByItsCoordinates(t *testing.T) {
	g := wheel(t, 6, 3)
	moves := []string{"w r1", "b hub"}
	picture(t, "custom-plot", Game(played(t, g, moves...), Style{}))
}

func TestACustomBoardWhosePointsCoincideIsDrawnAsAList(t *testing.T) {
	g := wheel(t, 6, 0)
	var moves []string
	for i := range 6 {
		moves = append(moves, fmt.Sprintf("b r%d", i+1))
	}
	picture(t, "custom-list", Game(played(t, g, moves...), Style{}))
}

// stones counts the marks in a picture.
func stones(picture string, marks ...string) (n int) {
	for _, m := range marks {
		n += strings.Count(picture, m)
	}
	return n
}

func TestEveryPointOfEveryBoardIsInThePictureOnce(t *testing.T) {
	for base := 1; base <= board.MaxBase; base++ {
		for _, compact := range []bool{false, true} {
			g := board.Rosette(base)
			picture := Text(&board.New(g).View, Style{Compact: compact})
			if got := stones(picture, "."); got != g.Points() {
				t.Errorf("%s compact %v: %d points in the picture, want %d", g.Name(), compact, got, g.Points())
			}
			want := len(g.Lines())
			if compact {
				want -= uprights(g)
			}
			if got := stones(picture, "/", `\`, "|"); got != want {
				t.Errorf("%s compact %v: %d lines in the picture, want %d", g.Name(), compact, got, want)
			}
		}
	}
}

// uprights counts the vertical lines.
func uprights(g *board.Graph) (n int) {
	for _, l := range g.Lines() {
		if g.At(l[0]).X == g.At(l[1]).X {
			n++
		}
	}
	return n
}

func TestPublishedBoardsFitATerminal(t *testing.T) {
	for _, name := range []string{"rosette-5", "rosette-6", "rosette-7", "square-19", "square-25"} {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(Text(&board.New(g).View, Style{})) {
			if len(line) > 80 {
				t.Errorf("%s: a line of %d characters, want at most 80", name, len(line))
			}
		}
	}
}
