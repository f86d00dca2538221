package neural

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sync"

	"rosette/game"
	"rosette/game/board"
)

// The best networks of their lattices come with the program.
//
//go:embed weights/*.rnet
var weights embed.FS

// shipped are those, read when they are first asked for.
var shipped = map[board.Lattice]func() *Network{
	board.Honeycomb: sync.OnceValue(func() *Network { return embedded("honeycomb") }),
	board.Grid:      sync.OnceValue(func() *Network { return embedded("grid") }),
}

// embedded reads weights that come with the program, if there are any of that
// name.
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

// Shipped returns the network that comes with the program for boards and rules
// of that kind, nil if there is none, if it has learned no board as small or none as
// large, or if territory counts: self-play counts area, where a stone inside costs nothing.
func Shipped(g *board.Graph, r game.Rules) *Network {
	read, ok := shipped[g.Lattice()]
	if !ok {
		return nil
	}
	n := read()
	if n == nil || !n.Applies(g, r) || r.Scoring == game.ScoringTerritory {
		return nil
	}
	if least, most := n.learnedPoints(); g.Points() < least || g.Points() > most {
		return nil
	}
	return n
}

// AllShipped returns the networks that come with the program.
func AllShipped() (all []*Network) {
	for _, kind := range []board.Lattice{board.Honeycomb, board.Grid} {
		if n := shipped[kind](); n != nil {
			all = append(all, n)
		}
	}
	return all
}

// learnedPoints returns how many points the smallest and the largest of the boards
// have that the network has learned from, by what its file says; nothing if that
// says nothing.
func (n *Network) learnedPoints() (least, most int) {
	var names []string
	if err := json.Unmarshal(n.Origin["boards"], &names); err != nil {
		return 0, 0
	}
	for _, name := range names {
		if g, err := board.Named(name); err == nil {
			if least == 0 || g.Points() < least {
				least = g.Points()
			}
			most = max(most, g.Points())
		}
	}
	return least, most
}
