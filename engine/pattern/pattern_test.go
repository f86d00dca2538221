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

// scatter returns a board with random stones.
func scatter(t *testing.T, g *board.Graph, rng *rand.Rand) (*board.Board, []board.Color) {
	t.Helper()
	for {
		stones := make([]board.Color, g.Points())
		for p := range stones {
			stones[p] = board.Color(rng.IntN(3))
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

// A pattern has the same canonical code under every board symmetry with the colours exchanged.
func TestCanonicalCodesDoNotDependOnSymmetryOrColor(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, name := range boards {
		g := graph(t, name)
		d, ok := NewNeighbourhoods(g)
		if !ok {
			t.Fatalf("%s has no neighbourhoods", name)
		}
		for range 20 {
			b, stones := scatter(t, g, rng)
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
					a := Canonical(g.Lattice(), d.Code(&b.View, p, board.Black))
					c := Canonical(g.Lattice(), d.Code(&other.View, s[p], board.White))
					if a != c {
						t.Fatalf(
							"%s: %s has the pattern %s, its image %s", name, g.PointName(p), neighbourhoods[g.Lattice()].format(a),
							neighbourhoods[g.Lattice()].format(c),
						)
					}
				}
			}
		}
	}
}

func TestNeighbourhoodsAreMutual(t *testing.T) {
	for _, name := range boards {
		g := graph(t, name)
		d, _ := NewNeighbourhoods(g)
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
					t.Fatalf("%s: %s is %d times in the neighbourhood of %s", name, g.PointName(p), back, g.PointName(q))
				}
			}
			for _, q := range g.Near(p) {
				if !strings.Contains(names(g, d.Near(p)), " "+g.PointName(q)+" ") {
					t.Fatalf("%s: %s is not in the neighbourhood of its neighbour %s", name, g.PointName(q), g.PointName(p))
				}
			}
		}
		if most > MaxPoints {
			t.Errorf("%s has a neighbourhood of %d points", name, most)
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

// Fit recovers the weights from which the choices were drawn.
func TestFitRecoversTheWeightsOfTheSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	truth := map[Code]float64{1: 0.2, 5: 1, 9: 4, 21: 15}
	codes := []Code{1, 5, 9, 21}
	var samples []Sample
	for range 20_000 {
		s := Sample{Others: 10}
		sum := 10.0
		for range 3 {
			c := codes[rng.IntN(4)]
			s.Local = append(s.Local, Move{Code: c})
			sum += truth[c]
		}
		at := rng.Float64() * sum
		s.OtherShare = 1
		for i := range s.Local {
			if at -= truth[s.Local[i].Code]; at < 0 {
				s.Local[i].Share, s.OtherShare = 1, 0
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

func TestAWrittenTableIsReadBackUnchanged(t *testing.T) {
	for lattice := range neighbourhoods {
		table := &Table{Lattice: lattice, Weights: map[Code]float64{}}
		rng := rand.New(rand.NewPCG(3, 0))
		for range 100 {
			c := Code(rng.Uint32()) & (1<<(2*len(neighbourhoods[lattice].steps)) - 1)
			table.Weights[Canonical(lattice, c)] = float64(1+rng.IntN(99)) / 10
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

func TestEveryEmbeddedTableIsReadable(t *testing.T) {
	files, err := files.ReadDir("tables")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tables: %v", len(files), err)
	}
	for _, f := range files {
		if builtIn()[board.Lattice(strings.TrimSuffix(f.Name(), ".txt"))] == nil {
			t.Errorf("%s is not of a lattice with patterns", f.Name())
		}
	}
}

func TestAnInvalidTableIsRefusedWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `line 1: no patterns of lattice ""; use rosette or square`,
		"hex":                    `line 1: no patterns of lattice "hex"; use rosette or square`,
		"square\n.x 1":           `line 2: pattern ".x" has 2 points; write 8`,
		"square\n.x.o.?.. 1":     `line 2: pattern ".x.o.?..": write only .xo#`,
		"square\n.x.o.... 0":     `line 2: weight "0"; write a number over 0`,
		"square\n.x.o.... NaN":   `line 2: weight "NaN"; write a number over 0`,
		"rosette\n.x.o.....":     `line 2: weight ""; write a number over 0`,
		"rosette\n.x.o.. ... 12": `line 2: pattern ".x.o.." has 6 points; write 9`,
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
		table.expand()
	})
}
