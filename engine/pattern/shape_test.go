package pattern

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rosette/game/board"
)

var boards = []string{"square-2", "square-5", "square-9", "square-4x7", "rosette-1", "rosette-2", "rosette-4"}

// scatter puts stones on the board at random.
func scatter(t *testing.T, g *board.Graph, luck *rand.Rand) (*board.Board, []board.Color) {
	t.Helper()
	for {
		stones := make([]board.Color, g.Points())
		for p := range stones {
			stones[p] = board.Color(luck.IntN(3))
		}
		if b, err := board.Setup(g, stones); err == nil {
			return b, stones
		}
	}
}

func graph(t *testing.T, name string) *board.Graph {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// However the board is turned, and whichever colour is whose, a shape has one
// canonical code.
func TestAShapeIsTheSameHoweverTheBoardIsTurned(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 0))
	for _, name := range boards {
		g := graph(t, name)
		d, ok := GroundOf(g)
		if !ok {
			t.Fatalf("%s has no ground", name)
		}
		for range 20 {
			b, stones := scatter(t, g, luck)
			for _, s := range g.Symmetries() {
				turned := make([]board.Color, len(stones))
				for p, c := range stones {
					turned[s[p]] = c.Opponent()
				}
				other, err := board.Setup(g, turned)
				if err != nil {
					t.Fatal(err)
				}
				for p := range board.Point(g.Points()) {
					a := Canonical(g.Lattice(), d.Code(b, p, board.Black))
					c := Canonical(g.Lattice(), d.Code(other, s[p], board.White))
					if a != c {
						t.Fatalf("%s: %s looks like %s, turned like %s", name, g.PointName(p), rings[g.Lattice()].text(a), rings[g.Lattice()].text(c))
					}
				}
			}
		}
	}
}

func TestWhoIsInARingHasTheOtherInHis(t *testing.T) {
	for _, name := range boards {
		g := graph(t, name)
		d, _ := GroundOf(g)
		most := 0
		for p := range board.Point(g.Points()) {
			most = max(most, len(d.Near(p)))
			for _, q := range d.Near(p) {
				back := 0
				for _, r := range d.Near(q) {
					if r == p {
						back++
					}
				}
				if back != 1 || q == p {
					t.Fatalf("%s: %s is %d times in the ring of %s", name, g.PointName(p), back, g.PointName(q))
				}
			}
			for _, q := range g.Near(p) {
				if !strings.Contains(names(g, d.Near(p)), " "+g.PointName(q)+" ") {
					t.Fatalf("%s: %s is not in the ring of its neighbour %s", name, g.PointName(q), g.PointName(p))
				}
			}
		}
		if most > Most {
			t.Errorf("%s has a ring of %d points", name, most)
		}
	}
}

func names(g *board.Graph, points []board.Point) string {
	s := " "
	for _, p := range points {
		s += g.PointName(p) + " "
	}
	return s
}

// Choices drawn by known weights give the weights back.
func TestAFitFindsTheWeightsThatChose(t *testing.T) {
	luck := rand.New(rand.NewPCG(2, 0))
	truth := map[Code]float64{1: 0.2, 5: 1, 9: 4, 21: 15}
	codes := []Code{1, 5, 9, 21}
	var samples []Sample
	for range 20_000 {
		s := Sample{Others: 10}
		sum := 10.0
		for range 3 {
			c := codes[luck.IntN(4)]
			s.Beside = append(s.Beside, Seen{Code: c})
			sum += truth[c]
		}
		at := luck.Float64() * sum
		s.Away = 1
		for i := range s.Beside {
			if at -= truth[s.Beside[i].Code]; at < 0 {
				s.Beside[i].Chosen, s.Away = 1, 0
				break
			}
		}
		samples = append(samples, s)
	}
	for c, w := range Fit(board.Grid, samples, 30).Weights {
		if math.Abs(math.Log(w/truth[c])) > 0.1 {
			t.Errorf("weight %.3g, want %.3g", w, truth[c])
		}
	}
}

func TestATableIsReadAsItWasWritten(t *testing.T) {
	for lattice := range rings {
		table := &Table{Lattice: lattice, Weights: map[Code]float64{}}
		luck := rand.New(rand.NewPCG(3, 0))
		for range 100 {
			c := Code(luck.Uint32()) & (1<<(2*len(rings[lattice].steps)) - 1)
			table.Weights[Canonical(lattice, c)] = float64(1+luck.IntN(99)) / 10
		}
		var first, second bytes.Buffer
		if err := table.Write(&first); err != nil {
			t.Fatal(err)
		}
		read, err := Read(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := read.Write(&second); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() || len(read.Weights) != len(table.Weights) {
			t.Errorf("%s: written\n%sread\n%s", lattice, first.String(), second.String())
		}
	}
}

func TestEveryShippedTableIsRead(t *testing.T) {
	files, err := files.ReadDir("tables")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tables: %v", len(files), err)
	}
	for _, f := range files {
		if tables()[board.Lattice(strings.TrimSuffix(f.Name(), ".txt"))] == nil {
			t.Errorf("%s is of no lattice", f.Name())
		}
	}
}

func TestABadTableIsToldWhereItIsBad(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `line 1: no shapes of lattice ""; use rosette or square`,
		"hex":                    `line 1: no shapes of lattice "hex"; use rosette or square`,
		"square\n.x 1":           `line 2: ring ".x" has 2 points; write 8`,
		"square\n.x.o.?.. 1":     `line 2: ring ".x.o.?..": write only .xo#`,
		"square\n.x.o.... 0":     `line 2: weight "0"; write a number over 0`,
		"square\n.x.o.... NaN":   `line 2: weight "NaN"; write a number over 0`,
		"rosette\n.x.o.....":     `line 2: weight ""; write a number over 0`,
		"rosette\n.x.o.. ... 12": `line 2: ring ".x.o.." has 6 points; write 9`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("square\nxxoo..#. 1.5\n")
	f.Add("rosette\n..x.oo##x 0.01\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for c, w := range table.Weights {
			if !(w > 0) || Canonical(table.Lattice, c) != c {
				t.Fatalf("code %d weighs %v", c, w)
			}
		}
		table.spread()
	})
}
