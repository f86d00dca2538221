package storm

import (
	"testing"

	"rosette/game"
	"rosette/game/board"
)

func TestMovesAreLegalAndAlternate(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-5", "square-5"} {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		p := newPosition(g, 7)
		referee := game.New(g, game.DefaultRules(g))
		next := board.Black
		ids := map[string]bool{}
		for !p.over() {
			m := p.play()
			at := board.Pass
			if !m.Pass {
				at, _ = g.Point(m.Point)
			}
			if err := referee.Play(at, m.Color); err != nil || m.Color != next || ids[m.ID] {
				t.Fatalf("%s, move %d: %+v: %v", name, referee.Ply(), m, err)
			}
			next, ids[m.ID] = next.Opponent(), true
		}
		if referee.Ply() < 20 {
			t.Errorf("%s: the game has %d moves", name, referee.Ply())
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	p := newPosition(board.Rosette(5), 1)
	for b.Loop() {
		if p.over() {
			p = newPosition(board.Rosette(5), 1)
		}
		p.play()
	}
}
