package neural

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"rosette/game/board"
)

// A weights file (.rnet) consists of
//
//	the line "ROSETTE NETWORK\n"
//	the version, uint32
//	the length of the header in bytes, uint32
//	the header, JSON
//	the tensors in header order, row-major binary16
//	the SHA-256 of everything before, 32 bytes
//
// Integers and numbers are little-endian. lab/train/learn writes the same format.
const (
	magic        = "ROSETTE NETWORK\n"
	version      = 1
	maxFileBytes = 1 << 28
	preamble     = len(magic) + 4 + 4
)

// Limits on the network size.
const (
	maxBlocks   = 64
	maxChannels = 1024
)

// A header describes the network in a weights file.
type header struct {
	Lattice  string                     `json:"lattice"`
	Blocks   int                        `json:"blocks"`
	Channels int                        `json:"channels"`
	Inputs   int                        `json:"inputs"`
	Globals  int                        `json:"globals"`
	Taps     int                        `json:"taps"`
	Origin   map[string]json.RawMessage `json:"origin"`
	Tensors  []tensor                   `json:"tensors"`
}

// A tensor is the name and shape of one array of weights.
type tensor struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
}

// size returns the number of elements.
func (t tensor) size() int {
	n := 1
	for _, side := range t.Shape {
		n *= side
	}
	return n
}

// check returns an error if this program cannot run the network.
func (h header) check() error {
	kind, ok := latticeNamed(h.Lattice)
	switch {
	case !ok:
		return fmt.Errorf("lattice %.24q: networks are for honeycomb or grid", h.Lattice)
	case h.Inputs != numPlanes && h.Inputs != plainPlanes || h.Globals != numGlobals ||
		h.Taps != len(lattices[kind].taps):
		return fmt.Errorf("%d inputs, %d globals and %d taps: this program has %d (or %d), %d and %d on a %s",
			h.Inputs, h.Globals, h.Taps, numPlanes, plainPlanes, numGlobals, len(lattices[kind].taps), h.Lattice)
	case h.Blocks < 1 || h.Blocks > maxBlocks:
		return fmt.Errorf("%d blocks: a network has 1 to %d", h.Blocks, maxBlocks)
	case h.Channels < tileWide || h.Channels > maxChannels || h.Channels%tileWide != 0:
		return fmt.Errorf("%d channels: a network has a multiple of %d up to %d", h.Channels, tileWide, maxChannels)
	}
	return nil
}

// A Network holds a network's weights. It is immutable and safe for concurrent use.
type Network struct {
	Lattice  board.Lattice
	Blocks   int
	Channels int
	Origin   map[string]json.RawMessage // how it was trained: seed, steps, boards and more
	Hash     string                     // SHA-256 of the file, in hexadecimal

	inputs  int      // planes that it reads: numPlanes or plainPlanes
	header  []byte   // as in the file
	order   []tensor // as in the file
	tensors map[string][]float32
	layers
}

// Read reads a weights file up to 256 MB, checks its hash and shapes, and evaluates an empty board
// with it. Errors are one line long.
func Read(r io.Reader) (*Network, error) {
	n, err := read(io.LimitReader(r, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	return n, nil
}

// read checks the preamble before it reads the rest, so that it stops early in files with another
// format.
func read(r io.Reader) (*Network, error) {
	first := make([]byte, preamble)
	n, err := io.ReadFull(r, first)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if err := checkPreamble(first[:n]); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.MultiReader(bytes.NewReader(first), r))
	if err != nil {
		return nil, err
	}
	return parse(data)
}

// checkPreamble returns an error unless data begins like a weights file with the supported version.
func checkPreamble(data []byte) error {
	switch {
	case !bytes.HasPrefix(data, []byte(magic)):
		return fmt.Errorf("not a network file; it must begin with the line %q", magic[:len(magic)-1])
	case len(data) < preamble:
		return errors.New("the file is cut short; copy it again")
	}
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != version {
		return fmt.Errorf("version %d; this program reads version %d", v, version)
	}
	return nil
}

// parse decodes a file. It checks the hash before it uses the contents.
func parse(data []byte) (*Network, error) {
	if err := checkPreamble(data); err != nil {
		return nil, err
	}
	switch {
	case len(data) > maxFileBytes:
		return nil, fmt.Errorf("over %d bytes; networks are smaller", maxFileBytes)
	case len(data) < preamble+sha256.Size:
		return nil, errors.New("the file is cut short; copy it again")
	}
	body, end := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	sum := sha256.Sum256(body)
	if !bytes.Equal(sum[:], end) {
		return nil, errors.New(
			"the file does not end with the SHA-256 of the rest: it has been cut or changed; copy it again",
		)
	}
	length := int64(binary.LittleEndian.Uint32(data[len(magic)+4:]))
	if length > int64(len(body)-preamble) {
		return nil, fmt.Errorf("a header with %d bytes in a file with %d", length, len(data))
	}
	n := &Network{Hash: fmt.Sprintf("%x", sum), header: slices.Clone(body[preamble : preamble+int(length)])}
	return n, n.decode(body[preamble+int(length):])
}

// decode decodes the header and then the tensors in data.
func (n *Network) decode(data []byte) error {
	var h header
	if err := json.Unmarshal(n.header, &h); err != nil {
		return fmt.Errorf("header: %.80s", err.Error())
	}
	if err := h.check(); err != nil {
		return err
	}
	n.Lattice, _ = latticeNamed(h.Lattice)
	n.Blocks = h.Blocks
	n.Channels = h.Channels
	n.Origin = h.Origin
	n.inputs = h.Inputs
	n.order = h.Tensors
	wanted := tensorsOf(n.Lattice, n.Blocks, n.Channels, n.inputs)
	if err := matchTensors(n.order, wanted); err != nil {
		return fmt.Errorf("%w in a network with %d blocks and %d channels on a %s", err, n.Blocks, n.Channels, h.Lattice)
	}
	numbers := 0
	for _, t := range wanted {
		numbers += t.size()
	}
	if len(data) != 2*numbers {
		return fmt.Errorf("%d bytes of weights; the tensors need %d", len(data), 2*numbers)
	}
	if err := n.decodeTensors(data); err != nil {
		return err
	}
	n.layers = n.build()
	return n.selfTest()
}

// matchTensors returns an error unless both lists contain the same tensors, in any order.
func matchTensors(order, wanted []tensor) error {
	there := map[string][]int{}
	for _, t := range order {
		if _, twice := there[t.Name]; twice {
			return fmt.Errorf("tensor %.40q occurs twice", t.Name)
		}
		there[t.Name] = t.Shape
	}
	for _, t := range wanted {
		shape, ok := there[t.Name]
		switch {
		case !ok:
			return fmt.Errorf("tensor %s %v is missing", t.Name, t.Shape)
		case !slices.Equal(shape, t.Shape):
			return fmt.Errorf("tensor %s has shape %.40s, not %v", t.Name, fmt.Sprint(shape), t.Shape)
		}
		delete(there, t.Name)
	}
	for _, t := range order {
		if _, left := there[t.Name]; left {
			return fmt.Errorf("unknown tensor %.40q", t.Name)
		}
	}
	return nil
}

// decodeTensors decodes the weights, which must be finite.
func (n *Network) decodeTensors(data []byte) error {
	n.tensors = map[string][]float32{}
	for _, t := range n.order {
		numbers := make([]float32, t.size())
		for i := range numbers {
			numbers[i] = fromFloat16(binary.LittleEndian.Uint16(data[2*i:]))
			if x := float64(numbers[i]); math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("tensor %s: number %d is %v; weights must be finite", t.Name, i, x)
			}
		}
		n.tensors[t.Name], data = numbers, data[2*len(numbers):]
	}
	return nil
}

// Parameters returns the number of weights.
func (n *Network) Parameters() int {
	all := 0
	for _, t := range n.order {
		all += t.size()
	}
	return all
}

// Write writes the weights file, byte for byte as it was read.
func (n *Network) Write(w io.Writer) error {
	_, err := w.Write(encode(n.header, n.order, n.tensors))
	return err
}

// encode encodes a weights file.
func encode(text []byte, order []tensor, tensors map[string][]float32) []byte {
	data := append([]byte(magic), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(data[len(magic):], version)
	binary.LittleEndian.PutUint32(data[len(magic)+4:], uint32(len(text)))
	data = append(data, text...)
	for _, t := range order {
		for _, x := range tensors[t.Name] {
			data = binary.LittleEndian.AppendUint16(data, toFloat16(x))
		}
	}
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}
