package bench

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

const span = 10 * time.Millisecond

// meter returns a meter whose clock of processor time advances by an hour at each reading.
func meter(threads int) Meter {
	read := time.Duration(0)
	return Meter{Threads: threads, Seed: 1, Span: span, CPU: func() (time.Duration, bool) {
		read += time.Hour
		return read, true
	}}
}

func TestPlayoutsAndSearchesAreCounted(t *testing.T) {
	g := game.New(board.Rosette(1), game.DefaultRules(board.Rosette(1)))
	p := meter(2).MeasurePlayouts(t.Context(), g)
	if p.Board != "rosette-1" || p.Threads != 2 || p.Light <= 0 || p.Tactical <= 0 || p.Visits <= 0 {
		t.Errorf("%+v", p)
	}
	if p.Length < 2 || math.Abs(p.Length*p.Light-p.Moves) > 1e-6*p.Moves {
		t.Errorf("%v moves a playout, %v moves and %v playouts a second", p.Length, p.Moves, p.Light)
	}
}

func TestEvaluationsOfANetworkAndItsVisitsAreCounted(t *testing.T) {
	graph := board.Rosette(2)
	g := game.New(graph, game.DefaultRules(graph))
	for _, inFloat32 := range []bool{false, true} {
		n := meter(2).MeasureNetwork(t.Context(), g, neural.Shipped(graph, g.Rules()), inFloat32)
		name, bits := neural.Kernel(inFloat32)
		if n.Network != "b4c48" || n.Board != "rosette-2" || n.Threads != 2 || n.Kernel != name || n.Bits != bits || n.Evaluations <= 0 || n.Visits <= 0 {
			t.Errorf("%+v", n)
		}
	}
}

func TestRecordsAreParsedAndReplayed(t *testing.T) {
	parsed, replayed, err := meter(1).MeasureRecords(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Work != "read" || parsed.Nodes <= 0 || parsed.Bytes <= parsed.Nodes || parsed.Board != "square-19" {
		t.Errorf("%+v", parsed)
	}
	if replayed.Work != "replayed" || replayed.Nodes <= 0 || replayed.Bytes != 0 {
		t.Errorf("%+v", replayed)
	}
}

func TestTheRecordsHaveTheirNodes(t *testing.T) {
	text, err := records(board.Square(19, 19), 3)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	for _, root := range c.Trees {
		if err := sgf.Walk(root, func(*sgf.Node, *game.Game, error) error { nodes++; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if want := recordGames * (recordMoves + 1); len(c.Trees) != recordGames || nodes != want {
		t.Errorf("%d games with %d nodes, want %d", len(c.Trees), nodes, want)
	}
}

func TestWorkThatFailsEndsTheMeasurement(t *testing.T) {
	wrong := errors.New("wrong")
	if _, err := (Meter{Threads: 1, Span: time.Hour}).run(t.Context(), func(int) func() error {
		return func() error { return wrong }
	}); !errors.Is(err, wrong) {
		t.Error(err)
	}
}

func TestRatesAreByElapsedAndByProcessorTime(t *testing.T) {
	g := game.New(board.Rosette(1), game.DefaultRules(board.Rosette(1)))
	p := meter(1).MeasurePlayouts(t.Context(), g)
	if p.CPU == nil || p.CPU.Light <= 0 || p.CPU.Light >= p.Light || math.Abs(p.CPU.Moves/p.CPU.Light-p.Length) > 1e-6 {
		t.Fatalf("%+v, by processor time %+v", p, p.CPU)
	}
	if text := p.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, " elapsed ") || !strings.Contains(text, " processor ") {
		t.Errorf("%s", text)
	}
	unknown := meter(1)
	unknown.CPU = nil
	parsed, _, err := unknown.MeasureRecords(t.Context())
	if err != nil || parsed.CPU != nil || strings.Contains(parsed.String(), "\n") {
		t.Errorf("%+v, %v", parsed, err)
	}
}
