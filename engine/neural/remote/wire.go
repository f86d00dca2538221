// Package remote implements a client for the trainer's inference server, learn.serve, which runs a
// network on a GPU. A [Client] collects positions from many goroutines into batches, sends them
// over a Unix socket, and returns the answers through [Evaluator]. lab/train/learn/wire.py
// documents the protocol.
package remote

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// Both ends begin with the magic line and the version, uint32.
const (
	magic   = "ROSETTE EVALUATOR\n"
	version = 2
)

// Frame kinds. A frame consists of the payload length, uint32, the kind, and the payload. All
// integers are little-endian.
const (
	kindBoard   = 'G' // to the server: the taps and hexagons of a board
	kindBatch   = 'B' // to the server: positions on one board
	kindAnswer  = 'A' // from the server: the output for a batch
	kindNetwork = 'N' // from the server: the network for answers from here on
	kindRefusal = 'E' // from the server: a one-line error; it closes the connection
)

// Sizes for a position in a batch. scalarWords counts an answer's numbers besides the two for each
// point.
const (
	pointBytes  = 32     // features for a point
	globalBytes = 2 * 16 // globals
	scalarWords = 6      // pass, win, draw, loss, margin, deviation
)

// maxFrameBytes bounds a frame's payload.
const maxFrameBytes = 1 << 30

// A Network describes the server's network.
type Network struct {
	Hash     string `json:"hash"`
	Lattice  string `json:"lattice"`
	Blocks   int    `json:"blocks"`
	Channels int    `json:"channels"`
	Device   string `json:"device"`
}

// Applies reports whether the network can evaluate positions on g under r, like
// [neural.Network.Applies].
func (n Network) Applies(g *board.Graph, r game.Rules) bool {
	return neural.LatticeName(g.Lattice()) == n.Lattice && r.Supply.Suffices(g)
}

// handshake exchanges magic lines and versions and returns the server's network.
func handshake(to io.Writer, from *bufio.Reader) (*Network, error) {
	if _, err := to.Write(binary.LittleEndian.AppendUint32([]byte(magic), version)); err != nil {
		return nil, disconnected(err)
	}
	greeting := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(from, greeting); err != nil {
		return nil, disconnected(err)
	}
	if string(greeting[:len(magic)]) != magic {
		return nil, errors.New(
			"what listens there is no evaluator; start one with python3 -m learn.serve NET --socket PATH",
		)
	}
	if v := binary.LittleEndian.Uint32(greeting[len(magic):]); v != version {
		return nil, fmt.Errorf("the evaluator has protocol version %d, this program %d; use the same release for both", v,
			version)
	}
	kind, text, err := readFrame(from)
	if err != nil {
		return nil, err
	}
	if kind != kindNetwork {
		return nil, unexpectedFrame(kind, text)
	}
	return readNetwork(text)
}

func readNetwork(text []byte) (*Network, error) {
	n := new(Network)
	if err := json.Unmarshal(text, n); err != nil {
		return nil, fmt.Errorf("the evaluator does not report its network: %w", err)
	}
	return n, nil
}

// unexpectedFrame returns the error for a frame with the wrong kind: the server's own message if it
// is a refusal.
func unexpectedFrame(kind byte, text []byte) error {
	if kind == kindRefusal {
		return fmt.Errorf("the evaluator reports: %s", text)
	}
	return fmt.Errorf(
		"the evaluator sent a frame of kind %q, which this program does not know; use both of one release", kind,
	)
}

// disconnected returns the error for a connection that ended.
func disconnected(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the evaluator has exited; restart it")
	}
	return fmt.Errorf("the evaluator has exited (%w); restart it", cause(err))
}

// cause strips addresses from a network error.
func cause(err error) error {
	if why := new(net.OpError); errors.As(err, &why) {
		return why.Err
	}
	return err
}

// readFrame reads a frame into new memory.
func readFrame(from *bufio.Reader) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return 0, nil, disconnected(err)
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxFrameBytes {
		return 0, nil, fmt.Errorf("the evaluator sent a frame of %d bytes, more than %d; use the same release for both", size,
			maxFrameBytes)
	}
	payload = make([]byte, size)
	if _, err := io.ReadFull(from, payload); err != nil {
		return 0, nil, disconnected(err)
	}
	return head[4], payload, nil
}

// frame appends a frame header for a payload with the given size.
func frame(to []byte, kind byte, size int) []byte {
	return append(binary.LittleEndian.AppendUint32(to, uint32(size)), kind)
}

// boardFrame encodes a board and the number by which batches refer to it.
func boardFrame(id uint32, g *board.Graph) ([]byte, error) {
	d, ok := neural.NewBoardTables(g)
	if !ok {
		return nil, fmt.Errorf("networks do not support %s", g.Name())
	}
	taps, table := d.Taps()
	hexagons := g.Rosettes()
	words := []uint32{id, uint32(g.Points()), uint32(taps), uint32(len(hexagons))}
	for _, p := range table {
		words = append(words, uint32(p))
	}
	for _, h := range hexagons {
		for _, p := range h {
			words = append(words, uint32(p))
		}
	}
	to := frame(nil, kindBoard, 4*len(words))
	for _, w := range words {
		to = binary.LittleEndian.AppendUint32(to, w)
	}
	return to, nil
}

// readFloats decodes little-endian float32.
func readFloats(into []float32, from []byte) {
	for i := range into {
		into[i] = math.Float32frombits(binary.LittleEndian.Uint32(from[4*i:]))
	}
}
