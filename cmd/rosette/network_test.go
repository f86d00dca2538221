package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// randomNetwork writes a small network without lessons to a file.
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
	name = filepath.Join(t.TempDir(), "small"+networkSuffix)
	if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestEveryCommandThatThinksRefusesWhatIsNoNetwork(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.rnet")
	if err := os.WriteFile(bad, []byte("no network"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"gtp", "analysis", "play", "serve", "analyze x.sgf", "match a b", "ladder a b", "komi", "puzzle make", "selfplay --run x", "network info"} {
		args := append(strings.Fields(command), "--network", bad)
		if command == "network info" {
			args = []string{"network", "info", bad}
		}
		var out, errs bytes.Buffer
		status := run(context.Background(), args, strings.NewReader(""), &out, &errs)
		said := errs.String()
		if status != misuse || out.Len() > 0 || strings.Count(said, "\n") != 1 || !strings.Contains(said, bad+": network: this is no file of weights; one begins with the line") {
			t.Errorf("%s: status %d, %q on standard output, %q", command, status, out.String(), said)
		}
	}
}

func TestANetworkFileIsReadOnce(t *testing.T) {
	name := randomNetwork(t, board.Honeycomb)
	files := networkFiles{}
	one, err := files.read(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if again, err := files.read(name); err != nil || one != again {
		t.Errorf("%p, then %p %v", one, again, err)
	}
}

func TestAWarningIsWrittenOnce(t *testing.T) {
	var out bytes.Buffer
	warn := warnOnce(&out)
	for range 2 {
		warn("--network x knows no square-5; playouts think there")
		warn("--network x knows no square-4; playouts think there")
	}
	if got := out.String(); strings.Count(got, "square-5") != 1 || strings.Count(got, "square-4") != 1 || !strings.HasPrefix(got, "rosette: --network x") {
		t.Errorf("%q", got)
	}
}

// The evaluator of search says the same, from Black's side.
func TestAVerdictNamesTheColoursWhoeverIsToMove(t *testing.T) {
	name := randomNetwork(t, board.Honeycomb)
	net, err := readNetwork(name)
	if err != nil {
		t.Fatal(err)
	}
	for ply, moves := range []string{"", "A2", "A2 C3"} {
		g := game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2)))
		next := board.Black
		for _, move := range strings.Fields(moves) {
			p, err := g.Graph().Point(move)
			if err != nil {
				t.Fatal(err)
			}
			g.Make(p, next)
			next = next.Opponent()
		}
		e := neural.New(net, 1)
		e.Average, e.Float32 = true, true
		var want engine.Evaluation
		e.Evaluate(g, next, &want)
		v := (&asking{average: true}).ask(net, name, g, next)
		if near := func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-5 }; !near(v.Black+v.Draw/2, want.Win) || !near(v.Score, want.Score) ||
			!near(v.Black+v.White+v.Draw, 1) || !near(v.Spread, want.ScoreStdev) || !near(v.Score-v.Margin, -float32(g.Rules().Komi)) || v.Moves != ply {
			t.Errorf("after %q the verdict is %+v; the evaluator says %v %v", moves, v, want.Win, want.Score)
		}
		for p, x := range want.Ownership {
			if math.Abs(float64(x-v.Ownership[p])) > 1e-5 {
				t.Errorf("after %q point %d is owned by %v, not %v", moves, p, v.Ownership[p], x)
			}
		}
		sum := float32(0)
		for i, m := range v.Policy {
			if sum += m.Chance; i > 0 && m.Chance > v.Policy[i-1].Chance {
				t.Errorf("after %q %s is likelier than the move before", moves, m.Move)
			}
			if m.at != board.Pass && want.Policy[m.at] != m.Chance {
				t.Errorf("after %q %s has a chance of %v, not %v", moves, m.Move, m.Chance, want.Policy[m.at])
			}
		}
		if len(v.Policy) != 25-ply || math.Abs(float64(sum)-1) > 1e-5 {
			t.Errorf("after %q %d moves have %v in all", moves, len(v.Policy), sum)
		}
		raw := configure.Analyzer{Config: configure.Config{Network: net}}.Analyze(t.Context(), g, next, engine.SearchParams{Visits: 1}).Raw
		once := (&asking{}).ask(net, name, g, next)
		if math.Abs(float64(raw.Score-once.Score)) > 1e-4 || math.Abs(float64(raw.Win-once.Black-once.Draw/2)) > 1e-5 {
			t.Errorf("after %q by itself %+v, the verdict is %+v", moves, raw, once)
		}
	}
}
