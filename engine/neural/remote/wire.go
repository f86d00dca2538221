// Package remote lets a network think in another process, the trainer's
// learn.serve, which has a graphics processor: a [Client] gathers the positions
// of many goroutines into batches, sends them over a Unix socket, and gives each
// [Evaluator] its answer. The server's file says what goes over the wire.
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

// Both ends begin with the magic and the version.
const (
	magic   = "ROSETTE EVALUATOR\n"
	version = 1
)

// The kinds of frames: a length, a kind and what it holds.
const (
	kindBoard   = 'G' // a board that positions will be on
	kindBatch   = 'B' // positions on it
	kindAnswer  = 'A' // what the network says of a batch
	kindNetwork = 'N' // which network answers from here on
	kindRefusal = 'E' // a line; the server hangs up
)

// What the wire has of a position besides points: bytes of a point, bytes of the
// whole, and of an answer the numbers that are not of a point.
const (
	pointBytes  = 24
	globalBytes = 2 * 16
	scalarWords = 6 // pass, win, draw, loss, margin, deviation
)

// maxFrameBytes bounds what a frame may hold.
const maxFrameBytes = 1 << 30

// A Network is what the server says of the one that answers.
type Network struct {
	Hash     string `json:"hash"`
	Lattice  string `json:"lattice"`
	Blocks   int    `json:"blocks"`
	Channels int    `json:"channels"`
	Device   string `json:"device"`
}

// Applies tells whether the network knows boards and rules of that kind, as
// neural's own does.
func (n Network) Applies(g *board.Graph, r game.Rules) bool {
	return neural.LatticeName(g.Lattice()) == n.Lattice && (r.Supply == 0 || r.Supply >= g.Points())
}

// handshake exchanges magic, version and which network answers.
func handshake(to io.Writer, from *bufio.Reader) (*Network, error) {
	if _, err := to.Write(binary.LittleEndian.AppendUint32([]byte(magic), version)); err != nil {
		return nil, disconnected(err)
	}
	theirs := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(from, theirs); err != nil {
		return nil, disconnected(err)
	}
	if string(theirs[:len(magic)]) != magic {
		return nil, errors.New("what listens there is no evaluator; start one with python3 -m learn.serve NET --socket PATH")
	}
	if v := binary.LittleEndian.Uint32(theirs[len(magic):]); v != version {
		return nil, fmt.Errorf("the evaluator speaks version %d, this program version %d; use both of one release", v, version)
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
		return nil, fmt.Errorf("the evaluator does not say which network it has: %w", err)
	}
	return n, nil
}

// unexpectedFrame is what a frame that is no answer says.
func unexpectedFrame(kind byte, text []byte) error {
	if kind == kindRefusal {
		return fmt.Errorf("the evaluator says: %s", text)
	}
	return fmt.Errorf("the evaluator sent a frame of kind %q, which this program does not know; use both of one release", kind)
}

// disconnected is what the end of a connection means.
func disconnected(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the evaluator is gone; start it again")
	}
	return fmt.Errorf("the evaluator is gone (%w); start it again", cause(err))
}

// cause is an error of the network without the names of its ends.
func cause(err error) error {
	if why := new(net.OpError); errors.As(err, &why) {
		return why.Err
	}
	return err
}

// readFrame reads a frame into memory of its own.
func readFrame(from *bufio.Reader) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return 0, nil, disconnected(err)
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxFrameBytes {
		return 0, nil, fmt.Errorf("the evaluator sent a frame of %d bytes, more than %d; use both of one release", size, maxFrameBytes)
	}
	payload = make([]byte, size)
	if _, err := io.ReadFull(from, payload); err != nil {
		return 0, nil, disconnected(err)
	}
	return head[4], payload, nil
}

// frame returns the head of a frame that holds so many bytes, and room for them.
func frame(to []byte, kind byte, size int) []byte {
	return append(binary.LittleEndian.AppendUint32(to, uint32(size)), kind)
}

// boardFrame announces a board by a number.
func boardFrame(id uint32, g *board.Graph) ([]byte, error) {
	d, ok := neural.NewBoardTables(g)
	if !ok {
		return nil, fmt.Errorf("no network knows %s", g.Name())
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

// readFloats reads numbers of 32 bits.
func readFloats(into []float32, from []byte) {
	for i := range into {
		into[i] = math.Float32frombits(binary.LittleEndian.Uint32(from[4*i:]))
	}
}
