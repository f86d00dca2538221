package train

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// archived returns batches of games with and without an encore, of which some end by agreement.
func archived(t testing.TB) (all []*Batch) {
	t.Helper()
	for _, name := range []string{"rosette-2", "square-5"} {
		graph := named(t, name)
		for i, games := range []int{4, 2} {
			y := small(t)
			y.Boards = only(graph)
			y.Rules = Rulesets(game.DefaultRules(graph))
			y.Evaluators = EvaluatorsOf(nil)
			y.Agreed = float64(i) // no game of the first batch, every game of the second
			y.Games = games
			b, err := y.Batch(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, b)
		}
	}
	return all
}

func TestAShardFromAnArchiveIsTheShardWrittenAtOnce(t *testing.T) {
	a := Archive{Dir: filepath.Join(t.TempDir(), "archive")}
	want := map[string][][]byte{}
	agreed, encores := 0, 0
	var shards, size int64
	for _, b := range archived(t) {
		for range 2 { // the second time it is there already
			if err := a.Append(b); err != nil {
				t.Fatal(err)
			}
		}
		text, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		want[b.Graph.Name()] = append(want[b.Graph.Name()], text)
		shards += int64(len(text))
		for _, p := range b.Games {
			if p.end.agreed {
				agreed++
			}
			if p.end.encore != nil {
				encores++
			}
		}
	}
	if agreed == 0 || encores == 0 {
		t.Errorf("%d games end by agreement, %d with an encore", agreed, encores)
	}
	files, err := a.Files()
	if err != nil || len(files) != len(want) {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		var got [][]byte
		for b, err := range f.Batches() {
			if err != nil {
				t.Fatal(err)
			}
			text, err := b.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, text)
		}
		if !slices.EqualFunc(got, want[f.Board], bytes.Equal) {
			t.Errorf("%s: the shards differ", f.Board)
		}
		size += f.Bytes
	}
	if size > shards/2 {
		t.Errorf("the archive has %d bytes, the shards %d", size, shards)
	}
}

func TestThinningKeepsTheNewestGamesAndRareBoards(t *testing.T) {
	a := Archive{Dir: t.TempDir(), Limit: 1000}
	for name, size := range map[string]int{
		"square-9-000001": 300, "square-9-000002": 400, "square-9-000003": 100, "rosette-5-000004": 250,
		"rosette-5-000005": 250, "rosette-2-000001": 90,
	} {
		if err := os.WriteFile(filepath.Join(a.Dir, name+archiveSuffix), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	removed, err := a.Thin()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range removed {
		names = append(names, fmt.Sprint(f.Board, " ", f.Number))
	}
	if !slices.Equal(names, []string{"square-9 1", "rosette-5 4"}) && !slices.Equal(names, []string{"square-9 1", "square-9 2"}) {
		t.Errorf("removed: %v", names)
	}
	a.Limit = 1
	if _, err := a.Thin(); err != nil {
		t.Fatal(err)
	}
	files, err := a.Files()
	if err != nil || len(files) != 3 || files[2].Number != 3 || files[1].Number != 5 {
		t.Errorf("the newest files are not kept: %v, %v", files, err)
	}
}

func TestTheArchiveOfTheRepositoryIsWithinItsLimits(t *testing.T) {
	files, err := Archive{Dir: "archive"}.Files()
	if err != nil {
		t.Fatal(err)
	}
	var total int64
	for i, f := range files {
		total += f.Bytes
		if f.Bytes > maxArchiveFile {
			t.Errorf("%s has %d bytes", f.Path, f.Bytes)
		}
		if i+1 < len(files) && files[i+1].Board == f.Board {
			continue // the newest file of each board is read
		}
		text, err := readArchiveFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readBlocks(text, true); err != nil {
			t.Errorf("%s: %v", f.Path, err)
		}
	}
	if len(files) == 0 || total > DefaultArchiveLimit {
		t.Errorf("%d files with %d bytes", len(files), total)
	}
}

func TestAFileThatIsNoArchiveIsRefusedInOneLine(t *testing.T) {
	good := archiveFile(t)
	start := len(archiveStart())
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"empty":   {nil, "it does not begin with ROSETTE GAMES"},
		"other":   {[]byte("some notes, longer than the start of an archive"), "it does not begin with ROSETTE GAMES"},
		"version": {append([]byte(archiveMagic), 9, 0, 0, 0), "it has version 9; this program reads version 1"},
		"cut":     {good[:len(good)-5], "block 1, at byte 18: it is cut off"},
		"short":   {good[:start+3], "block 1, at byte 18: it is cut off"},
		"large":   {binary.LittleEndian.AppendUint32(append(archiveStart(), 0, 0, 0, 0), 1<<30), "the limit is"},
		"changed": {slices.Concat(good[:len(good)-40], []byte{1, 2, 3}, good[len(good)-37:]), "block 1, at byte 18: "},
	} {
		blocks, err := readBlocks(c.text, false)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %d blocks, %v, want %q", name, len(blocks), err, c.want)
		}
	}
}

// archiveFile returns a file with one block.
func archiveFile(t testing.TB) []byte {
	t.Helper()
	y := small(t)
	y.Boards = only(board.Rosette(1))
	y.Evaluators = EvaluatorsOf(nil)
	y.Agreed = 1
	y.Games = 2
	b, err := y.Batch(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	block, err := archiveBlock(b.Graph, b.Meta, b.Games)
	if err != nil {
		t.Fatal(err)
	}
	return append(archiveStart(), block...)
}

// FuzzArchivedGames changes the content of a block, not its compressed bytes, which have a checksum.
func FuzzArchivedGames(f *testing.F) {
	blocks, err := readBlocks(archiveFile(f), false)
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range blocks[0].records {
		text, err := appendRecord(nil, board.Rosette(1), r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c := &cursor{left: text}
		r, err := c.record(board.Rosette(1))
		if err != nil {
			return
		}
		p, err := r.played()
		if err != nil {
			return
		}
		if again, err := p.record(); err != nil {
			t.Error(err)
		} else if _, err := again.played(); err != nil {
			t.Errorf("a game that was read is refused: %v", err)
		}
	})
}

// FuzzArchives reads whole files.
func FuzzArchives(f *testing.F) {
	f.Add(archiveFile(f))
	f.Fuzz(func(t *testing.T, text []byte) {
		blocks, err := readBlocks(text, false)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q", err)
		}
		for i := range blocks {
			_, _ = blocks[i].batch() // must not panic
		}
	})
}
