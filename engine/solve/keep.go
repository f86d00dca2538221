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

// A file of a table is a line that says what it is, the purpose, and blocks,
// each with its kind, length and checksum.
const (
	fileHead  = "rosette solve table 2\n"
	blockSize = 1 << 16
)

// Kinds of blocks.
const (
	blockPurpose = iota + 1
	blockProven
	blockEntries
	blockLost
	blockEnd
)

var checksums = crc32.MakeTable(crc32.Castagnoli)

// purpose is what a table is good for: entries of another board, or of rules
// that play otherwise, would prove nonsense.
func purpose(g *board.Graph, r game.Rules) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s %d suicide=%t libertyless=%s repetition=%s tax=%s", g.Name(), g.Points(), r.Suicide, r.Libertyless, r.Repetition, r.Tax)
	fmt.Fprintf(&text, " graph=%08x", crc32.Checksum(fmt.Append(nil, g.Lines(), g.Rosettes(), g.Symmetries()), checksums))
	return text.Bytes()
}

// Write writes what the table holds for a board and rules.
func (t *Table) Write(w io.Writer, g *board.Graph, r game.Rules) error {
	out := blocks{w: bufio.NewWriterSize(w, 4*blockSize)}
	_, out.err = out.w.WriteString(fileHead)
	out.write(blockPurpose, purpose(g, r))
	proven, err := json.Marshal(t.proven)
	if err != nil {
		return err
	}
	out.write(blockProven, proven)
	for i := range t.entries {
		if t.entries[i].marks&used != 0 {
			out.data = t.entries[i].append(out.data)
			out.flush(blockEntries, blockSize-entryBytes)
		}
	}
	out.flush(blockEntries, 0)
	for _, word := range t.lost {
		out.data = binary.LittleEndian.AppendUint64(out.data, word)
		out.flush(blockLost, blockSize-8)
	}
	out.flush(blockLost, 0)
	out.write(blockEnd, nil)
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// blocks writes blocks until something fails.
type blocks struct {
	w    *bufio.Writer
	data []byte
	err  error
}

// flush writes what is gathered if it is more than that.
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
	to = binary.LittleEndian.AppendUint32(to, e.doubt)
	return append(to, byte(e.low), byte(e.high), byte(e.sawLow), byte(e.sawHigh), 0, byte(e.ko), e.marks, byte(e.best))
}

func readEntry(b []byte) (k key, e entry) {
	k = key{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), int8(b[37])}
	e = entry{low: int8(b[32]), high: int8(b[33]), sawLow: int8(b[34]), sawHigh: int8(b[35]), marks: b[38], best: int8(b[39])}
	e.kept, e.proof, e.doubt = binary.LittleEndian.Uint64(b[16:]), binary.LittleEndian.Uint32(b[24:]), binary.LittleEndian.Uint32(b[28:])
	return k, e
}

// ErrForeign says that a file is no table, or one of another board or rules.
var ErrForeign = errors.New("no table of this board and these rules")

// A Damage says what of a file could not be read. What could is in the table.
type Damage struct {
	Kept int  // entries that were good
	Bad  int  // blocks that were not
	Cut  bool // the end is missing
}

// Error returns the damage in one line.
func (d *Damage) Error() string {
	text := fmt.Sprintf("%d damaged blocks left out", d.Bad)
	if d.Cut {
		text = "cut off; " + text
	}
	return fmt.Sprintf("%s, %d entries kept", text, d.Kept)
}

// Read adds what a file holds to an empty table, which may have another size.
// It fails with ErrForeign, or with a *Damage when part of it was lost. Then the
// bounds that had been proven stand, and the entries are advice: which proofs
// have been forgotten is not known any more, so they have to be found again.
func (t *Table) Read(r io.Reader, g *board.Graph, rules game.Rules) error {
	in := bufio.NewReaderSize(r, 4*blockSize)
	head := make([]byte, len(fileHead))
	if _, err := io.ReadFull(in, head); err != nil || string(head) != fileHead {
		return fmt.Errorf("%w: it does not begin as one", ErrForeign)
	}
	want := purpose(g, rules)
	kind, data, good, err := readBlock(in)
	switch {
	case err != nil || !good:
		return fmt.Errorf("%w: the part that names them is damaged", ErrForeign)
	case kind != blockPurpose || !bytes.Equal(data, want):
		return fmt.Errorf("%w: it is of %q, not of %q", ErrForeign, data, want)
	}
	d, lost := Damage{Cut: true}, filter(nil)
	for d.Cut {
		kind, data, good, err := readBlock(in)
		if err != nil {
			break
		}
		if !good {
			d.Bad++
			continue
		}
		d.Cut = kind != blockEnd
		lost = t.take(kind, data, lost)
	}
	t.lost.merge(lost)
	if d.Bad == 0 && !d.Cut {
		return nil
	}
	t.doubt()
	d.Kept = t.filled
	return &d
}

// take reads one block into the table, or adds it to the filter that it
// returns.
func (t *Table) take(kind byte, data []byte, lost filter) filter {
	switch kind {
	case blockProven:
		if err := json.Unmarshal(data, &t.proven); err != nil {
			t.proven = map[string]Bounds{} // its checksum was right, so another program wrote it
		}
	case blockEntries:
		for ; len(data) >= entryBytes; data = data[entryBytes:] {
			k, e := readEntry(data)
			t.put(k, e)
		}
	case blockLost:
		for ; len(data) >= 8; data = data[8:] {
			lost = append(lost, binary.LittleEndian.Uint64(data))
		}
	}
	return lost
}

// doubt takes the proofs back that may play into others, and with them what is
// known to be forgotten.
func (t *Table) doubt() {
	for i := range t.entries {
		e := &t.entries[i]
		e.low, e.sawLow = unsettled, -noMargin
		if e.marks&(ruled|loose) != 0 {
			e.high, e.sawHigh = noMargin, noMargin
		}
	}
	clear(t.lost)
}

// merge adds another filter of any size: the bits are low bits of a hash, so a
// larger filter folds into a smaller one.
func (f filter) merge(g filter) {
	if len(g) == 0 {
		return
	}
	for i := range max(len(f), len(g)) {
		f[i%len(f)] |= g[i%len(g)]
	}
}

// readBlock reads one block and tells whether its checksum is right.
func readBlock(in io.Reader) (kind byte, data []byte, good bool, err error) {
	var head [9]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return 0, nil, false, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > 2*blockSize {
		return 0, nil, false, errors.New("a block too long")
	}
	data = make([]byte, n)
	if _, err := io.ReadFull(in, data); err != nil {
		return 0, nil, false, err
	}
	sum := crc32.Update(crc32.Checksum(head[:5], checksums), checksums, data)
	return head[0], data, sum == binary.LittleEndian.Uint32(head[5:]), nil
}
