package train

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// Playouts names the evaluator without a network in logs and shards.
const Playouts = "playouts"

// Evaluators creates a player's evaluators.
type Evaluators struct {
	New     func(seed uint64) engine.Evaluator
	Network func() string // network hash, or [Playouts]
	network *neural.Network
}

// Judge returns a judge of dead stones that uses the evaluators' network if it is in this process.
func (e Evaluators) Judge() deadstones.Judge {
	return deadstones.Judge{Network: func(g *board.Graph, r game.Rules) *neural.Network {
		if e.network == nil || !e.network.Applies(g, r) {
			return nil
		}
		return e.network
	}}
}

// EvaluatorsOf returns evaluators for a network, or for playouts if n is nil.
func EvaluatorsOf(n *neural.Network) Evaluators {
	if n == nil {
		return Evaluators{
			New:     func(seed uint64) engine.Evaluator { return playout.New(seed) },
			Network: func() string { return Playouts },
		}
	}
	return Evaluators{
		New:     func(seed uint64) engine.Evaluator { return neural.New(n, seed) },
		Network: func() string { return n.Hash },
		network: n,
	}
}

// NetworkFiles returns a run's network files for processes that play its games. It remembers the
// last file.
type NetworkFiles struct {
	Dir  string // the run's directory
	hash string
	last []byte
}

// File returns the network file with that hash. Ok is false if the run has no such network.
func (f *NetworkFiles) File(hash string) (file []byte, ok bool) {
	if f.hash != hash {
		if file, ok = networkFile(f.Dir, hash); !ok {
			return nil, false
		}
		f.hash, f.last = hash, file
	}
	return f.last, true
}

func networkFile(dir, hash string) (file []byte, ok bool) {
	names, err := filepath.Glob(filepath.Join(dir, networkDir, "*.rnet"))
	if err != nil {
		return nil, false
	}
	for _, name := range slices.Backward(names) { // newest first
		file, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if n, err := neural.Read(bytes.NewReader(file)); err == nil && n.Hash == hash {
			return file, true
		}
	}
	return nil, false
}
