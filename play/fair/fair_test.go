package fair

import (
	"fmt"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// started returns a game after moves on distinct points: every third point of the board.
func started(g *board.Graph, moves int) *game.Game {
	played := game.New(g, game.DefaultRules(g))
	for i := range moves {
		played.Make(board.Point(3*i), board.Colors[i%2])
	}
	return played
}

// mirrored returns the same stones under a map of the board, with colours exchanged if
// the first player is White, and a pass of each player after the second move.
func mirrored(g *board.Graph, moves int, image []board.Point, first board.Color) *game.Game {
	played := game.From(board.New(g), game.DefaultRules(g), first)
	for i := range moves {
		c := first
		if i%2 == 1 {
			c = first.Opponent()
		}
		played.Make(image[3*i], c)
		if i == 1 {
			played.Make(board.Pass, first)
			played.Make(board.Pass, first.Opponent())
		}
	}
	return played
}

func TestAPositionIsFoundUnderEverySymmetryAndWithColoursExchanged(t *testing.T) {
	for _, g := range []*board.Graph{board.Rosette(3), board.Rosette(5), board.Square(9, 9)} {
		reserved := Positions{}
		reserved.Add(started(g, 12))
		for i, image := range g.Symmetries() {
			for _, first := range board.Colors {
				for _, moves := range []int{12, 15} { // at the position, and past it
					if !reserved.Reached(mirrored(g, moves, image, first)) {
						t.Errorf("%s: symmetry %d, %s first, %d moves: not found", g.Name(), i, first, moves)
					}
				}
			}
		}
	}
}

func TestOnlyTheLastPositionsAfterTheOpeningCount(t *testing.T) {
	nine := board.Square(9, 9)
	for _, test := range []struct {
		running, asked int // moves
		board          *board.Graph
		want           bool
	}{
		{20, 12, nine, false},
		{20, 13, nine, true},
		{20, 19, nine, true},
		{20, 20, nine, true},
		{20, 25, nine, true},
		{9, 7, nine, false},
		{9, 8, nine, true},
		{7, 7, nine, false},
		{20, 20, board.Square(13, 13), false},
	} {
		reserved := Positions{}
		reserved.Add(started(nine, test.running))
		if got := reserved.Reached(started(test.board, test.asked)); got != test.want {
			t.Errorf("%d moves of a running game, %d asked about on %s: %t", test.running, test.asked, test.board.Name(), got)
		}
	}
	for points, want := range map[int]int{9: 1, 54: 6, 81: 8, 361: 8} {
		if got := Free(points); got != want {
			t.Errorf("%d moves of a board of %d points are free, want %d", got, points, want)
		}
	}
}

func TestAnotherPositionOfAsManyStonesIsNotFound(t *testing.T) {
	g := board.Rosette(5)
	reserved, other := Positions{}, game.New(g, game.DefaultRules(g))
	for i := range 15 {
		other.Make(board.Point(4*i+1), board.Colors[i%2])
	}
	if reserved.Reached(other) {
		t.Error("nothing is running, and a position is found")
	}
	reserved.Add(started(g, 12))
	if reserved.Reached(other) {
		t.Error("another position is found")
	}
}

// The cost of a request is that of one Positions for the running games of a person.
func BenchmarkPositions(b *testing.B) {
	for _, g := range []*board.Graph{board.Rosette(5), board.Square(19, 19)} {
		b.Run(fmt.Sprint("add-", g.Name()), func(b *testing.B) {
			moves := g.Points() / 3
			for b.Loop() {
				Positions{}.Add(started(g, moves))
			}
		})
		b.Run(fmt.Sprint("reached-", g.Name()), func(b *testing.B) {
			reserved, asked := Positions{g.Name(): {board.Hash{Hi: 1}: true}}, started(g, g.Points()/3)
			for b.Loop() {
				reserved.Reached(asked)
			}
		})
	}
}
