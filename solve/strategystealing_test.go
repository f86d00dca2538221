package solve

import (
	"context"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
)

func TestTheFirstPlayerOnAnEmptyBoardGetsAtLeastZero(t *testing.T) {
	chinese := rulesNamed(t, "mindsports-chinese")
	simple, suicide := chinese, chinese
	simple.Repetition, suicide.Suicide = game.KoSimple, true
	one := board.New(graphNamed(t, "rosette-2"))
	one.Play(0, board.Black)
	for _, test := range []struct {
		name      string
		start     *board.Board
		first     board.Color
		rules     game.Rules
		line      []board.Point
		low, high int
	}{
		{"black", board.New(graphNamed(t, "rosette-2")), board.Black, chinese, nil, 0, 24},
		{"white", board.New(graphNamed(t, "rosette-2")), board.White, chinese, nil, -24, 0},
		{"after a stone", one, board.White, chinese, nil, -24, 24},
		{"after a pass", board.New(graphNamed(t, "rosette-2")), board.Black, chinese, []board.Point{board.Pass}, -24, 24},
		{"where games need not end", board.New(graphNamed(t, "rosette-2")), board.Black, simple, nil, -24, 24},
		{"where the empty board may come back", board.New(graphNamed(t, "rosette-2")), board.Black, suicide, nil, -24, 24},
	} {
		s, err := New(test.start, test.first, test.rules, Options{Table: NewTable(1 << 20)})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		stop() // known results need no search
		got, err := s.Solve(ctx, test.line...)
		if err != nil || got.Low != test.low || got.High != test.high {
			t.Errorf("%s: %v, %v; want %+d to %+d", test.name, got, err, test.low, test.high)
		}
	}
}

// A player may answer a pass by ending the game: then the opponent's unconditional territory does
// not count in full if it contains dead stones.
func TestAPassLetsTheOpponentEndTheGameWithDeadStonesOnTheBoard(t *testing.T) {
	g := graphNamed(t, "square-4x1")
	b := board.New(g)
	b.Play(1, board.Black)
	b.Play(3, board.White)
	s, err := New(b, board.Black, rulesNamed(t, positional), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line []board.Point
		want int
	}{{nil, 4}, {[]board.Point{board.Pass}, 1}} {
		if got, err := s.Solve(t.Context(), test.line...); err != nil || !got.Exact() || got.Low != test.want {
			t.Errorf("after %v: %v, %v, want %+d", test.line, got, err, test.want)
		}
	}
}

func TestAfterAPassTheSolverAgreesWithMinimax(t *testing.T) {
	r := newRNG(t)
	graphs := []*board.Graph{wheelGraph(t)}
	for _, name := range []string{"square-3x1", "square-4x1", "square-5x1", "square-2", "square-2x3", "rosette-1"} {
		graphs = append(graphs, graphNamed(t, name))
	}
	decided := 0
	for i := range *games {
		rules := rulesNamed(t, "mindsports-chinese")
		rules.Tax = []game.Tax{game.TaxNone, game.TaxSeki}[r.IntN(2)]
		rules.Repetition = []game.Repetition{game.KoPositional, game.KoSituational}[r.IntN(2)]
		b, first := randomPosition(graphs[i%len(graphs)], r, rules)
		at := game.From(b.Clone(), rules, first)
		at.Make(board.Pass, first)
		ref := minimax{most: 30_000}
		want, ok := ref.margin(at, first.Opponent(), -1000, 1000)
		if !ok {
			continue
		}
		decided++
		s, err := New(b, first, rules, Options{Table: NewTable(1 << 20)})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
		got, err := s.Solve(ctx, board.Pass)
		stop()
		if margin := want + rules.Komi; err != nil || margin < float64(got.Low) || margin > float64(got.High) {
			t.Errorf("%s, %s passes, %s: %v, %v, minimax %v\n%s", b.Graph().Name(), first, rules.KataGoJSON(), got, err, margin, stonesOf(b))
		}
	}
	if t.Logf("%d positions", decided); decided == 0 {
		t.Error("minimax decided about none")
	}
}

// White's territory is unconditional soon after, but superko forbids the plays that would capture
// Black's last stone.
func TestDeadStonesThatARepetitionKeepsOnTheBoardCount(t *testing.T) {
	b, err := board.Setup(graphNamed(t, "square-6x1"), []board.Color{
		board.White, board.White, board.White, board.White, board.Empty, board.Black,
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(b, board.Black, rulesNamed(t, situational), Options{Table: NewTable(1 << 20)})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Solve(t.Context()); err != nil || !got.Exact() || got.Low != -1 {
		t.Errorf("%v, %v, want -1", got, err)
	}
}
