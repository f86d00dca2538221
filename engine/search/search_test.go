package search

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A countingEvaluator evaluates a position by the score of the stones on the board and has no
// policy, so its trees can be checked by hand.
type countingEvaluator struct{}

func (countingEvaluator) Evaluate(g *game.Game, _ board.Color, into *engine.Evaluation) {
	margin := g.Score().Margin()
	*into = engine.Evaluation{Score: float32(margin), Win: 0.5}
	if margin > 0 {
		into.Win = 1
	} else if margin < 0 {
		into.Win = 0
	}
}

func newGame(t testing.TB, name, rules string) *game.Game {
	t.Helper()
	graph, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	return game.New(graph, r)
}

func play(t testing.TB, g *game.Game, c board.Color, moves string) board.Color {
	t.Helper()
	for _, name := range strings.Fields(moves) {
		p, err := g.Graph().Move(name)
		if err == nil {
			err = g.Play(p, c)
		}
		if err != nil {
			t.Fatalf("%v %s: %v", c, name, err)
		}
		c = c.Opponent()
	}
	return c
}

func TestTheTreeOfAnEvaluatorThatCountsStonesIsTheGoldenOne(t *testing.T) {
	g := newGame(t, "rosette-1", `{"komi":0.5}`)
	r := Run(context.Background(), g, board.Black, []engine.Evaluator{countingEvaluator{}}, engine.SearchParams{Visits: 400})
	var got strings.Builder
	fmt.Fprintf(&got, "visits %d win %.3f score %.2f\n", r.Visits, r.Win, r.Score)
	for _, c := range r.Candidates {
		fmt.Fprintf(&got, "%-4s %4d %.3f", g.Graph().PointName(c.Move), c.Visits, (1+c.Utility)/2)
		for _, p := range c.PV {
			fmt.Fprintf(&got, " %s", g.Graph().PointName(p))
		}
		got.WriteByte('\n')
	}
	golden(t, "rosette-1-counting.txt", got.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs; look, then -update:\n%s", file, got)
	}
}

func TestOneEvaluatorAndOneSeedGiveOneAnalysis(t *testing.T) {
	g := newGame(t, "rosette-3", "mindsports-chinese")
	candidates := func() string {
		params := engine.SearchParams{Visits: 500}
		return fmt.Sprint(Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(7)}, params).Candidates)
	}
	first, again := candidates(), candidates()
	if first != again {
		t.Errorf("first %s\nagain %s", first, again)
	}
}

func TestSeveralEvaluatorsShareALimitOfVisits(t *testing.T) {
	g := newGame(t, "rosette-3", "mindsports-chinese")
	evaluators := []engine.Evaluator{playout.New(1), playout.New(2), playout.New(3)}
	r := Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 1000})
	total := 0
	for _, c := range r.Candidates {
		total += c.Visits
	}
	if r.Visits != 1000 || total < 990 || total > 1000 {
		t.Errorf("%d visits, %d below the root, want 1000 and all but the first few", r.Visits, total)
	}
	if g.Ply() != 0 || g.Board().Vacant() != 54 {
		t.Errorf("the search left %d plies and %d vacant points in the game", g.Ply(), g.Board().Vacant())
	}
}

// A canceller cancels the search during one of its evaluations.
type canceller struct {
	engine.Evaluator
	at     int
	cancel func()
}

func (c *canceller) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	if c.at--; c.at == 0 {
		c.cancel()
	}
	c.Evaluator.Evaluate(g, next, into)
}

func TestASearchThatIsCancelledReportsWhatItHas(t *testing.T) {
	g := newGame(t, "rosette-5", "mindsports-chinese")
	ctx, cancel := context.WithCancel(context.Background())
	e := &canceller{playout.New(1), 20, cancel}
	r := Run(ctx, g, board.Black, []engine.Evaluator{e}, engine.SearchParams{})
	if r.Visits < 19 || len(r.Candidates) == 0 {
		t.Errorf("%d visits, %d candidates", r.Visits, len(r.Candidates))
	}
}

func TestATreeStopsGrowingAtItsBound(t *testing.T) {
	g := newGame(t, "rosette-3", "mindsports-chinese")
	tree := newTree(g, board.Black, engine.SearchParams{Nodes: 200})
	w := newWorker(tree, playout.New(1), g.Clone(), BestChild, BestChild)
	for range 2000 {
		w.simulate()
	}
	if got := tree.used.Load(); got > 200+55 {
		t.Errorf("%d nodes, want at most one move list over 200", got)
	}
}

func TestTheSearchFindsPlainBestMoves(t *testing.T) {
	for _, c := range []struct{ name, board, moves, best string }{
		// Black has five corners of the middle hexagon; the sixth, C5, is the chain's last liberty.
		{"makes the rosette", "rosette-2", "b3 a4 b4 d4 b5 b2 c3 b6 c4 c2", "c5"},
		{"stops the rosette", "rosette-2", "b3 a4 b4 d4 b5 b2 c3 b6 c4 c2 pass", "c5"},
		{"takes a stone in atari on a square board", "square-5", "c3 b3 e1 c4 e2 d3 a1", "c2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, c.board, `{"komi":0.5}`)
			next := play(t, g, board.Black, c.moves)
			r := Run(context.Background(), g, next, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: 4000})
			if got := g.Graph().PointName(r.Candidates[0].Move); !strings.EqualFold(got, c.best) {
				t.Errorf("%v plays %s, want %s: %+v", next, got, c.best, r.Candidates[:3])
			}
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"square-9", "rosette-5", "rosette-7"} {
		for threads := 1; threads <= 2; threads++ {
			b.Run(fmt.Sprintf("%s/threads-%d", name, threads), func(b *testing.B) {
				g := newGame(b, name, `{"komi":6.5}`)
				var evaluators []engine.Evaluator
				for i := range threads {
					evaluators = append(evaluators, playout.New(uint64(i)))
				}
				visits := 0
				for b.Loop() {
					visits += Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 10000}).Visits
				}
				b.ReportMetric(float64(visits)/b.Elapsed().Seconds(), "visits/s")
			})
		}
	}
}

// A search allocates chunks of nodes and principal variations, and nothing for a single visit.
func TestAVisitAllocatesNothing(t *testing.T) {
	g := newGame(t, "rosette-4", "mindsports-chinese")
	allocations := func(visits int) float64 {
		return testing.AllocsPerRun(2, func() {
			Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: visits})
		})
	}
	few, many := allocations(500), allocations(2000)
	if more := (many - few) / 1500; more > 0.1 {
		t.Errorf("%.3f allocations a visit", more)
	}
}
