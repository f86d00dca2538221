package solve

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"rosette/game"
	"rosette/game/board"
)

// A table file has a line with the format, the header block and further blocks, each with its kind,
// length and checksum.
const (
	fileMagic = "rosette solve table 2\n"
	blockSize = 1 << 16
)

// The kinds of blocks.
const (
	blockHeader = iota + 1
	blockProven
	blockEntries
	blockEvicted
	blockEnd
)

var checksums = crc32.MakeTable(crc32.Castagnoli)

// tableHeader identifies the board and rules that a table is valid for. With others its entries
// would prove nonsense.
func tableHeader(g *board.Graph, r game.Rules) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s %d suicide=%t libertyless=%s repetition=%s tax=%s",
		g.Name(), g.Points(), r.Suicide, r.Libertyless, r.Repetition, r.Tax)
	fmt.Fprintf(&text, " graph=%08x",
		crc32.Checksum(fmt.Append(nil, g.Lines(), g.Rosettes(), g.Symmetries()), checksums))
	return text.Bytes()
}

// Write writes the table for a board and rules. The format is versioned and private to this
// package.
func (t *Table) Write(w io.Writer, g *board.Graph, r game.Rules) error {
	out := blocks{w: bufio.NewWriterSize(w, 4*blockSize)}
	_, out.err = out.w.WriteString(fileMagic)
	out.write(blockHeader, tableHeader(g, r))
	proven, err := json.Marshal(t.proven)
	if err != nil {
		return err
	}
	out.write(blockProven, proven)
	for i := range t.entries {
		if t.entries[i].marks&markUsed != 0 {
			out.data = t.entries[i].append(out.data)
			out.flush(blockEntries, blockSize-entryBytes)
		}
	}
	out.flush(blockEntries, 0)
	for _, word := range t.evicted {
		out.data = binary.LittleEndian.AppendUint64(out.data, word)
		out.flush(blockEvicted, blockSize-8)
	}
	out.flush(blockEvicted, 0)
	out.write(blockEnd, nil)
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// blocks writes blocks until the first error.
type blocks struct {
	w    *bufio.Writer
	data []byte
	err  error
}

// flush writes the buffered data as a block if it is longer than over.
func (b *blocks) flush(kind byte, over int) {
	if len(b.data) > over {
		b.write(kind, b.data)
		b.data = b.data[:0]
	}
}

func (b *blocks) write(kind byte, data []byte) {
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(data)))
	head = binary.LittleEndian.AppendUint32(head, crc32.Update(crc32.Checksum(head, checksums), checksums, data))
	for _, part := range [][]byte{head, data} {
		if b.err == nil {
			_, b.err = b.w.Write(part)
		}
	}
}

// entryBytes is the length of an entry in a file.
const entryBytes = 40

func (e *entry) append(to []byte) []byte {
	to = binary.LittleEndian.AppendUint64(to, e.own)
	to = binary.LittleEndian.AppendUint64(to, e.foe)
	to = binary.LittleEndian.AppendUint64(to, e.kept)
	to = binary.LittleEndian.AppendUint32(to, e.proof)
	to = binary.LittleEndian.AppendUint32(to, e.disproof)
	return append(to, byte(e.low), byte(e.high), byte(e.seenLow), byte(e.seenHigh), 0, byte(e.ko), e.marks,
		byte(e.best))
}

func readEntry(b []byte) (k key, e entry) {
	k = key{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), int8(b[37])}
	e = entry{
		low: int8(b[32]), high: int8(b[33]), seenLow: int8(b[34]), seenHigh: int8(b[35]), marks: b[38],
		best: int8(b[39]),
	}
	e.kept = binary.LittleEndian.Uint64(b[16:])
	e.proof = binary.LittleEndian.Uint32(b[24:])
	e.disproof = binary.LittleEndian.Uint32(b[28:])
	return k, e
}

// ErrOtherTable means that a file is not a table, or is a table for another board or other rules.
var ErrOtherTable = errors.New("not a table for this board and these rules")

// A DamagedError describes the unreadable parts of a table file. The rest is in the table.
type DamagedError struct {
	Entries   int  // read
	BadBlocks int  // with a wrong checksum
	Truncated bool // the end of the file is missing
}

// Error describes the damage in one line.
func (d *DamagedError) Error() string {
	text := fmt.Sprintf("%d damaged blocks skipped", d.BadBlocks)
	if d.Truncated {
		text = "cut off; " + text
	}
	return fmt.Sprintf("%s, %d entries kept; proven bounds hold, the rest is proven again", text, d.Entries)
}

// Read adds the contents of a file to an empty table, which may have another size. It fails with
// [ErrOtherTable], or with a [*DamagedError] if a part of the file was lost. After damage the
// proven bounds stand but the entries only guide the search: the set of evicted proofs is lost, so
// everything has to be proven again.
func (t *Table) Read(r io.Reader, g *board.Graph, rules game.Rules) error {
	in := bufio.NewReaderSize(r, 4*blockSize)
	head := make([]byte, len(fileMagic))
	if _, err := io.ReadFull(in, head); err != nil || string(head) != fileMagic {
		return fmt.Errorf("%w: wrong first bytes", ErrOtherTable)
	}
	want := tableHeader(g, rules)
	kind, data, good, err := readBlock(in)
	switch {
	case err != nil || !good:
		return fmt.Errorf("%w: its header is damaged", ErrOtherTable)
	case kind != blockHeader || !bytes.Equal(data, want):
		return fmt.Errorf("%w: it is for %q, not for %q", ErrOtherTable, data, want)
	}
	d, lost := DamagedError{Truncated: true}, bloomFilter(nil)
	for d.Truncated {
		kind, data, good, err := readBlock(in)
		if err != nil {
			break
		}
		if !good {
			d.BadBlocks++
			continue
		}
		d.Truncated = kind != blockEnd
		lost = t.readInto(kind, data, lost)
	}
	t.evicted.merge(lost)
	if d.BadBlocks == 0 && !d.Truncated {
		return nil
	}
	t.distrust()
	d.Entries = t.filled
	return &d
}

// readInto adds one block to the table, or to the Bloom filter, which it returns.
func (t *Table) readInto(kind byte, data []byte, lost bloomFilter) bloomFilter {
	switch kind {
	case blockProven:
		if err := json.Unmarshal(data, &t.proven); err != nil {
			t.proven = map[string]Bounds{} // the checksum was right, so another program wrote it
		}
	case blockEntries:
		for ; len(data) >= entryBytes; data = data[entryBytes:] {
			k, e := readEntry(data)
			t.put(k, e)
		}
	case blockEvicted:
		for ; len(data) >= 8; data = data[8:] {
			lost = append(lost, binary.LittleEndian.Uint64(data))
		}
	}
	return lost
}

// distrust removes the proofs that may play into others, and the record of evicted proofs.
func (t *Table) distrust() {
	for i := range t.entries {
		e := &t.entries[i]
		e.low, e.seenLow = unexamined, -noMargin
		if e.marks&(markExactRule|markOpponentRule) != 0 {
			e.high, e.seenHigh = noMargin, noMargin
		}
	}
	clear(t.evicted)
}

// merge adds another filter of any size. Bit indices are the low bits of a hash, so a larger filter
// folds into a smaller one.
func (f bloomFilter) merge(g bloomFilter) {
	if len(g) == 0 {
		return
	}
	for i := range max(len(f), len(g)) {
		f[i%len(f)] |= g[i%len(g)]
	}
}

// readBlock reads one block and reports whether its checksum is right.
func readBlock(in io.Reader) (kind byte, data []byte, good bool, err error) {
	var head [9]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return 0, nil, false, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > 2*blockSize {
		return 0, nil, false, errors.New("a block is too long")
	}
	data = make([]byte, n)
	if _, err := io.ReadFull(in, data); err != nil {
		return 0, nil, false, err
	}
	sum := crc32.Update(crc32.Checksum(head[:5], checksums), checksums, data)
	return head[0], data, sum == binary.LittleEndian.Uint32(head[5:]), nil
}
