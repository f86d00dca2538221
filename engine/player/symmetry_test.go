package player

import (
	"context"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// The search considers only one of several symmetric moves. The player plays any of them.
func TestThePlayerBeginsInAnyPlaceOfASymmetricBoard(t *testing.T) {
	for _, graph := range []*board.Graph{board.Rosette(2), board.Square(5, 5)} {
		g := game.New(graph, game.DefaultRules(graph))
		elsewhere := 0
		for seed := range uint64(12) {
			choice, err := newPlayer(t, Options{Visits: 60, Seed: seed}).Choose(context.Background(), g, board.Black, engine.Time{})
			if err != nil || g.Legal(choice.Move, board.Black) != nil {
				t.Fatal(choice.Move, err)
			}
			for _, image := range graph.Symmetries() {
				if image[choice.Move] < choice.Move {
					elsewhere++
					break
				}
			}
		}
		if elsewhere == 0 {
			t.Errorf("%s: all 12 players begin with the first of symmetric moves", graph.Name())
		}
	}
}
