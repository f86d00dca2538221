package train

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/internal/runlog"
)

// An Archive is a folder with games for training in compact form. It stores moves and searches;
// samples are computed again when games are read. Its files are named BOARD-NUMBER.rgames. Games are only ever added to
// a board's newest file. When the archive exceeds its limit, it removes the oldest file from the
// board with the most bytes, so the newest games and all games on rare boards stay.
type Archive struct {
	Dir   string
	Limit int64 // in bytes for all files; 0 for DefaultArchiveLimit
}

// DefaultArchiveLimit is the default limit in bytes.
const DefaultArchiveLimit = 60_000_000

// archiveFileSize is the size at which a new file begins.
const archiveFileSize = 2_000_000

const archiveSuffix = ".rgames"

// An ArchiveFile is a file in an archive.
type ArchiveFile struct {
	Path   string
	Board  string
	Number int // from 1, for each board
	Bytes  int64
}

// Files returns the files by board, oldest first.
func (a Archive) Files() (files []ArchiveFile, err error) {
	entries, err := os.ReadDir(a.Dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name, found := strings.CutSuffix(e.Name(), archiveSuffix)
		if !found {
			continue
		}
		f := ArchiveFile{Path: filepath.Join(a.Dir, e.Name())}
		cut := strings.LastIndexByte(name, '-')
		if f.Number, err = strconv.Atoi(name[cut+1:]); cut < 0 || err != nil {
			return nil, fmt.Errorf("%s: its name is not BOARD-NUMBER%s", f.Path, archiveSuffix)
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		f.Board, f.Bytes = name[:cut], info.Size()
		files = append(files, f)
	}
	slices.SortFunc(files, func(x, y ArchiveFile) int {
		return cmp.Or(cmp.Compare(x.Board, y.Board), cmp.Compare(x.Number, y.Number))
	})
	return files, nil
}

// Append adds a batch, unless its board's newest file has a batch with the same network, seed and
// number. Then it thins the archive to its limit. Several processes may use it concurrently.
func (a Archive) Append(b *Batch) (err error) {
	if err := makeDirs(a.Dir, "."); err != nil {
		return err
	}
	unlock, err := runlog.LockFolder(a.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	blocks, err := archiveBlocks(b.Graph, b.Meta, b.Games)
	if err != nil {
		return err
	}
	file, text, err := a.newest(b.Graph)
	if err != nil {
		return err
	}
	old, err := readBlocks(text, true)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Path, err)
	}
	if slices.ContainsFunc(old, func(o block) bool { return o.Meta == b.Meta }) {
		return nil
	}
	for _, next := range blocks {
		if len(text) > len(archiveStart()) && len(text)+len(next) > archiveFileSize {
			file, text = a.file(b.Graph.Name(), file.Number+1), archiveStart()
		}
		text = append(text, next...)
		if err := runlog.WriteFile(file.Path, text); err != nil {
			return err
		}
	}
	_, err = a.Thin()
	return err
}

// file returns a file without its size.
func (a Archive) file(name string, number int) ArchiveFile {
	return ArchiveFile{
		Path: filepath.Join(a.Dir, fmt.Sprintf("%s-%06d%s", name, number, archiveSuffix)), Board: name, Number: number,
	}
}

// newest returns a board's newest file and its contents, or a new file that does not exist yet.
func (a Archive) newest(graph *board.Graph) (file ArchiveFile, text []byte, err error) {
	files, err := a.Files()
	if err != nil {
		return file, nil, err
	}
	file, text = a.file(graph.Name(), 1), archiveStart()
	for _, f := range files {
		if f.Board == graph.Name() {
			file = f
		}
	}
	if file.Bytes > 0 {
		text, err = readArchiveFile(file.Path)
	}
	return file, text, err
}

func readArchiveFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxArchiveFile {
		err = fmt.Errorf("%s: it has %d bytes; the limit is %d", path, info.Size(), maxArchiveFile)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// archiveBlocks returns the games as blocks that fit into a file.
func archiveBlocks(graph *board.Graph, meta Meta, games []*PlayedGame) ([][]byte, error) {
	block, err := archiveBlock(graph, meta, games)
	if err == nil && len(block) <= archiveFileSize {
		return [][]byte{block}, nil
	}
	if err != nil && !errors.Is(err, errLargeBlock) {
		return nil, err
	}
	if len(games) == 1 {
		return nil, errLargeBlock
	}
	half := len(games) / 2
	first, err := archiveBlocks(graph, meta, games[:half])
	if err != nil {
		return nil, err
	}
	second, err := archiveBlocks(graph, meta, games[half:])
	return append(first, second...), err
}

// Thin removes the oldest file from the board with the most bytes until the archive is within its
// limit. Each board's newest file stays. Thin returns the removed files.
func (a Archive) Thin() (removed []ArchiveFile, err error) {
	files, err := a.Files()
	if err != nil {
		return nil, err
	}
	total := int64(0)
	boards, number := map[string]int64{}, map[string]int{}
	for _, f := range files {
		total += f.Bytes
		boards[f.Board] += f.Bytes
		number[f.Board]++
	}
	for total > cmp.Or(a.Limit, DefaultArchiveLimit) {
		oldest := -1
		for i, f := range files {
			if number[f.Board] > 1 && (oldest < 0 || boards[f.Board] > boards[files[oldest].Board]) {
				oldest = i
			}
		}
		if oldest < 0 {
			break
		}
		f := files[oldest]
		if err := os.Remove(f.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, err
		}
		total -= f.Bytes
		boards[f.Board] -= f.Bytes
		number[f.Board]--
		removed, files = append(removed, f), slices.Delete(files, oldest, oldest+1)
	}
	return removed, nil
}

// Batches returns the batches in a file, oldest first. Each game is replayed and checked. After an
// error it ends.
func (f ArchiveFile) Batches() iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		text, err := readArchiveFile(f.Path)
		var blocks []block
		if err == nil {
			blocks, err = readBlocks(text, false)
		}
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", f.Path, err))
			return
		}
		for i := range blocks {
			b, err := blocks[i].batch()
			if err != nil {
				err = fmt.Errorf("%s: block %d: %w", f.Path, i+1, err)
			}
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// ArchiveCount counts what an archive has on a board.
type ArchiveCount struct {
	Board string `json:"board"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
	Games int    `json:"games"`
	Rows  int    `json:"rows"`      // samples
	Value int    `json:"valueOnly"` // samples without a policy
}

// Add adds the numbers of o to c.
func (c *ArchiveCount) Add(o ArchiveCount) {
	c.Files += o.Files
	c.Bytes += o.Bytes
	c.Games += o.Games
	c.Rows += o.Rows
	c.Value += o.Value
}

// Count counts the games and samples on each board. It does not replay the games.
func (a Archive) Count() (counts []ArchiveCount, err error) {
	files, err := a.Files()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := readArchiveFile(f.Path)
		if err != nil {
			return nil, err
		}
		blocks, err := readBlocks(text, false)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		if n := len(counts); n == 0 || counts[n-1].Board != f.Board {
			counts = append(counts, ArchiveCount{Board: f.Board})
		}
		c := &counts[len(counts)-1]
		c.Files++
		c.Bytes += f.Bytes
		for _, b := range blocks {
			c.Games += len(b.records)
			for _, r := range b.records {
				c.Rows += len(r.Samples)
				for _, s := range r.Samples {
					if len(s.Policy) == 0 {
						c.Value++
					}
				}
			}
		}
	}
	return counts, nil
}

// WriteShards writes a shard file into dir for each batch in the archive. It calls each with the
// shard's name and rows.
func (a Archive) WriteShards(dir string, each func(name string, rows int) error) error {
	files, err := a.Files()
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return err
	}
	number := 0
	for _, f := range files {
		for b, err := range f.Batches() {
			if err != nil {
				return err
			}
			text, err := b.Bytes()
			if err != nil {
				return err
			}
			name := batchPrefix(number) + "-" + b.Graph.Name() + shardSuffix
			if err := runlog.WriteFile(filepath.Join(dir, name), text); err != nil {
				return err
			}
			number++
			if err := each(name, len(b.Samples)); err != nil {
				return err
			}
		}
	}
	return nil
}
