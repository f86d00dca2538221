package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// misused are command lines, and a part of the line that answers each.
var misused = map[string]string{
	"help juggle":                               `no command "juggle"; see rosette help`,
	"help sgf juggle":                           `no command "juggle"; use rosette sgf check, convert or view`,
	"completion juggle":                         `no command "juggle"; use rosette completion bash, fish, powershell or zsh`,
	"puzzle juggle":                             `no command "juggle"; use rosette puzzle check, list, make, play or show`,
	"network juggle":                            `no command "juggle"; use rosette network eval, info or random`,
	"exam juggle":                               `no command "juggle"; use rosette exam make, records or sit`,
	"exam make now":                             `rosette exam make takes flags only, not "now"; see rosette exam make --help`,
	"network random now":                        `rosette network random takes flags only, not "now"`,
	"admin create":                              `rosette admin create takes NAME; see rosette admin create --help`,
	"admin list now":                            `rosette admin list takes no arguments; see rosette admin list --help`,
	"trial first":                               `rosette trial takes FIRST SECOND; see rosette trial --help`,
	"storm chart":                               `rosette storm chart takes FILE.jsonl…; see rosette storm chart --help`,
	"sgf check missing.sgf":                     "open missing.sgf: ",
	"score missing.sgf":                         "open missing.sgf: ",
	"analyze missing.sgf":                       "open missing.sgf: ",
	"network info missing":                      "open missing: ",
	"play -o no/game.sgf":                       "no/game.sgf: there is no directory no; make it first",
	"play --force -o .":                         ". is a directory; name a file in it",
	"shapes --out no/table":                     "no/table: there is no directory no",
	"puzzle make --out no/a":                    "no/a: there is no directory no",
	"exam make -o .":                            ". is a directory",
	"komi --plot no/a.svg":                      "no/a.svg: there is no directory no",
	"ladder --curve no/a.svg level=1 level=2":   "no/a.svg: there is no directory no",
	"exam sit missing playouts --plot no/a.svg": "no/a.svg: there is no directory no",
	"analyze a.sgf -o aa.sgf --report ./aa.sgf": "-o and --report name the same file; give each its own",
	"analyze a.sgf --report -":                  "-o and --report name the same file",
}

func TestAWrongCommandLineIsAnsweredByOneLine(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range misused {
		var out, errs bytes.Buffer
		status := run(t.Context(), strings.Fields(line), strings.NewReader(""), &out, &errs)
		said := errs.String()
		if status != misuse || out.Len() > 0 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "rosette: "+want) {
			t.Errorf("rosette %s ends with %d: %s%s", line, status, &out, said)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A full is a device that is full.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWhatCannotBeWrittenIsNoSuccess(t *testing.T) {
	for _, line := range []string{"help", "version", "puzzle show 1", "puzzle list", "completion bash", "perft --depth 1"} {
		var errs bytes.Buffer
		if status := run(t.Context(), strings.Fields(line), strings.NewReader(""), full{}, &errs); status != failed || errs.String() != "rosette: no space left on device\n" {
			t.Errorf("rosette %s ends with %d: %s", line, status, &errs)
		}
	}
}

func TestAnInterruptedCommandSaysHowFarItCame(t *testing.T) {
	for line, want := range map[string]string{
		"puzzle check": "rosette: collection: interrupted after 0 of 1050 puzzles; 0 of these are not right\n",
	} {
		ctx, interrupt := context.WithCancelCause(t.Context())
		interrupt(errors.New("interrupt signal received"))
		var out, errs bytes.Buffer
		if status := run(ctx, strings.Fields(line), strings.NewReader(""), &out, &errs); status != failed || out.Len() > 0 || errs.String() != want {
			t.Errorf("rosette %s ends with %d: %s%s", line, status, &out, &errs)
		}
	}
}

func TestAnInterruptEndsWaitingForAMoveOfAPuzzle(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, interrupt)
	in, typed := io.Pipe()
	defer typed.Close()
	var out, errs bytes.Buffer
	if status := run(ctx, strings.Fields("puzzle play 17"), in, &out, &errs); status != 0 || strings.Contains(out.String(), "The solution") || errs.Len() > 0 {
		t.Errorf("it ends with %d: %s%s", status, &out, &errs)
	}
}
