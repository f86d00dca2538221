package neural

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Description summarises a network file.
type Description struct {
	File       string                     `json:"file"`
	Lattice    string                     `json:"lattice"`
	Blocks     int                        `json:"blocks"`
	Channels   int                        `json:"channels"`
	Parameters int                        `json:"parameters"`
	Bytes      int                        `json:"bytes"` // file size
	Hash       string                     `json:"hash"`
	Origin     map[string]json.RawMessage `json:"origin"`
}

// Describe returns the description of n, with file as its file name.
func (n *Network) Describe(file string) (Description, error) {
	var text bytes.Buffer
	err := n.Write(&text)
	return Description{
		File: file, Lattice: LatticeName(n.Lattice), Blocks: n.Blocks, Channels: n.Channels,
		Parameters: n.Parameters(), Bytes: text.Len(), Hash: n.Hash, Origin: n.Origin,
	}, err
}

// String formats the description, one item a line. The origin is not escaped.
func (d Description) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", d.File)
	for _, item := range []struct {
		name  string
		value any
	}{
		{"lattice", d.Lattice},
		{"blocks", d.Blocks},
		{"channels", d.Channels},
		{"parameters", d.Parameters},
		{"bytes", d.Bytes},
		{"hash", d.Hash},
	} {
		fmt.Fprintf(&b, "  %-11s %v\n", item.name, item.value)
	}
	for i, key := range slices.Sorted(maps.Keys(d.Origin)) {
		name := ""
		if i == 0 {
			name = "origin"
		}
		var value bytes.Buffer
		if json.Compact(&value, d.Origin[key]) != nil {
			continue // Read rejects a file with such an origin
		}
		fmt.Fprintf(&b, "  %-11s %s %s\n", name, key, &value)
	}
	return b.String()
}

// Size returns the network size as blocks and channels, such as b4c48.
func (n *Network) Size() string { return fmt.Sprintf("b%dc%d", n.Blocks, n.Channels) }

// ShippedName returns a name for an embedded network, to use instead of a file name.
func (n *Network) ShippedName() string { return "built-in " + LatticeName(n.Lattice) }
