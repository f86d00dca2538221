package neural

import (
	"fmt"
	"os"

	"rosette/game"
)

// FileSuffix is the suffix for network files.
const FileSuffix = ".rnet"

// ReadFile reads a network file.
func ReadFile(name string) (*Network, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	n, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// Files caches network files by name. Each is read once.
type Files map[string]*Network

// Read returns the network in the named file.
func (f Files) Read(name string) (*Network, error) {
	if n := f[name]; n != nil {
		return n, nil
	}
	n, err := ReadFile(name)
	if err == nil {
		f[name] = n
	}
	return n, err
}

// CheckGame returns a one-line error if the network does not apply to g. name is the network's name
// in the error.
func (n *Network) CheckGame(name string, g *game.Game) error {
	switch {
	case n.Applies(g.Graph(), g.Rules()):
		return nil
	case n.Applies(g.Graph(), game.Rules{}):
		return fmt.Errorf("%s does not support a supply of %s stones; use other --rules", name, g.Rules().Supply)
	}
	return fmt.Errorf("%s does not support %s: its lattice is the %s", name, g.Graph().Name(), LatticeName(n.Lattice))
}
