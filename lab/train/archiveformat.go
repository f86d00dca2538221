package train

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"rosette/game/board"
)

// An archive file begins with archiveMagic and archiveVersion. Blocks follow; each holds games on
// one board:
//
//	4 bytes    length in the file
//	4 bytes    length when decompressed
//	           the content, compressed by zlib, which adds a checksum
//
// The content is a header as JSON (archiveHeader) and the games. A game is a playedRecord as JSON
// without its moves and samples, then the moves and the encore as points (0 for a pass, else the
// point + 1), then the samples in three columns: ply and weight, points with a probability, and
// these probabilities. A text or a column begins with its length. Lengths and numbers are varints,
// as in encoding/binary; other numbers are little-endian.
const (
	archiveMagic   = "ROSETTE GAMES\n"
	archiveVersion = 1
)

// Limits for reading.
const (
	maxArchiveFile  = 5 << 20  // bytes in a file
	maxArchiveBlock = 64 << 20 // bytes in a block's content
)

// archiveStart returns the first bytes of a file.
func archiveStart() []byte {
	return binary.LittleEndian.AppendUint32([]byte(archiveMagic), archiveVersion)
}

// An archiveHeader describes a block.
type archiveHeader struct {
	Meta
	Board string `json:"board"`
	Count int    `json:"count"` // games in the block
}

// archiveBlock returns a block with games from one board.
func archiveBlock(graph *board.Graph, meta Meta, games []*PlayedGame) ([]byte, error) {
	header, err := json.Marshal(archiveHeader{meta, graph.Name(), len(games)})
	if err != nil {
		return nil, err
	}
	content := appendText(nil, header)
	for _, p := range games {
		r, err := p.record()
		if err != nil {
			return nil, err
		}
		if content, err = appendRecord(content, graph, r); err != nil {
			return nil, err
		}
	}
	if len(content) > maxArchiveBlock {
		return nil, errLargeBlock
	}
	var block bytes.Buffer
	block.Write(make([]byte, 8))
	compressor, err := zlib.NewWriterLevel(&block, zlib.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := compressor.Write(content); err != nil {
		return nil, err
	}
	if err := compressor.Close(); err != nil {
		return nil, err
	}
	out := block.Bytes()
	binary.LittleEndian.PutUint32(out, uint32(len(out)-8))
	binary.LittleEndian.PutUint32(out[4:], uint32(len(content)))
	return out, nil
}

// errLargeBlock means that games are too large for one block.
var errLargeBlock = errors.New("the games are too large for one block")

// appendRecord appends a game.
func appendRecord(to []byte, graph *board.Graph, r playedRecord) ([]byte, error) {
	moves, err := r.Game.Points()
	if err != nil {
		return nil, err
	}
	plain := r
	plain.Version = 0
	plain.Game.Moves = []string{}
	plain.Encore = nil
	plain.Samples = nil
	text, err := json.Marshal(plain)
	if err != nil {
		return nil, err
	}
	to = binary.AppendUvarint(appendText(to, text), uint64(len(moves)))
	for _, m := range moves {
		to = appendPoint(to, m.Point)
	}
	to = binary.AppendUvarint(to, uint64(len(r.Encore)))
	for _, name := range r.Encore {
		p, err := graph.Move(name)
		if err != nil {
			return nil, err
		}
		to = appendPoint(to, p)
	}
	to = binary.AppendUvarint(to, uint64(len(r.Samples)))
	var plies, points, probabilities []byte
	for i, s := range r.Samples {
		plies = binary.AppendUvarint(plies, uint64(s.Ply))
		plies = binary.LittleEndian.AppendUint32(plies, math.Float32bits(s.Weight))
		reply := s.Reply
		if i+1 < len(r.Samples) && r.Samples[i+1].Ply == s.Ply+1 && bytes.Equal(reply, r.Samples[i+1].Policy) {
			reply = nil // stored as the next sample's policy
		}
		for _, policy := range [2][]byte{s.Policy, reply} {
			points, probabilities = appendSparse(points, probabilities, policy)
		}
	}
	for _, column := range [][]byte{plies, points, probabilities} {
		to = appendText(to, column)
	}
	return to, nil
}

func appendText(to, text []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

func appendPoint(to []byte, p board.Point) []byte {
	if p == board.Pass {
		return binary.AppendUvarint(to, 0)
	}
	return binary.AppendUvarint(to, uint64(p)+1)
}

// appendSparse appends a policy to two columns: how many moves have a probability and the distances
// between them, and the probabilities.
func appendSparse(points, probabilities, policy []byte) (withPoints, withProbabilities []byte) {
	var distances []byte
	count, last := uint64(0), -1
	for i := range len(policy) / 2 {
		x := binary.LittleEndian.Uint16(policy[2*i:])
		if x == 0 {
			continue
		}
		count++
		distances = binary.AppendUvarint(distances, uint64(i-last))
		probabilities = binary.AppendUvarint(probabilities, uint64(x))
		last = i
	}
	return append(binary.AppendUvarint(points, count), distances...), probabilities
}

// A block holds games that were read from a file and are not checked yet.
type block struct {
	archiveHeader
	records []playedRecord
	bytes   int // in the file
}

// readBlocks reads a file's blocks, or with headers only their headers.
func readBlocks(file []byte, headers bool) (blocks []block, err error) {
	start := archiveStart()
	switch {
	case len(file) < len(start) || string(file[:len(archiveMagic)]) != archiveMagic:
		return nil, errors.New("it does not begin with ROSETTE GAMES")
	case !bytes.Equal(file[:len(start)], start):
		return nil, fmt.Errorf("it has version %d; this program reads version %d",
			binary.LittleEndian.Uint32(file[len(archiveMagic):]), archiveVersion)
	}
	for rest := file[len(start):]; len(rest) > 0; rest = rest[blocks[len(blocks)-1].bytes:] {
		b, err := readBlock(rest, headers)
		if err != nil {
			return nil, fmt.Errorf("block %d, at byte %d: %w", len(blocks)+1, len(file)-len(rest), err)
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

// readBlock reads the block at the start of the text.
func readBlock(text []byte, header bool) (b block, err error) {
	if len(text) < 8 {
		return b, errors.New("it is cut off")
	}
	length, size := binary.LittleEndian.Uint32(text), binary.LittleEndian.Uint32(text[4:])
	if uint64(length)+8 > uint64(len(text)) {
		return b, errors.New("it is cut off")
	}
	if size > maxArchiveBlock {
		return b, fmt.Errorf("it holds %d bytes; the limit is %d", size, maxArchiveBlock)
	}
	b.bytes = 8 + int(length)
	decompressor, err := zlib.NewReader(bytes.NewReader(text[8:b.bytes]))
	if err != nil {
		return b, err
	}
	content, err := io.ReadAll(io.LimitReader(decompressor, int64(size)+1))
	if err == nil && len(content) != int(size) {
		err = fmt.Errorf("it does not hold %d bytes", size)
	}
	if err != nil {
		return b, err
	}
	c := &cursor{left: content}
	if err := json.Unmarshal(c.text(), &b.archiveHeader); err != nil || c.err != nil {
		return b, errors.New("its header is damaged")
	}
	graph, err := board.Named(b.Board)
	if err != nil || header {
		return b, err
	}
	for range b.Count {
		r, err := c.record(graph)
		if err != nil {
			return b, fmt.Errorf("game %d: %w", len(b.records)+1, err)
		}
		b.records = append(b.records, r)
	}
	if len(c.left) > 0 {
		return b, errors.New("bytes are left after its games")
	}
	return b, nil
}

// batch replays and checks the games.
func (b *block) batch() (*Batch, error) {
	graph, err := board.Named(b.Board)
	if err != nil {
		return nil, err
	}
	batch := &Batch{Shard: Shard{Graph: graph, Meta: b.Meta}}
	for i := range b.records {
		p, err := b.records[i].played()
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		batch.Games = append(batch.Games, p)
		batch.Samples = append(batch.Samples, p.Samples...)
	}
	return batch, nil
}

// A cursor reads values from a block. After an error it returns zero values.
type cursor struct {
	left []byte
	err  error
}

// errDamaged means that a value in a block is impossible.
var errDamaged = errors.New("its bytes are damaged")

// number reads a number and checks that it is at most most.
func (c *cursor) number(most int) int {
	x, n := binary.Uvarint(c.left)
	if c.err == nil && (n <= 0 || x > uint64(most)) {
		c.err = errDamaged
	}
	if c.err != nil {
		return 0
	}
	c.left = c.left[n:]
	return int(x)
}

// take reads n bytes.
func (c *cursor) take(n int) []byte {
	if c.err == nil && n > len(c.left) {
		c.err = errDamaged
	}
	if c.err != nil {
		return nil
	}
	taken := c.left[:n]
	c.left = c.left[n:]
	return taken
}

func (c *cursor) text() []byte { return c.take(c.number(len(c.left))) }

// count reads how many values follow. Each has at least one byte.
func (c *cursor) count() int { return c.number(len(c.left)) }

// points reads points and returns their names.
func (c *cursor) points(graph *board.Graph) (names []string) {
	for range c.count() {
		p := board.Pass
		if x := c.number(graph.Points()); x > 0 {
			p = board.Point(x - 1)
		}
		names = append(names, graph.PointName(p))
	}
	return names
}

// record reads a game.
func (c *cursor) record(graph *board.Graph) (r playedRecord, err error) {
	if err := json.Unmarshal(c.text(), &r); err != nil || c.err != nil {
		return r, errDamaged
	}
	r.Version = orderVersion // a file has its own version
	if r.Game.Board != graph.Name() || len(r.Game.Moves)+len(r.Encore)+len(r.Samples) > 0 {
		return r, errDamaged
	}
	next := r.Game.First
	other := map[string]string{"b": "w", "w": "b"}
	for _, name := range c.points(graph) {
		r.Game.Moves = append(r.Game.Moves, next+" "+name)
		next = other[next]
	}
	r.Encore = c.points(graph)
	r.Samples = make([]sampleRecord, c.count())
	columns := [3]cursor{}
	for i := range columns {
		columns[i].left = c.text()
	}
	if err := c.err; err != nil {
		return r, err
	}
	for i := range r.Samples {
		s := &r.Samples[i]
		s.Ply = columns[0].number(len(r.Game.Moves))
		if weight := columns[0].take(4); weight != nil {
			s.Weight = math.Float32frombits(binary.LittleEndian.Uint32(weight))
		}
		s.Policy = readSparse(&columns[1], &columns[2], graph.Points()+1)
		s.Reply = readSparse(&columns[1], &columns[2], graph.Points()+1)
		if i == 0 {
			continue
		}
		if last := &r.Samples[i-1]; last.Policy != nil && last.Reply == nil && last.Ply+1 == s.Ply {
			last.Reply = slices.Clone(s.Policy)
		}
	}
	for i := range columns {
		if columns[i].err != nil || len(columns[i].left) > 0 {
			return r, errDamaged
		}
	}
	return r, nil
}

// readSparse reads a policy for n moves. It returns nil if no move has a probability.
func readSparse(points, probabilities *cursor, n int) (policy []byte) {
	at := -1
	for range points.number(n) {
		at += points.number(n)
		x := probabilities.number(certain)
		if points.err != nil || probabilities.err != nil || at < 0 || at >= n {
			points.err = errDamaged
			return nil
		}
		if policy == nil {
			policy = make([]byte, 2*n)
		}
		binary.LittleEndian.PutUint16(policy[2*at:], uint16(x))
	}
	return policy
}
