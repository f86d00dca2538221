package game

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
)

func TestScoreOffsetPredictsTheMarginThatAreaLeavesOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules().Draw(t, "rules")
		r.Tax = TaxNone
		r.Button = false
		r.FirstPass = FirstPassCounted // otherwise possible later points are unknown
		if r.Scoring != ScoringArea {
			r.Scoring = ScoringPassStones
		}
		if r.Handicap == HandicapWhitePasses {
			r.Handicap = HandicapFree
		}
		m := startBothWays(t, graphOf(t, rapid.SampledFrom([]string{"rosette-2", "rosette-3", "square-4", "square-5x3"}).Draw(t, "board")), r)
		m.again, m.undo = 0.2, 0.1
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		for range rapid.IntRange(0, 60).Draw(t, "length") {
			m.step(random)
		}
		next, want := m.next, m.fast.ScoreOffset(m.next)
		m.again, m.undo = 0, 0
		for range rapid.IntRange(0, 40).Draw(t, "more") {
			m.step(random)
		}
		for turns := 0; turns < 2 || m.next != next || m.fast.Passes() < 2; turns++ { // equally many turns for both
			m.play(board.Pass)
			m.next = m.next.Opponent()
		}
		stones, space := m.slow.count(m.slow.now().made)
		area := float64(stones[board.Black] + space[board.Black] - stones[board.White] - space[board.White])
		if got := m.fast.Score().Margin() - area; got != want {
			t.Fatalf("%s turns next: %g beyond the area at the end, %g were foreseen, by %+v", next, got, want, r)
		}
	})
}
