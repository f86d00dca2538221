package analysis

import (
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// past returns a query with those moves, Black first, and its board.
func past(t *testing.T, size int, rules string, moves ...string) *query {
	t.Helper()
	q := &query{graph: board.Square(size, size), initialPlayer: board.Black}
	var err error
	if q.rules, err = game.Preset(rules); err != nil {
		t.Fatal(err)
	}
	for i, name := range moves {
		p, err := q.graph.Move(name)
		if err != nil {
			t.Fatal(err)
		}
		q.moves = append(q.moves, game.Move{Point: p, Color: board.Colors[i%2]})
	}
	return q
}

// White sends two stones and may not take one back, whoever passes in between.
func TestSuperkoHoldsAfterPasses(t *testing.T) {
	sent := []string{"a2", "b1", "b2", "c2", "b3", "d1", "a3", "a1", "c1"}
	for _, passes := range [][]string{{}, {"pass", "pass"}} {
		q := past(t, 4, "chinese-kgs", append(sent, passes...)...)
		g, next := q.gameAt(len(q.moves))
		p, _ := q.graph.Point("b1")
		if err := g.Legal(p, board.White); err != game.ErrSuperko || next != board.White || g.Passes() != 0 {
			t.Errorf("after %d passes, %d of which count, to the player %d B1 is: %v", len(passes), g.Passes(), next, err)
		}
	}
}

func TestAStoneTakenAgainstTheRulesIsAPrisoner(t *testing.T) {
	q := past(t, 5, "japanese", "b1", "c1", "a2", "d2", "b3", "c3", "e5", "b2", "c2", "b2")
	g, _, err := q.replay(len(q.moves))
	if err != nil {
		t.Fatal(err)
	}
	if b, w := g.Prisoners(board.Black), g.Prisoners(board.White); b != 1 || w != 1 || g.Ply() != len(q.moves) {
		t.Errorf("after %d moves Black has %d prisoners and White %d, want 1 each after %d", g.Ply(), b, w, len(q.moves))
	}
}
