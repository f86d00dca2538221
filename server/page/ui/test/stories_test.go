//go:build unix

// Package test runs the stories in this folder. Each starts the program and plays in a real
// browser; one kills the program and restarts it.
package test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rosette/internal/programtest"
)

// stories are the story files, the longest first. Each has its own server and browser, so they run
// in parallel, up to the value of -parallel (by default the number of processors).
var stories = strings.Fields(`
	pages axe editor offline phases home newgame profile learn table game beginner layout komi appearance estimate weight
	connection rules clocks variations socket invitation chat account reconnect announcements push absence
	lobby inbox review coach record browse correspondence crash
`)

func TestEveryFileOfStoriesIsPlayed(t *testing.T) {
	files, err := filepath.Glob("*.test.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if want := len(stories) + 6; len(files) != want { // six need no browser: see ../bundle
		t.Errorf("%d files here, %d are listed", len(files), want)
	}
}

func TestPeoplePlayInARealBrowser(t *testing.T) {
	if _, err := os.Stat(filepath.Join("..", "node_modules", "playwright-core")); err != nil {
		t.Fatal("the libraries of server/page/ui are missing: run .ci/needs, or npm ci in server/page/ui")
	}
	program := programtest.Build(t)
	ctx := context.Background()
	if end, ok := t.Deadline(); ok { // leaves time to report the current story
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-10*time.Second))
		t.Cleanup(cancel)
	}
	for _, file := range stories {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			play(ctx, t, program, file)
		})
	}
}

// play runs a file of stories in Node. Each story is a subtest.
func play(ctx context.Context, t *testing.T, program, file string) {
	node := exec.CommandContext(ctx, "node", "--test", "--test-reporter=./report.mjs", file+".test.mjs")
	node.Env = append(os.Environ(), "ROSETTE="+program)
	node.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that server and browser end with it
	node.Cancel = func() error { return syscall.Kill(-node.Process.Pid, syscall.SIGKILL) }
	node.WaitDelay = 5 * time.Second
	var out, errs bytes.Buffer
	node.Stdout, node.Stderr = &out, &errs
	failed := node.Run()
	told := 0
	said := ""
	begun := ""
	for text := range strings.Lines(out.String()) {
		var line struct {
			Begins, Ends, Said, Failed string
			Seconds                    float64
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		said += line.Said
		if line.Begins != "" {
			begun = line.Begins
		}
		if line.Ends != "" {
			told, begun = told+1, ""
			t.Run(line.Ends, func(t *testing.T) {
				t.Logf("%.1f s", line.Seconds)
				if line.Failed != "" {
					t.Error(line.Failed)
				}
			})
		}
	}
	switch {
	case ctx.Err() != nil:
		t.Errorf("the time of go test -timeout was over during %q", begun)
	case failed != nil && !t.Failed() || told == 0:
		t.Errorf("%v after %d stories", failed, told)
	}
	if t.Failed() {
		t.Log(strings.TrimSpace(fmt.Sprint(said, errs.String())))
	}
}
