// Package pattern implements learned local patterns: a weight for every arrangement of stones
// around a move, fitted to choices made by the search.
//
// Weights are strengths in the Bradley-Terry model, as in Coulom, Computing Elo Ratings of Move
// Patterns in the Game of Go (2007): the probability that a move is chosen is its weight divided by
// the sum over all moves. Only moves in the last move's neighbourhood have a learned weight; any
// other move weighs 1.
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

// builtIn decodes the embedded tables on first use. It returns weights by lattice and code. A
// lattice without a table was not learned, or patterns did not make play stronger there; see
// docs/results.md.
var builtIn = sync.OnceValue(func() map[board.Lattice][]float32 {
	all := map[board.Lattice][]float32{}
	for lattice := range neighbourhoods {
		f, err := files.Open("tables/" + string(lattice) + ".txt")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			panic(err) // cannot happen to an embedded file
		}
		t, err := Read(f)
		if err != nil {
			panic(fmt.Sprintf("patterns of %s: %v", lattice, err)) // a test reads every file
		}
		all[lattice] = t.expand()
	}
	return all
})

// expand returns weights indexed by code, for all codes, canonical or not.
func (t *Table) expand() []float32 {
	r := neighbourhoods[t.Lattice]
	weights := make([]float32, 1<<(2*len(r.steps)))
	for i := range weights {
		weights[i] = 1
	}
	for c, weight := range t.Weights {
		for _, to := range r.symmetries {
			weights[c.permute(to)] = float32(weight)
		}
	}
	return weights
}

// Patterns holds the learned patterns for one graph. It is immutable and safe for concurrent use.
type Patterns struct {
	*Neighbourhoods
	weights []float32
}

// New returns the patterns for a graph from the embedded table, or nil if the graph's lattice has
// none. It costs as much as [NewNeighbourhoods]: call it once per graph and reuse the result.
func New(g *board.Graph) *Patterns {
	weights := builtIn()[g.Lattice()]
	if weights == nil {
		return nil
	}
	n, _ := NewNeighbourhoods(g) // a lattice with a table has neighbourhoods
	return &Patterns{n, weights}
}

// Weight returns the weight for a move by c at p, which must be in the last move's neighbourhood. It
// does not allocate.
func (s *Patterns) Weight(b *board.View, p board.Point, c board.Color) float32 {
	return s.weights[s.Code(b, p, c)]
}
