package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rosette/engine"
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

// networkFlags are those of a program that was called with a network.
func networkFlags(t *testing.T, name string) *flags {
	t.Helper()
	root := &cobra.Command{}
	f := newFlags(root)
	if err := f.set.Parse([]string{"--network", name, "--seed", "5"}); err != nil {
		t.Fatal(err)
	}
	root.SetErr(io.Discard)
	if err := f.heed(root); err != nil {
		t.Fatal(err)
	}
	return f
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

func TestAFileOfWeightsIsReadOnce(t *testing.T) {
	name := randomNetwork(t, board.Honeycomb)
	f := networkFlags(t, name)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	player := *f // as contestants and seats have them
	one, err := f.named()
	other, wrong := player.named()
	if err != nil || wrong != nil || one == nil || one != other {
		t.Errorf("%p %v, then %p %v", one, err, other, wrong)
	}
}

// The evaluator of search says the same, from Black's side.
func TestAVerdictNamesTheColoursWhoeverIsToMove(t *testing.T) {
	name := randomNetwork(t, board.Honeycomb)
	f := networkFlags(t, name)
	net, err := f.named()
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
		e.Average, e.Whole = true, true
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
		raw := analyzer{flags: f}.raw(g, next)
		once := (&asking{}).ask(net, name, g, next)
		if next == board.White {
			raw.Win, raw.Score = 1-raw.Win, -raw.Score
		}
		if math.Abs(float64(raw.Score-once.Score)) > 1e-4 || math.Abs(float64(raw.Win-once.Black-once.Draw/2)) > 1e-5 {
			t.Errorf("after %q by itself %+v, the verdict is %+v", moves, raw, once)
		}
	}
}

func TestAMindIsThatOfANetworkWhereItKnowsTheGround(t *testing.T) {
	f := networkFlags(t, randomNetwork(t, board.Honeycomb))
	var said bytes.Buffer
	f.shelf.out = &said
	for name, knows := range map[string]bool{"rosette-1": true, "rosette-3": true, "square-5": false, "square-4": false} {
		graph, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			var o engine.Evaluation
			f.mind(1).Evaluate(game.New(graph, game.DefaultRules(graph)), board.Black, &o)
			if guided := len(o.Policy) > 0; guided != knows || len(o.Ownership) != graph.Points() {
				t.Errorf("%s: a policy %v", name, guided)
			}
		}
	}
	supply := game.DefaultRules(board.Rosette(2))
	supply.Supply = 5
	m := f.mind(1)
	for _, rules := range []game.Rules{game.DefaultRules(board.Rosette(2)), supply, game.DefaultRules(board.Rosette(2))} {
		var o engine.Evaluation
		m.Evaluate(game.New(board.Rosette(2), rules), board.Black, &o)
		if guided := len(o.Policy) > 0; guided != (rules.Supply == 0) {
			t.Errorf("a supply of %d stones: a policy %v", rules.Supply, guided)
		}
	}
	for _, line := range []string{"knows no square-5; playouts think there\n", "knows no square-4; ", "knows no supply of 5 stones; "} {
		if strings.Count(said.String(), line) != 1 {
			t.Errorf("%q is not said once in %q", line, said.String())
		}
	}
}

func TestWeakLevelsKeepPlayouts(t *testing.T) {
	f := networkFlags(t, randomNetwork(t, board.Honeycomb))
	for level, guided := range map[string]bool{"full": true, "": true, "17": true, "16": false, "1": false} {
		at := *f
		at.level = level
		var o engine.Evaluation
		options := at.options(1)
		options.Minds(1).Evaluate(game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2))), board.Black, &o)
		if len(o.Policy) > 0 != guided {
			t.Errorf("level %q: a policy of %d moves", level, len(o.Policy))
		}
	}
}
