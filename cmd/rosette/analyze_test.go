package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rosette/game/board"
)

// reviewed is a game whose review is slow enough to be stopped.
const reviewed = `(;FF[4]GM[1]SZ[5]KM[0]RU[chinese];B[cc];W[bb];B[cb];W[bc];B[bd];W[cd];B[dd];W[ad];B[be];W[ce];B[de];W[ab];B[ba];W[ca];B[db])`

// analyzing returns a command that reviews that game, with a file and a page.
func analyzing(t *testing.T, dir string, more ...string) []string {
	t.Helper()
	game := filepath.Join(dir, "game.sgf")
	if err := os.WriteFile(game, []byte(reviewed), 0o666); err != nil {
		t.Fatal(err)
	}
	return append([]string{
		"analyze", game, "--visits", "1000", "--threads", "2", "-o", filepath.Join(dir, "out.sgf"), "--report", filepath.Join(dir, "out.html"),
	}, more...)
}

// stopAt runs a command until its checkpoint has a number of lines.
func stopAt(t *testing.T, dir string, lines int, command []string) (said string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		for ctx.Err() == nil {
			text, _ := os.ReadFile(filepath.Join(dir, "out.sgf.part")) // there is none yet
			if bytes.Count(text, []byte("\n")) >= lines {
				stop()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out, errs bytes.Buffer
	if status := run(ctx, command, nil, &out, &errs); status != failed {
		t.Fatalf("status %d: %s", status, &errs)
	}
	return errs.String()
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAReviewThatIsInterruptedGoesOnWithTheSameCommand(t *testing.T) {
	whole, broken := t.TempDir(), t.TempDir()
	var out, errs bytes.Buffer
	if status := run(t.Context(), analyzing(t, whole, "--seed", "3"), nil, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	said := stopAt(t, broken, 7, analyzing(t, broken, "--seed", "3"))
	if !strings.Contains(said, " of 15 moves, which are kept: interrupted; the same command goes on\n") {
		t.Errorf("it says %s", said)
	}
	if n := strings.Count(contents(t, filepath.Join(broken, "out.sgf")), "SBKV["); n < 1 || n > 13 {
		t.Errorf("%d moves are reviewed after an interruption", n)
	}
	if !strings.Contains(contents(t, filepath.Join(broken, "out.html")), "Reviewed up to move ") {
		t.Error("the page does not say that it is of a part")
	}
	// Cut the last line short, as a power failure would. The seed need not be repeated.
	part := filepath.Join(broken, "out.sgf.part")
	if err := os.WriteFile(part, []byte(contents(t, part)+`{"sight":{"turn":`), 0o666); err != nil {
		t.Fatal(err)
	}
	errs.Reset()
	if status := run(t.Context(), analyzing(t, broken), nil, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	if want := "resuming " + part + ": "; !strings.HasPrefix(errs.String(), want) {
		t.Errorf("it says %s", &errs)
	}
	for _, name := range []string{"out.sgf", "out.html"} {
		if contents(t, filepath.Join(broken, name)) != contents(t, filepath.Join(whole, name)) {
			t.Errorf("%s is not what it is without an interruption", name)
		}
	}
	if _, err := os.Stat(part); err == nil {
		t.Error("the checkpoint of a complete review is still there")
	}
}

func TestWhatAReviewWasNotAskedToContinueIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	stopAt(t, dir, 3, analyzing(t, dir))
	refused := func(want string, command []string) {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(t.Context(), command, nil, &out, &errs); status != misuse || !strings.Contains(errs.String(), want) {
			t.Errorf("status %d, it says %s, want %s", status, &errs, want)
		}
	}
	const another = "out.sgf.part keeps an unfinished review of another game, or with other rules, komi, number of moves, visits, time, seed or network; repeat that command, or use --force\n"
	refused(another, analyzing(t, dir, "--visits", "301"))
	refused(another, analyzing(t, dir, "--komi", "1"))
	refused(another, analyzing(t, dir, "--seed", "99"))
	refused(another, analyzing(t, dir, "--network", randomNetwork(t, board.Grid)))
	part, to := filepath.Join(dir, "out.sgf.part"), filepath.Join(dir, "out.sgf")
	kept := contents(t, part)
	if err := os.WriteFile(to, []byte("somebody has written here"), 0o666); err != nil {
		t.Fatal(err)
	}
	refused("out.sgf already exists; use another name, or --force\n", analyzing(t, dir))
	if contents(t, part) != kept || contents(t, to) != "somebody has written here" {
		t.Error("what was refused has changed a file")
	}
	if err := os.WriteFile(part, []byte("no notes of ours\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	refused("out.sgf.part is not an unfinished review; move it away, or use --force\n", analyzing(t, dir))
	var out, errs bytes.Buffer
	if status := run(t.Context(), analyzing(t, dir, "--force", "--visits", "20"), nil, &out, &errs); status != 0 {
		t.Errorf("status %d with --force: %s", status, &errs)
	}
}
