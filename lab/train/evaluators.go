package train

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/playout"
)

// Playouts names the evaluator without a network in logs and shards.
const Playouts = "playouts"

// Evaluators makes the evaluators of one player.
type Evaluators struct {
	New     func(seed uint64) engine.Evaluator
	Network func() string // the hash of the network, or [Playouts]
}

// EvaluatorsOf returns the evaluators of a network, or of playouts if n is nil.
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
	}
}

// NetworkFiles returns the network files of a run for the processes that play its games. It
// remembers the last one.
type NetworkFiles struct {
	Dir  string // of the run
	hash string
	last []byte
}

// File returns the file of the network with that hash. It is not ok if the run has none.
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
	for _, name := range slices.Backward(names) { // the newest first
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
