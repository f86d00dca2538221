package solve

import (
	"context"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

func TestWhoMovesFirstOnAnEmptyBoardGetsNothingAtLeast(t *testing.T) {
	chinese := rulesNamed(t, "mindsports-chinese")
	simple, suicide := chinese, chinese
	simple.Repetition, suicide.Suicide = game.Simple, true
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
		stop() // what is known needs no search
		got, err := s.Solve(ctx, test.line...)
		if err != nil || got.Low != test.low || got.High != test.high {
			t.Errorf("%s: %v, %v; want %+d to %+d", test.name, got, err, test.low, test.high)
		}
	}
}
