package review

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/internal/runlog"
)

// begun returns the name, key and text of a checkpoint with two results.
func begun(t *testing.T) (name string, key Key, text string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "out.sgf.part")
	r := read(t, parse(t, gameText))
	key = Key{Positions: "p", Visits: 100, Seed: 7}
	c, err := OpenCheckpoint(name, r, key, false, false)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("stop")
	err = r.Run(t.Context(), sound, engine.SearchParams{}, 1, func(turn int) error {
		if err := c.Save(r.Result(turn)); err != nil || turn == 0 {
			return err
		}
		return full
	})
	if !errors.Is(err, full) || !c.Kept() {
		t.Fatal(err)
	}
	if err := errors.Join(c.SaveFile("page.html", []byte("page")), c.SaveFile("-", nil), c.Close(false)); err != nil {
		t.Fatal(err)
	}
	return name, key, contents(t, name)
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestACheckpointRestoresResultsAndTheSeed(t *testing.T) {
	name, key, text := begun(t)
	put(t, name, text+`{"sight":{"turn":`) // as after a power failure
	key.Seed = 99
	r := read(t, parse(t, gameText))
	c, err := OpenCheckpoint(name, r, key, true, false)
	if err != nil || r.Done != 2 || c.Seed() != 7 {
		t.Fatalf("%v, %d turns are restored", err, r.Done)
	}
	if err := r.Run(t.Context(), sound, engine.SearchParams{}, 1, func(turn int) error { return c.Save(r.Result(turn)) }); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("the checkpoint of a complete review is still there")
	}
}

func TestACheckpointWithAnUnfinishedKeyIsBegunAnew(t *testing.T) {
	name, key, text := begun(t)
	line, _, _ := strings.Cut(text, "\n")
	for _, size := range []int{0, 1, len(keyPrefix), len(line) - 1, len(line)} {
		put(t, name, line[:size])
		r := read(t, parse(t, gameText))
		c, err := OpenCheckpoint(name, r, key, false, false)
		if err != nil {
			t.Errorf("after %q: %v", line[:size], err)
			continue
		}
		if err := c.Close(false); err != nil || r.Done != 0 || contents(t, name) != line+"\n" {
			t.Errorf("after %q: %v, %d turns, %q", line[:size], err, r.Done, contents(t, name))
		}
	}
}

func TestAnotherFileThanTheCheckpointIsLeftAlone(t *testing.T) {
	name, key, text := begun(t)
	other := key
	other.Visits = 200
	broken := strings.Replace(text, `{"sight":{"turn":1`, `{"sight":{"turn":100`, 1)
	for _, test := range []struct {
		text string
		key  Key
		want error
	}{
		{text, other, ErrOtherReview},
		{"no review\n", key, ErrNotCheckpoint},
		{"no line end", key, ErrNotCheckpoint},
		{"{\"wrote\":\"x\"}\n", key, ErrNotCheckpoint},
		{broken, key, new(runlog.LineError)},
	} {
		put(t, name, test.text)
		_, err := OpenCheckpoint(name, read(t, parse(t, gameText)), test.key, false, false)
		line := new(runlog.LineError)
		if _, damaged := test.want.(*runlog.LineError); damaged && (!errors.As(err, &line) || line.Line != 3) || !damaged && !errors.Is(err, test.want) {
			t.Errorf("%q: error %v, want %v", test.text, err, test.want)
		}
		if got := contents(t, name); got != test.text {
			t.Errorf("%q became %q", test.text, got)
		}
	}
	put(t, name, "no line end")
	c, err := OpenCheckpoint(name, read(t, parse(t, gameText)), key, false, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenCheckpoint(name, read(t, parse(t, gameText)), key, false, false); !errors.Is(err, runlog.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if err := c.Close(false); err != nil || strings.Count(contents(t, name), "\n") != 1 {
		t.Errorf("%v, begun anew it is %s", err, contents(t, name))
	}
}

func TestWithoutANameNothingIsKept(t *testing.T) {
	c, err := OpenCheckpoint("", nil, Key{Seed: 3}, false, false)
	if err != nil || c.Kept() || c.Seed() != 3 {
		t.Fatal(err, c)
	}
	if err := errors.Join(c.Save(Result{}), c.SaveFile("a", nil), c.Close(true)); err != nil {
		t.Error(err)
	}
	if _, err := OpenCheckpoint(t.TempDir(), nil, Key{}, false, false); err == nil {
		t.Error("a directory is a checkpoint")
	}
}

func TestAFileIsTakenUnlessTheReviewHasWrittenIt(t *testing.T) {
	folder := t.TempDir()
	record, page := filepath.Join(folder, "out.sgf"), filepath.Join(folder, "out.html")
	if name := CheckpointName("", "-", folder, page); name != page+".part" {
		t.Errorf("the checkpoint is %s", name)
	}
	if name := CheckpointName("", "-"); name != "" {
		t.Errorf("the checkpoint of the standard output is %s", name)
	}
	taken := func(c *Checkpoint, overwrite bool, want string) {
		t.Helper()
		if got := TakenFile(c, overwrite, "-", record, page); got != want {
			t.Errorf("%q is taken, want %q", got, want)
		}
	}
	taken(nil, false, "")
	put(t, page, "page")
	taken(nil, false, page)
	taken(nil, true, "")
	if TakenFile(nil, true, folder) != folder {
		t.Error("a directory may be written over")
	}
	r := read(t, parse(t, gameText))
	c, err := OpenCheckpoint(CheckpointName(record, page), r, Key{}, false, false)
	if err != nil {
		t.Fatal(err)
	}
	taken(nil, false, "") // free, because a checkpoint exists
	taken(c, false, page)
	if err := c.SaveFile(page, []byte("page")); err != nil {
		t.Fatal(err)
	}
	taken(c, false, "")
	put(t, page, "page, changed by a person")
	taken(c, false, page)
	if err := c.Close(true); err != nil {
		t.Error(err)
	}
}
