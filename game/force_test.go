package game

import (
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
)

// forced returns the turn of c at p regardless of the rules: the stone occupies the point, then
// chains without a liberty and without a rosette are removed.
func (s *slowGame) forced(p board.Point, c board.Color) slowTurn {
	t := slowTurn{point: p, by: c, taken: s.now().taken, unbuttoned: s.now().unbuttoned}
	position := []byte(s.now().made)
	position[p] = letters[c]
	for _, q := range s.graph.Near(p) {
		if position[q] == letters[c.Opponent()] {
			t.taken[c] += s.removeAt(position, q)
		}
	}
	t.taken[c.Opponent()] += s.removeAt(position, p)
	t.made = string(position)
	return t
}

// force makes a random, mostly illegal move in both implementations.
func (m *refereed) force(r *rand.Rand) {
	p := board.Point(r.IntN(m.fast.Graph().Points()))
	turn, legal := m.slow.forced(p, m.next), m.fast.Legal(p, m.next)
	if err := m.fast.Force(p, m.next); !errors.Is(err, legal) {
		m.t.Fatalf("%s at %d is called %v, want %v", m.next, p, err, legal)
	}
	m.slow.turns = append(m.slow.turns, turn)
	m.compare()
	m.next = m.next.Opponent()
}

func TestForcedMovesAgreeWithASlowGameAndCanBeUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graphOf(t, anyGraph().Draw(t, "board"))
		m := startBothWays(t, g, rapid.OneOf(rapid.SampledFrom(combinations()), anyRules()).Draw(t, "rules"))
		m.again = rapid.SampledFrom([]float64{0, 0.4}).Draw(t, "chance of the same colour again")
		m.undo = rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "chance of undo")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		for range rapid.IntRange(0, 60).Draw(t, "length") {
			if r.IntN(3) == 0 {
				m.force(r)
			} else {
				m.step(r)
			}
		}
		m.replayed(g)
		under, known := m.fast.WithRules(m.fast.Rules())
		if !known || !sameCounters(under, m.fast) || picture(under.Board()) != picture(m.fast.Board()) {
			t.Fatalf("under the same rules the game is %+v, want %+v", under, m.fast)
		}
		for len(m.slow.turns) > 1 {
			m.takeBack()
		}
		m.compare()
	})
}
