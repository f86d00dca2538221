package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"rosette/internal/goldentest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rosette": main, "badengine": badEngine})
}

func TestEveryStoryIsTrue(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       goldentest.Updating(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"talk": converse},
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", soon)
			games, err := filepath.Abs("../../server/store/testdata/v1.db")
			e.Setenv("GAMES", games)
			return err
		},
	})
}

// soon is a GORACE setting for programs that tests start hundreds of times. With the race detector
// each would otherwise sleep a second before it exits.
const soon = "atexit_sleep_ms=20"

// converse implements the script command talk FILE FLAGS…, which prints a conversation with rosette
// gtp for cmp. It sends the lines after "> " in the file, copies comments and empty lines, and
// writes the response below each command, with TODAY as the date of records. Its remarks go to
// stderr.
func converse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: talk FILE FLAGS…")
	}
	var sent bytes.Buffer
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if command, ok := strings.CutPrefix(line, "> "); ok {
			sent.WriteString(command)
		}
	}
	flags := []string{"gtp"}
	for _, arg := range args[1:] {
		if strings.HasSuffix(arg, ".json") { // relative to the script
			arg = ts.MkAbs(arg)
		}
		flags = append(flags, arg)
	}
	var out, errs bytes.Buffer
	if status := run(context.Background(), flags, &sent, &out, &errs); status != 0 {
		ts.Fatalf("rosette gtp ends with %d: %s", status, &errs)
	}
	answers := strings.Split(strings.ReplaceAll(out.String(), time.Now().Format("DT[2006-01-02]"), "DT[TODAY]"), "\n\n")
	var told strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if line == "\n" || strings.HasPrefix(line, "#") {
			told.WriteString(line)
		}
		if strings.HasPrefix(line, "> ") {
			told.WriteString(line + answers[0] + "\n")
			answers = answers[1:]
		}
	}
	if strings.Join(answers, "") != "" {
		ts.Fatalf("answers to nothing: %q", answers)
	}
	if _, err := ts.Stdout().Write([]byte(told.String())); err != nil {
		ts.Fatalf("%v", err)
	}
	if _, err := errs.WriteTo(ts.Stderr()); err != nil {
		ts.Fatalf("%v", err)
	}
}
