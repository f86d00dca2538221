package train

import (
	"errors"
	"fmt"
	"os"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/neural/remote"
	"rosette/game"
	"rosette/game/board"
)

// OpenEvaluators returns the evaluators for name: a network file, an evaluation server's socket, or
// [Playouts]. They evaluate games under rules on g. Closing ends the connection; onLost is called
// if it is lost earlier.
func OpenEvaluators(
	name string, g *board.Graph, rules game.Rules, onLost func(error),
) (e Evaluators, closing func() error, err error) {
	closing = func() error { return nil }
	if name == Playouts {
		return EvaluatorsOf(nil), closing, nil
	}
	unknown := fmt.Errorf("%s does not support %s with these rules; use a network for that lattice and rules with supply 0", name, g.Name())
	if info, err := os.Stat(name); err == nil && info.Mode()&os.ModeSocket != 0 {
		c, err := remote.Dial(name, remote.Options{OnLost: onLost})
		if err != nil {
			return e, nil, err
		}
		if !c.Network().Applies(g, rules) {
			return e, nil, errors.Join(unknown, c.Close())
		}
		return remoteEvaluators(c), c.Close, nil
	}
	n, err := neural.ReadFile(name)
	if err != nil {
		return e, nil, fmt.Errorf("%w; use a network file, a socket or playouts", err)
	}
	if !n.Applies(g, rules) {
		return e, nil, unknown
	}
	return EvaluatorsOf(n), closing, nil
}

// UseServer makes the evaluation server at a socket evaluate the positions for s. Sent closes the
// connection and returns the number of positions and batches sent to the server.
func (s *SelfPlay) UseServer(
	socket string, onLost func(error),
) (sent func() (positions, batches int64, err error), err error) {
	c, err := remote.Dial(socket, remote.Options{OnLost: onLost})
	if err != nil {
		return nil, err
	}
	if b := s.unknownBoard(c.Network().Applies); b != nil {
		err := fmt.Errorf("%s has a network for a %s, which does not support %s", socket, c.Network().Lattice, b.Name())
		return nil, errors.Join(err, c.Close())
	}
	s.Evaluators = remoteEvaluators(c)
	return func() (positions, batches int64, err error) {
		positions, batches = c.Sent()
		return positions, batches, c.Close()
	}, nil
}

// unknownBoard returns a board that the network does not support under some of the rules, or nil.
func (s *Sampling) unknownBoard(applies func(*board.Graph, game.Rules) bool) *board.Graph {
	for _, b := range s.Boards {
		for _, r := range s.Rules {
			if !applies(b.Value, r.Value) {
				return b.Value
			}
		}
	}
	return nil
}

// UseNetwork makes a network, read from the named file, evaluate the positions for s.
func (s *SelfPlay) UseNetwork(name string, n *neural.Network) error {
	if b := s.unknownBoard(n.Applies); b != nil {
		return fmt.Errorf("%s does not support %s", name, b.Name())
	}
	s.Evaluators = EvaluatorsOf(n)
	return nil
}

// remoteEvaluators returns a server's evaluators.
func remoteEvaluators(c *remote.Client) Evaluators {
	return Evaluators{
		New:     func(seed uint64) engine.Evaluator { return c.Evaluator(seed) },
		Network: func() string { return c.Network().Hash },
	}
}
