package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rosette/engine/neural"
	"rosette/runlog"
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

// writeFile writes a file atomically. It replaces a file that exists only if
// forced. No name, and -, are the standard output.
func writeFile(out io.Writer, to string, force bool, data []byte) error {
	if to == "" || to == "-" {
		_, err := out.Write(data)
		return err
	}
	if info, err := os.Stat(to); err == nil && info.IsDir() && force {
		return usageError{fmt.Errorf("%s is a directory; name a file in it", to)}
	}
	if force {
		return runlog.WriteFile(to, data)
	}
	err := runlog.CreateFile(to, data)
	if errors.Is(err, fs.ErrExist) {
		return taken(to)
	}
	return err
}

// checkFree returns the error that writeFile would return because the file
// exists, before the work whose result it is to hold.
func checkFree(to string, force bool) error {
	if to == "" || to == "-" || force {
		return nil
	}
	if info, err := os.Stat(to); err == nil && info.Mode().IsRegular() {
		return taken(to)
	}
	return nil
}

// taken is the error of a file that exists.
func taken(name string) error {
	return usageError{fmt.Errorf("%s exists already; use another name, or --force", name)}
}

// checkPicture returns an error unless the file of a flag is an SVG by its name.
func checkPicture(flag, name string) error {
	if strings.EqualFold(filepath.Ext(name), ".svg") {
		return nil
	}
	return usageError{fmt.Errorf("--%s %s: the %s is an SVG; end the name with .svg", flag, name, flag)}
}
