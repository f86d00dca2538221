package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// misused maps wrong command lines to a part of their error message.
var misused = map[string]string{
	"help juggle":                                         `no command "juggle"; see rosette help`,
	"help sgf juggle":                                     `no command "juggle"; use rosette sgf check, convert, render or view`,
	"completion juggle":                                   `no command "juggle"; use rosette completion bash, fish, powershell or zsh`,
	"puzzle juggle":                                       `no command "juggle"; use rosette puzzle check, list, make, play or show`,
	"lab network juggle":                                  `no command "juggle"; use rosette lab network eval, info or random`,
	"lab exam juggle":                                     `no command "juggle"; use rosette lab exam coach, endings, make, records, reviews or sit`,
	"lab exam make now":                                   `rosette lab exam make takes flags only, not "now"; see rosette lab exam make --help`,
	"lab network random now":                              `rosette lab network random takes flags only, not "now"`,
	"admin create":                                        `rosette admin create takes NAME; see rosette admin create --help`,
	"admin list now":                                      `rosette admin list takes no arguments; see rosette admin list --help`,
	"lab trial first":                                     `rosette lab trial takes FIRST SECOND; see rosette lab trial --help`,
	"lab storm chart":                                     `rosette lab storm chart takes FILE.jsonl…; see rosette lab storm chart --help`,
	"sgf check missing.sgf":                               "open missing.sgf: ",
	"score missing.sgf":                                   "open missing.sgf: ",
	"analyze missing.sgf":                                 "open missing.sgf: ",
	"lab network info missing":                            "open missing: ",
	"play -o no/game.sgf":                                 "no/game.sgf: there is no directory no; make it first",
	"lab shapes --force --out .":                          ". is a directory; name a file in it",
	"play -o game.txt":                                    "-o game.txt: use a file name that ends in .sgf",
	"lab shapes --out no/table":                           "no/table: there is no directory no",
	"puzzle make --out no/a":                              "no/a: there is no directory no",
	"lab exam make -o .":                                  ". is a directory",
	"lab komi --plot no/a.svg":                            "no/a.svg: there is no directory no",
	"ladder --curve no/a.svg level=1 level=2":             "no/a.svg: there is no directory no",
	"lab exam sit missing playouts --plot no/a.svg":       "no/a.svg: there is no directory no",
	"analyze a.sgf -o aa.sgf --report ./aa.sgf":           "-o and --report are the same file; use two",
	"analyze a.sgf --report -":                            "-o and --report are the same file",
	"play --komi-by open --komi 6":                        "--komi and --komi-by exclude each other; use one of them",
	"match --openings F --opening-moves 3 a b":            "--opening-moves and --openings exclude each other; use one of them",
	"lab network eval --sgf a.sgf --size 100":             "--size needs -o FILE.png",
	"lab network eval --sgf a.sgf --size 100 -o y.svg":    "--size needs -o FILE.png",
	"lab network eval --sgf a.sgf --theme wood":           "--theme needs a picture: use -o FILE.svg or -o FILE.png",
	"lab network eval --sgf a.sgf -o no/y.svg":            "no/y.svg: there is no directory no",
	"lab train --size large":                              "--size large; use blocks and channels, such as b4c48",
	"lab train --size b4c40":                              "--size b4c40; use 1 to 64 blocks and a multiple of 16 channels up to 512",
	"database list --board hexa":                          `--board "hexa" unknown; use rosette-1 to `,
	"database list --over --running":                      "--over and --running exclude each other; use one of them",
	"database list --since 2026-02-02 --until 2026-01-01": "--since 2026-02-02 is after --until 2026-01-01",
	"puzzle list --board hexa":                            `--board "hexa" unknown; use rosette-1 to `,
	"database restore missing.db --data d":                "stat missing.db: ",
	"database restore a.db --data memory":                 "--data memory stores nothing; use a folder",
	"database restore a.db --data foo://x":                "foo://x is neither a folder nor a URL of a PostgreSQL database",
	"database copy foo://x d":                             "foo://x is neither a folder nor a URL of a PostgreSQL database",
	"admin list --data missing":                           "--data: stat missing/rosette.db: ",
	"admin rooms --data missing":                          "--data: stat missing/rosette.db: ",
	"admin create Ana --data memory":                      "--data: stat memory/rosette.db: ",
	"serve --data memory --contact somebody":              `--contact "somebody"; use an e-mail address or an https URL`,
	"serve --data memory --public-url go":                 `--public-url "go"; use a URL such as https://go.example.org`,
	"serve --data memory --host http://go":                `--host "http://go"; use a name such as go.example.org`,
	"serve --data memory --nats go":                       "--nats is not a NATS URL; use one such as nats://host:4222",
	"serve --data memory --nats-key key.pem":              "--nats-key needs --nats with the server's URL",
	"work --nats-key key.pem":                             "--nats-key needs --nats",
	"serve --data memory --mail-from a@example.org":       "--mail-from needs --smtp with the mail server",
	"serve --data memory --smtp-user a":                   "--smtp-user needs --smtp",
	"serve --data memory --pages missing":                 "--pages: open missing: ",
	"serve --data memory --metrics here":                  "--metrics: listen tcp: address here: ",
	"bridge --server http://go --board hexa -- x":         `--board: board "hexa" unknown; use rosette-1 to `,
	"bridge --server http://go --komi NaN -- x":           `--komi "NaN"; use a number such as 6.5`,
	"bridge --server http://go --komi 0.3 -- x":           "--komi 0.3: use a whole or half number",
	"bridge --server http://go --margin -1s -- x":         "--margin -1s; use a duration up to 1m, such as 500ms",
	"lab storm games --games many":                        `--games "many"; use whole numbers with commas, such as 200,800`,
	"lab storm games --rate NaN":                          "--rate NaN; use a number above 0, up to 1000",
	"lab storm games --rate -1":                           "--rate -1; use a number above 0, up to 1000",
	"lab storm games --kills 3":                           "--kills is for kill; omit it",
	"lab storm kill --server http://127.0.0.1:1":          "--server is for flood, games, spectators, sockets; omit it",
	"lab storm history --pid 1":                           "--pid is for flood, games, spectators, sockets; omit it",
	"lab storm nodes":                                     "several servers need a PostgreSQL database and NATS; use --database and --nats",
	"lab storm tempest":                                   `no scenario "tempest"; use faults, flood, games, `,
	"match --board own.json a b":                          "--board: open own.json: no such file or directory",
	"lab shapes --board own.json":                         `board "own.json" unknown; use rosette-1 to rosette-12, square-1 to square-25, or square-WxH` + "\n",
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

func TestHelpShowsFifteenCommandsAtMost(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run(t.Context(), []string{"help"}, nil, &out, &errs); status != 0 {
		t.Fatalf("rosette help ends with %d: %s", status, &errs)
	}
	commands := regexp.MustCompile(`(?m)^  ([a-z]+)  .*`).FindAllString(out.String(), -1)
	if len(commands) < 10 || len(commands) > 15 {
		t.Errorf("rosette help shows %d commands:\n%s", len(commands), &out)
	}
}

func TestTheNameOfASubcommandAloneIsAnsweredByItsPath(t *testing.T) {
	for name, want := range map[string]string{"train": "rosette lab train", "list": "rosette admin list or rosette database list or rosette puzzle list"} {
		var out, errs bytes.Buffer
		status := run(t.Context(), []string{name, "--board", "rosette-3", "more"}, nil, &out, &errs)
		if want := fmt.Sprintf("rosette: no command %q; use %s\n", name, want); status != misuse || out.Len() > 0 || errs.String() != want {
			t.Errorf("rosette %s ends with %d: %s%s", name, status, &out, &errs)
		}
	}
}

func TestNoTextNamesASubcommandAlone(t *testing.T) {
	var names []string
	for _, cmd := range rootCommand().Commands() {
		if cmd.Name() == "lab" || cmd.Name() == "database" {
			for _, below := range cmd.Commands() {
				names = append(names, below.Name())
			}
		}
	}
	former := regexp.MustCompile(`\brosette (` + strings.Join(names, "|") + `)\b`)
	texts := regexp.MustCompile(`\.(md|txt|json|sh|go|py|ts|html|yaml|service|txtar)$`)
	// The changelog and the decisions describe their dates. A proof table begins with its format.
	dated := regexp.MustCompile(`^(CHANGELOG\.md|docs/decisions/.*|solve/tablefile\.go|cmd/rosette/(usage_test\.go|testdata/script/usage\.txtar))$`)
	err := fs.WalkDir(os.DirFS("../.."), ".", func(path string, entry fs.DirEntry, err error) error {
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != "." || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || !texts.MatchString(path) || dated.MatchString(path) {
			return err
		}
		text, err := os.ReadFile(filepath.Join("../..", path))
		if found := former.FindString(string(text)); found != "" {
			t.Errorf("%s has %q", path, found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A full is a writer that fails like a full device.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWhatCannotBeWrittenIsNoSuccess(t *testing.T) {
	for _, line := range []string{"help", "version", "puzzle show 1", "puzzle list", "completion bash", "lab perft --depth 1"} {
		var errs bytes.Buffer
		if status := run(t.Context(), strings.Fields(line), strings.NewReader(""), full{}, &errs); status != failed || errs.String() != "rosette: no space left on device\n" {
			t.Errorf("rosette %s ends with %d: %s", line, status, &errs)
		}
	}
}

func TestAnInterruptedCommandSaysHowFarItCame(t *testing.T) {
	for line, want := range map[string]string{
		"puzzle check": "rosette: collection: interrupted after 0 of 1050 puzzles; 0 of these have errors\n",
		"puzzle make":  "rosette: interrupted after 0 games; puzzles written: 0\n",
		"lab bench":    "rosette: interrupted\n",
		"lab trial playouts playouts --board rosette-1": "rosette: interrupted after 0 games\n",
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

func TestASettingThatDoesNotFitIsSaidInPlainWords(t *testing.T) {
	t.Setenv("ROSETTE_LIMIT_GAMES", "many")
	var out, errs bytes.Buffer
	if status := run(t.Context(), strings.Fields("serve --data memory"), nil, &out, &errs); status != misuse || errs.String() != "rosette: ROSETTE_LIMIT_GAMES: \"many\"; use a whole number\n" {
		t.Errorf("it ends with %d: %s", status, &errs)
	}
}

func TestTheTokenOfABotHindersNoServer(t *testing.T) {
	t.Setenv(tokenVariable, "rosette_secret")
	var out, errs bytes.Buffer
	status := run(t.Context(), strings.Fields("database list --data missing"), nil, &out, &errs)
	if said := errs.String(); status != misuse || !strings.HasPrefix(said, "rosette: --data: stat missing/rosette.db: ") {
		t.Errorf("it ends with %d: %s", status, said)
	}
}

// TestHelpNamesDefaults checks that help shows a command's own defaults, and no number that means
// that a flag is not given.
func TestHelpNamesDefaults(t *testing.T) {
	for line, want := range map[string]string{
		"lab network random": "random seed, a whole number (default: 0)",
		"lab selfplay":       "that plays (default: playouts)",
		"score":              "(default: the record's)",
		"analyze":            "(default: the record's)",
		"lab network eval":   "(default: the record's)",
		"sgf render":         "whole or half number (default: the record's komi)",
		"analysis":           "(default: maxVisits, or 1000)",
		"work":               "number of threads for each job; 0 for a quarter of the cores",
		"serve":              "number of threads for each job; 0 for a quarter of the cores",
		"lab storm":          "--games 200,800,1500,5000 --rate 4.5 --duration 20s",
		"bridge":             "rosette bridge --server URL [flags] -- ENGINE [ARGUMENTS] Examples:",
	} {
		var out, errs bytes.Buffer
		run(t.Context(), append(strings.Fields(line), "--help"), nil, &out, &errs)
		if help := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(help, want) || strings.Contains(help, "(default: all) (default") || strings.Contains(help, " int ") {
			t.Errorf("the help of rosette %s lacks %q, or names what it should not:\n%s", line, want, help)
		}
	}
}

func TestAGameIsKeptWhenItsTerminalIsClosed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGHUP")
	}
	// The started program must not ignore SIGHUP, even if this test does, as under nohup.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	record := filepath.Join(t.TempDir(), "game.sgf")
	cmd := exec.Command(program(t), "play", "--two", "--board", "square-5", "--komi", "0.5", "--lang", "en", "--record", record)
	in, wrong := cmd.StdinPipe()
	out, err := cmd.StdoutPipe()
	if err = errors.Join(err, wrong, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "C3\n"); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "Last move: Black C3." {
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait()
	if text, err := os.ReadFile(record); err != nil || !strings.Contains(string(text), ";B[cc]") {
		t.Errorf("the record is %q, %v", text, err)
	}
}
