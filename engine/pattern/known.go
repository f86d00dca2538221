package pattern

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"rosette/game/board"
)

//go:embed tables
var files embed.FS

// tables are the shipped weights of every code, by lattice. What a lattice lacks
// there did not pay, or has not been learned yet: see docs/bench/playouts.txt.
var tables = sync.OnceValue(func() map[board.Lattice][]float32 {
	all := map[board.Lattice][]float32{}
	for lattice := range rings {
		f, err := files.Open("tables/" + string(lattice) + ".txt")
		if errors.Is(err, fs.ErrNotExist) {
			continue // the lattice has not been learned
		}
		if err != nil {
			panic(err) // files in the program are always there
		}
		t, err := Read(f)
		if err != nil {
			panic(fmt.Sprintf("shapes of %s: %v", lattice, err)) // a test reads every file
		}
		all[lattice] = t.spread()
	}
	return all
})

// spread gives every code the weight of its canonical one.
func (t *Table) spread() []float32 {
	r := rings[t.Lattice]
	weights := make([]float32, 1<<(2*len(r.steps)))
	for i := range weights {
		weights[i] = 1
	}
	for c, weight := range t.Weights {
		for _, to := range r.alike {
			weights[c.turn(to)] = float32(weight)
		}
	}
	return weights
}

// Shapes judge moves on one graph. They never change.
type Shapes struct {
	*Ground
	weights []float32
}

var known sync.Map // *board.Graph → *Shapes

// Of returns the shapes of a graph, or nil if nothing has been learned about its
// lattice.
func Of(g *board.Graph) *Shapes {
	if s, ok := known.Load(g); ok {
		return s.(*Shapes)
	}
	t := tables()[g.Lattice()]
	if t == nil {
		return nil
	}
	s := &Shapes{newGround(g, rings[g.Lattice()]), t}
	known.Store(g, s)
	return s
}

// Weight returns what a play of c on p weighs beside a stone just played.
func (s *Shapes) Weight(b *board.Board, p board.Point, c board.Color) float32 {
	return s.weights[s.Code(b, p, c)]
}
