package main

import (
	"fmt"
	"os"

	"rosette/engine/neural"
)

// noNetwork is what --network takes for playouts.
const noNetwork = "none"

// networkSuffix is how the names of network files end.
const networkSuffix = ".rnet"

// networkFiles are the networks read so far by file name, so that each is read
// once.
type networkFiles map[string]*neural.Network

// read returns the network in a file.
func (f networkFiles) read(name string) (*neural.Network, error) {
	if n := f[name]; n != nil {
		return n, nil
	}
	n, err := readNetwork(name)
	if err == nil {
		f[name] = n
	}
	return n, err
}

// readNetwork reads a network file.
func readNetwork(name string) (*neural.Network, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, usageError{err}
	}
	defer file.Close()
	n, err := neural.Read(file)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	return n, nil
}
