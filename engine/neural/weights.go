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

// A file of weights is the magic line, the version, the length of the head, the
// head as JSON, the tensors in the head's order as numbers of 16 bits, and the
// SHA-256 of all before. Numbers are little-endian.
const (
	magic    = "ROSETTE NETWORK\n"
	version  = 1
	largest  = 1 << 28 // bytes of a file
	preamble = len(magic) + 4 + 4
)

// What the sizes of a network may be.
const (
	mostBlocks   = 64
	mostChannels = 1024
)

// A head is what a file of weights says of itself.
type head struct {
	Lattice  string                     `json:"lattice"`
	Blocks   int                        `json:"blocks"`
	Channels int                        `json:"channels"`
	Inputs   int                        `json:"inputs"`
	Globals  int                        `json:"globals"`
	Taps     int                        `json:"taps"`
	Origin   map[string]json.RawMessage `json:"origin"`
	Tensors  []tensor                   `json:"tensors"`
}

// A tensor is a name and a shape: rows are inputs, columns are outputs.
type tensor struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
}

// size is how many numbers it has.
func (t tensor) size() int {
	n := 1
	for _, side := range t.Shape {
		n *= side
	}
	return n
}

// check says what about the sizes is wrong.
func (h head) check() error {
	kind, ok := latticeNamed(h.Lattice)
	switch {
	case !ok:
		return fmt.Errorf("lattice %.24q: networks are for honeycomb or grid", h.Lattice)
	case h.Inputs != planes || h.Globals != globals || h.Taps != len(lattices[kind].taps):
		return fmt.Errorf("%d inputs, %d globals and %d taps: this program has %d, %d and %d on a %s", h.Inputs, h.Globals, h.Taps, planes, globals, len(lattices[kind].taps), h.Lattice)
	case h.Blocks < 1 || h.Blocks > mostBlocks:
		return fmt.Errorf("%d blocks: a network has 1 to %d", h.Blocks, mostBlocks)
	case h.Channels < tileWide || h.Channels > mostChannels || h.Channels%tileWide != 0:
		return fmt.Errorf("%d channels: a network has a multiple of %d up to %d", h.Channels, tileWide, mostChannels)
	}
	return nil
}

// A Network is weights. It never changes once read, so goroutines share it.
type Network struct {
	Lattice  board.Lattice
	Blocks   int
	Channels int
	Origin   map[string]json.RawMessage // what is known of how it came about
	Hash     string                     // of its file, in hexadecimal digits

	text    []byte // the head as the file has it
	order   []tensor
	tensors map[string][]float32
	layers
}

// Read reads a file of weights. What is wrong with it is said in one line.
func Read(r io.Reader) (*Network, error) {
	data, err := io.ReadAll(io.LimitReader(r, largest+1))
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	n, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	return n, nil
}

// parse takes the file apart. Nothing in it is believed before its hash is.
func parse(data []byte) (*Network, error) {
	switch {
	case len(data) > largest:
		return nil, fmt.Errorf("over %d bytes; no network is so large", largest)
	case !bytes.HasPrefix(data, []byte(magic)):
		return nil, fmt.Errorf("this is no file of weights; one begins with the line %q", magic[:len(magic)-1])
	case len(data) < preamble+sha256.Size:
		return nil, errors.New("the file is cut short; copy it again")
	}
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != version {
		return nil, fmt.Errorf("version %d; this program reads version %d", v, version)
	}
	body, end := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	sum := sha256.Sum256(body)
	if !bytes.Equal(sum[:], end) {
		return nil, errors.New("the file does not end with the SHA-256 of the rest: it has been cut or changed; copy it again")
	}
	length := int64(binary.LittleEndian.Uint32(data[len(magic)+4:]))
	if length > int64(len(body)-preamble) {
		return nil, fmt.Errorf("a head of %d bytes in a file of %d", length, len(data))
	}
	n := &Network{Hash: fmt.Sprintf("%x", sum), text: slices.Clone(body[preamble : preamble+int(length)])}
	return n, n.take(body[preamble+int(length):])
}

// take reads the head and the tensors behind it.
func (n *Network) take(data []byte) error {
	var h head
	if err := json.Unmarshal(n.text, &h); err != nil {
		return fmt.Errorf("the head: %.80s", err.Error())
	}
	if err := h.check(); err != nil {
		return err
	}
	n.Lattice, _ = latticeNamed(h.Lattice)
	n.Blocks, n.Channels, n.Origin, n.order = h.Blocks, h.Channels, h.Origin, h.Tensors
	wanted := tensorsOf(n.Lattice, n.Blocks, n.Channels)
	if err := match(n.order, wanted); err != nil {
		return fmt.Errorf("%w of %d blocks with %d channels on a %s", err, n.Blocks, n.Channels, h.Lattice)
	}
	numbers := 0
	for _, t := range wanted {
		numbers += t.size()
	}
	if len(data) != 2*numbers {
		return fmt.Errorf("%d bytes of weights; the tensors take %d", len(data), 2*numbers)
	}
	if err := n.fill(data); err != nil {
		return err
	}
	n.layers = n.build()
	return n.try()
}

// match says in which tensor a file differs from a network, order aside.
func match(order, wanted []tensor) error {
	there := map[string][]int{}
	for _, t := range order {
		if _, twice := there[t.Name]; twice {
			return fmt.Errorf("tensor %.40q stands twice; it should stand once in a network", t.Name)
		}
		there[t.Name] = t.Shape
	}
	for _, t := range wanted {
		shape, ok := there[t.Name]
		switch {
		case !ok:
			return fmt.Errorf("tensor %s %v is missing in a network", t.Name, t.Shape)
		case !slices.Equal(shape, t.Shape):
			return fmt.Errorf("tensor %s is %.40s; it should be %v in a network", t.Name, fmt.Sprint(shape), t.Shape)
		}
		delete(there, t.Name)
	}
	for _, t := range order {
		if _, left := there[t.Name]; left {
			return fmt.Errorf("tensor %.40q does not belong in a network", t.Name)
		}
	}
	return nil
}

// fill reads the numbers.
func (n *Network) fill(data []byte) error {
	n.tensors = map[string][]float32{}
	for _, t := range n.order {
		numbers := make([]float32, t.size())
		for i := range numbers {
			numbers[i] = fromHalf(binary.LittleEndian.Uint16(data[2*i:]))
			if x := float64(numbers[i]); math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("tensor %s: number %d is %v; weights are finite", t.Name, i, x)
			}
		}
		n.tensors[t.Name], data = numbers, data[2*len(numbers):]
	}
	return nil
}

// Parameters returns how many numbers its weights are.
func (n *Network) Parameters() int {
	all := 0
	for _, t := range n.order {
		all += t.size()
	}
	return all
}

// Write writes the file that [Read] reads, byte for byte the one that the
// network came from.
func (n *Network) Write(w io.Writer) error {
	_, err := w.Write(encode(n.text, n.order, n.tensors))
	return err
}

// encode puts a file together.
func encode(text []byte, order []tensor, tensors map[string][]float32) []byte {
	data := append([]byte(magic), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(data[len(magic):], version)
	binary.LittleEndian.PutUint32(data[len(magic)+4:], uint32(len(text)))
	data = append(data, text...)
	for _, t := range order {
		for _, x := range tensors[t.Name] {
			data = binary.LittleEndian.AppendUint16(data, toHalf(x))
		}
	}
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}
