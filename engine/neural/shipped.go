package neural

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"rosette/game"
	"rosette/game/board"
)

//go:embed weights/*.rnet
var weights embed.FS

// shipped decode the embedded networks, each at its first use.
var shipped = map[board.Lattice]func() *Network{
	board.Honeycomb: sync.OnceValue(func() *Network { return embedded("honeycomb") }),
	board.Grid:      sync.OnceValue(func() *Network { return embedded("grid") }),
}

// embedded reads an embedded file of weights. It returns nil if there is none of
// that name, and panics if it is damaged.
func embedded(name string) *Network {
	text, err := weights.ReadFile("weights/" + name + ".rnet")
	if err != nil {
		return nil
	}
	n, err := Read(bytes.NewReader(text))
	if err != nil {
		panic(fmt.Errorf("weights/%s.rnet: %w", name, err)) // a test reads them
	}
	return n
}

// Shipped returns the network that is part of the program for positions on g by
// r. It returns nil if there is none for the lattice, if it was not trained on
// boards both as small and as large as g, or if the rules have a limited supply
// of stones.
func Shipped(g *board.Graph, r game.Rules) *Network {
	read, ok := shipped[g.Lattice()]
	if !ok {
		return nil
	}
	n := read()
	if n == nil || !n.Applies(g, r) {
		return nil
	}
	if g.Points() < n.leastTrainedPoints() {
		return nil
	}
	return n
}

// AllShipped returns the networks that are part of the program, honeycomb first.
func AllShipped() (all []*Network) {
	for _, kind := range []board.Lattice{board.Honeycomb, board.Grid} {
		if n := shipped[kind](); n != nil {
			all = append(all, n)
		}
	}
	return all
}

// leastTrainedPoints returns the number of points of the smallest board of the
// training data according to the file of weights, or more than any board has if the
// file does not have them.
func (n *Network) leastTrainedPoints() int {
	least := math.MaxInt
	var names []string
	if err := json.Unmarshal(n.Origin["boards"], &names); err != nil {
		return least
	}
	for _, name := range names {
		if g, err := board.Named(name); err == nil {
			least = min(least, g.Points())
		}
	}
	return least
}
