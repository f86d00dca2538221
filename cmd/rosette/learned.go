package main

import (
	"fmt"
	"io"
	"os"
	"sync"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// noNetwork is what --network takes for playouts.
const noNetwork = "none"

// networkSuffix is how names of networks' files end.
const networkSuffix = ".rnet"

// A shelf keeps the networks that were read, so that each file is read once, and
// remembers what was said, so that it is said once. Every copy of the flags has
// the same.
type shelf struct {
	mu       sync.Mutex
	networks map[string]*neural.Network
	said     map[string]bool
	out      io.Writer
}

func newShelf() *shelf {
	return &shelf{networks: map[string]*neural.Network{}, said: map[string]bool{}, out: io.Discard}
}

// network returns that of a file.
func (s *shelf) network(name string) (*neural.Network, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if net := s.networks[name]; net != nil {
		return net, nil
	}
	net, err := readNetwork(name)
	if err == nil {
		s.networks[name] = net
	}
	return net, err
}

// sayf says a line on standard error, unless it was said before.
func (s *shelf) sayf(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	line := plain(format, args...)
	if !s.said[line] {
		s.said[line] = true
		fmt.Fprintf(s.out, "rosette: %s\n", line)
	}
}

// readNetwork reads a file of weights.
func readNetwork(name string) (*neural.Network, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, misused{err}
	}
	defer file.Close()
	net, err := neural.Read(file)
	if err != nil {
		return nil, misused{fmt.Errorf("%s: %w", name, err)}
	}
	return net, nil
}

// named returns the network that the flags name, nil if they name none.
func (f *flags) named() (*neural.Network, error) {
	if f.network == "" || f.network == noNetwork {
		return nil, nil
	}
	return f.shelf.network(f.network)
}

// learned returns the network that thinks on a board, nil where playouts do: the
// one that the flags name, or the one that comes with the program.
func (f *flags) learned(g *board.Graph, r game.Rules) *neural.Network {
	if f.network == noNetwork || f.replies != nil {
		return nil
	}
	if f.network == "" {
		return neural.Shipped(g, r)
	}
	net, err := f.named()
	if err != nil {
		panic(err) // heed has read it
	}
	if !f.knows(net, g, r) {
		return nil
	}
	return net
}

// hash names the network that thinks on a board to whoever compares conditions,
// "" if there is none.
func (f *flags) hash(g *board.Graph, r game.Rules) string {
	if net := f.learned(g, r); net != nil {
		return net.Hash
	}
	return ""
}

// A mind judges by a network where that knows board and rules, by playouts
// elsewhere.
type mind struct {
	flags *flags
	seed  uint64

	now   engine.Evaluator // who judges on that ground
	graph *board.Graph
	rules game.Rules
}

// Evaluate is that of the network, or of playouts.
func (m *mind) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	if m.now == nil || m.graph != g.Graph() || m.rules != g.Rules() {
		m.graph, m.rules = g.Graph(), g.Rules()
		if net := m.flags.learned(m.graph, m.rules); net != nil {
			m.now = neural.New(net, m.seed)
		} else {
			m.now = m.flags.playouts(m.seed)
		}
	}
	m.now.Evaluate(g, next, into)
}

// knows tells whether the network of the flags serves a board and rules, and
// says so where it does not.
func (f *flags) knows(net *neural.Network, g *board.Graph, r game.Rules) bool {
	knows := net.Applies(g, r)
	switch {
	case knows:
	case net.Applies(g, game.Rules{}):
		f.shelf.sayf("--network %s knows no supply of %d stones; playouts think there", f.network, r.Supply)
	default:
		f.shelf.sayf("--network %s knows no %s; playouts think there", f.network, g.Name())
	}
	return knows
}

// networkOutput is what a network says of a position at once, and what the player to
// move gets besides the points of the board; judged as the board stands, or as the
// mean of all symmetries.
func networkOutput(net *neural.Network, g *game.Game, next board.Color, average bool) (o *neural.Output, given float32) {
	var seen neural.Features
	seen.Read(g, next)
	if average {
		e := neural.New(net, 0)
		e.Average, e.Whole = true, true
		return e.Look(g, next), seen.Given
	}
	o = &neural.Output{}
	neural.NewMind(net).Judge(&seen, g.Graph().Symmetries()[0], o)
	return o, seen.Given
}
