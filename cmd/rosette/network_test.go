package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rosette/engine/neural"
	"rosette/game/board"
)

// randomNetwork writes a small untrained network to a file.
func randomNetwork(t *testing.T, kind board.Lattice) (name string) {
	t.Helper()
	net, err := neural.Random(kind, 1, 16, 4)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := net.Write(&text); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), "small"+neural.FileSuffix)
	if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestEveryCommandThatUsesANetworkRefusesAFileThatIsNone(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.rnet")
	if err := os.WriteFile(bad, []byte("no network"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"gtp", "analysis", "play", "serve", "analyze x.sgf", "match a b", "ladder a b", "lab komi", "puzzle make", "lab selfplay --run x", "lab network info"} {
		args := append(strings.Fields(command), "--network", bad)
		if command == "lab network info" {
			args = []string{"lab", "network", "info", bad}
		}
		var out, errs bytes.Buffer
		status := run(context.Background(), args, strings.NewReader(""), &out, &errs)
		said := errs.String()
		if status != misuse || out.Len() > 0 || strings.Count(said, "\n") != 1 || !strings.Contains(said, bad+": network: not a network file; it must begin with the line") {
			t.Errorf("%s: status %d, %q on standard output, %q", command, status, out.String(), said)
		}
	}
}

func TestAWarningIsWrittenOnce(t *testing.T) {
	var out bytes.Buffer
	warn := warnOnce(&out)
	for range 2 {
		warn("--network x does not support square-5; using playouts")
		warn("--network x does not support square-4; using playouts")
	}
	if got := out.String(); strings.Count(got, "square-5") != 1 || strings.Count(got, "square-4") != 1 || !strings.HasPrefix(got, "rosette: --network x") {
		t.Errorf("%q", got)
	}
}
