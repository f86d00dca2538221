package board

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"weak"
)

// A registry finds custom graphs, because graphs are compared by pointer: a process must have one
// graph per board.
type registry struct {
	byName sync.Map // string → *Graph, registered
	byFile sync.Map // string → weak.Pointer[Graph], in use
}

// custom is the process's registry, as for formats in package image.
var custom = newRegistry()

func newRegistry() *registry { return new(registry) }

// Register makes [Named] return a custom graph by its name, as long as the process runs. If the same
// board is registered already, Register returns the earlier graph. It fails if another board has the
// name.
func Register(g *Graph) (*Graph, error) {
	if g.lattice != Custom {
		return nil, fmt.Errorf("board %s is a built-in board", g.name)
	}
	first, _ := custom.byName.LoadOrStore(g.name, g)
	if earlier := first.(*Graph); earlier == g || reflect.DeepEqual(earlier.File(), g.File()) {
		return earlier, nil
	}
	return nil, fmt.Errorf("another board is named %s; use another name", g.name)
}

// named returns the registered graph with a name.
func (r *registry) named(name string) (*Graph, bool) {
	g, ok := r.byName.Load(name)
	if !ok {
		return nil, false
	}
	return g.(*Graph), true
}

// ReadShared parses a custom graph in JSON like [Read]. While a graph is in use, ReadShared returns
// it again for the same board.
func ReadShared(text string) (*Graph, error) {
	g, err := Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if named, ok := custom.named(g.name); ok && reflect.DeepEqual(named.File(), g.File()) {
		return named, nil
	}
	file, err := json.Marshal(g.File())
	if err != nil {
		return nil, fmt.Errorf("board file: %w", err)
	}
	return custom.share(string(file), g), nil
}

// share returns the graph in use with this file, which is g if there is no other.
func (r *registry) share(file string, g *Graph) *Graph {
	own := weak.Make(g)
	for {
		other, loaded := r.byFile.LoadOrStore(file, own)
		if !loaded {
			runtime.AddCleanup(g, func(file string) { r.byFile.CompareAndDelete(file, own) }, file)
			return g
		}
		if live := other.(weak.Pointer[Graph]).Value(); live != nil {
			return live
		}
		r.byFile.CompareAndDelete(file, other)
	}
}
