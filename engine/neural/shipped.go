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

// shipped decodes the embedded networks, each on first use.
var shipped = map[board.Lattice]func() *Network{
	board.Honeycomb: sync.OnceValue(func() *Network { return embedded("honeycomb") }),
	board.Grid:      sync.OnceValue(func() *Network { return embedded("grid") }),
}

// embedded reads an embedded weights file. It returns nil if the file does not exist, and panics if
// it is damaged.
func embedded(name string) *Network {
	text, err := weights.ReadFile("weights/" + name + ".rnet")
	if err != nil {
		return nil
	}
	n, err := Read(bytes.NewReader(text))
	if err != nil {
		panic(fmt.Errorf("weights/%s.rnet: %w", name, err)) // a test reads every file
	}
	return n
}

// Shipped returns the embedded network for positions on g under r. It returns nil if the lattice
// has none, if it was not trained on boards as small as g, or if the rules limit the supply of
// stones.
func Shipped(g *board.Graph, r game.Rules) *Network {
	read, ok := shipped[g.Lattice()]
	if !ok {
		return nil
	}
	n := read()
	if n == nil || !n.Applies(g, r) {
		return nil
	}
	if least, _ := n.trainedPoints(); g.Points() < least {
		return nil
	}
	return n
}

// AllShipped returns the embedded networks, honeycomb first.
func AllShipped() (all []*Network) {
	for _, kind := range []board.Lattice{board.Honeycomb, board.Grid} {
		if n := shipped[kind](); n != nil {
			all = append(all, n)
		}
	}
	return all
}

// BeyondTraining reports whether g has more points than every board in the training data,
// according to the weights file. It is false if the file lists no boards.
func (n *Network) BeyondTraining(g *board.Graph) bool {
	_, most := n.trainedPoints()
	return most > 0 && g.Points() > most
}

// trainedPoints returns how many points the smallest and the largest board in the training data
// have, according to the weights file: [math.MaxInt] and 0 if the file lists no boards.
func (n *Network) trainedPoints() (least, most int) {
	least = math.MaxInt
	var names []string
	if err := json.Unmarshal(n.Origin["boards"], &names); err != nil {
		return least, most
	}
	for _, name := range names {
		if g, err := board.Named(name); err == nil {
			least, most = min(least, g.Points()), max(most, g.Points())
		}
	}
	return least, most
}
