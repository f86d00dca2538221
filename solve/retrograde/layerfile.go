package retrograde

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"rosette/internal/runlog"
)

// A layer file has a line with the format, a line with the board, a tax and the threshold, the
// number of sweeps, the words of the layer, and a checksum of all that. The labels of a layer are
// right whatever the other files hold: after a crash a run resumes from the files that it finds.
const layerMagic = "rosette retrograde layer 1\n"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrOtherLayer means that a file is a layer for another board, tax or threshold, or not a layer.
var ErrOtherLayer = errors.New("not a layer for this board and these rules")

// errDamaged means that a layer's checksum is wrong.
var errDamaged = errors.New("damaged")

// layerHeader identifies the board, tax and threshold that a layer is valid for.
func layerHeader(w *words, threshold, stones int) string {
	graph := crc32.Checksum(fmt.Append(nil, w.board.Lines(), w.board.Rosettes()), castagnoli)
	tax := ""
	if w.taxed {
		tax = " tax=SEKI"
	}
	return fmt.Sprintf("%s%d points graph=%08x%s threshold=%+d stones=%d\n", layerMagic, w.points, graph, tax,
		threshold, stones)
}

// A store keeps tables' layers in a folder.
type store struct {
	folder string
	words  *words
}

func (s store) name(threshold, stones int) string {
	return filepath.Join(s.folder, fmt.Sprintf("%+d", threshold), fmt.Sprintf("layer-%02d", stones))
}

// save writes a layer. On an error the old file remains.
func (s store) save(t *table, stones int) error {
	name := s.name(t.threshold, stones)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return runlog.WriteWith(name, func(to io.Writer) error {
		w := &checkedWriter{w: bufio.NewWriterSize(to, 1<<20)}
		w.write([]byte(layerHeader(s.words, t.threshold, stones)))
		w.write(binary.LittleEndian.AppendUint64(nil, uint64(t.swept[stones])))
		var chunk []byte
		for words := t.layers[stones]; len(words) > 0 && w.err == nil; {
			n := min(len(words), 1<<13)
			chunk = chunk[:0]
			for _, word := range words[:n] {
				chunk = binary.LittleEndian.AppendUint64(chunk, word)
			}
			w.write(chunk)
			words = words[n:]
		}
		w.write(binary.LittleEndian.AppendUint32(nil, w.sum))
		return errors.Join(w.err, w.w.Flush())
	})
}

// A checkedWriter writes and updates a checksum until the first error.
type checkedWriter struct {
	w   *bufio.Writer
	sum uint32
	err error
}

func (c *checkedWriter) write(data []byte) {
	if c.err == nil {
		c.sum = crc32.Update(c.sum, castagnoli, data)
		_, c.err = c.w.Write(data)
	}
}

// load reads a layer and reports whether there was a file. It notes a damaged layer and treats it
// as missing.
func (s store) load(t *table, stones int) (found bool, err error) {
	name := s.name(t.threshold, stones)
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	if err := s.read(t, stones, bufio.NewReaderSize(file, 1<<20)); err != nil {
		clear(t.layers[stones])
		t.swept[stones] = 0
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return true, nil
}

// read reads a layer.
func (s store) read(t *table, stones int, r io.Reader) error {
	want := layerHeader(s.words, t.threshold, stones)
	head := make([]byte, len(want)+8)
	if _, err := io.ReadFull(r, head); err != nil {
		return errDamaged
	}
	if string(head[:len(want)]) != want {
		return ErrOtherLayer
	}
	sum := crc32.Checksum(head, castagnoli)
	chunk := make([]byte, 1<<16)
	for words := t.layers[stones]; len(words) > 0; {
		n := min(len(words), len(chunk)/8)
		if _, err := io.ReadFull(r, chunk[:8*n]); err != nil {
			return errDamaged
		}
		sum = crc32.Update(sum, castagnoli, chunk[:8*n])
		for i := range n {
			words[i] = binary.LittleEndian.Uint64(chunk[8*i:])
		}
		words = words[n:]
	}
	if _, err := io.ReadFull(r, chunk[:4]); err != nil || binary.LittleEndian.Uint32(chunk) != sum {
		return errDamaged
	}
	t.swept[stones] = int(binary.LittleEndian.Uint64(head[len(want):]))
	return nil
}

// remove removes a threshold's layers.
func (s store) remove(threshold int) error {
	if s.folder == "" {
		return nil
	}
	return os.RemoveAll(filepath.Dir(s.name(threshold, 0)))
}
