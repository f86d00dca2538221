package play

import (
	"testing"
	"time"

	"pgregory.net/rapid"
	"rosette/game"
	"rosette/game/board"
)

// handicap returns settings for two people with a handicap of n stones.
func handicap(t failer, boardName, rules string, n int) Settings {
	return with(between(t, boardName, rules, "none"), func(s *Settings) { s.Handicap = n })
}

func TestAFixedHandicapIsPlacedAtOnce(t *testing.T) {
	runScript(t, handicap(t, "square-9", "aga", 3), `
		phase? → play
		stones? → 3 0
		to move? → white
		b a1 → not-your-turn
		w g7 → occupied
		w e5 → played`)
}

func TestAFixedHandicapOnAHoneycombStandsOnItsStars(t *testing.T) {
	runScript(t, handicap(t, "rosette-3", "aga", 3), `
		phase? → play
		stones? → 3 0
		w c4 → occupied
		w d8 → occupied
		w d4 → occupied
		w c6 → played`)
	runScript(t, handicap(t, "rosette-3", "aga", 7), `
		phase? → handicap
		to place? → 7`)
}

func TestAFixedHandicapIsFreeOnBoardsWithoutFixedPoints(t *testing.T) {
	for _, b := range []string{"rosette-2", "square-5"} {
		runScript(t, handicap(t, b, "japanese", 2), `
			phase? → handicap
			to place? → 2
			awaits? → true false
			b b2 → wrong-phase
			b pass → wrong-phase
			w place b2 → not-your-turn
			b place z9 → no-such-point
			b place b2 → placed
			stones? → 1 0
			b place b2 → occupied
			b place b3 → placed
			phase? → play
			stones? → 2 0
			ply? → 0
			b place b4 → wrong-phase
			to move? → white`)
	}
}

func TestAFreeHandicapIsPlacedByBlack(t *testing.T) {
	runScript(t, handicap(t, "square-9", `{"preset":"chinese","komi":0.5}`, 2), `
		b place c3 → placed
		b place g7 → placed
		to move? → white
		w pass → passed
		b pass → passed stopped
		b agree → agreed
		w agree → agreed ended B+78.5`)
}

func TestAHandicapOfOneStoneIsTheFirstMove(t *testing.T) {
	for _, rules := range []string{"chinese", "aga", "new-zealand", "japanese-1989"} {
		runScript(t, handicap(t, "square-5", rules, 1), `
			phase? → play
			stones? → 0 0
			to move? → black`)
	}
}

func TestUnderNewZealandRulesWhitePassesForAHandicap(t *testing.T) {
	m := runScript(t, handicap(t, "square-5", "new-zealand", 3), `
		to move? → black
		b c3 → played passed
		to move? → black
		b c4 → played passed
		b c2 → played
		to move? → white
		w b3 → played
		b undo → asked
		w grant → granted took-back
		ply? → 4
		to move? → black
		b undo → asked
		w grant → granted took-back
		ply? → 2`)
	if m.Game().Passes() != 0 {
		t.Error("a turn given away counts as a pass")
	}
	runScript(t, handicap(t, "square-5", "new-zealand", 2), `
		b pass → passed passed
		b pass → passed
		w pass → passed stopped`)
}

func TestUnderFlowerTheWeakerPlayerPlacesAndBlackMovesFirst(t *testing.T) {
	runScript(t, handicap(t, "square-5", "flower", 1), `
		phase? → handicap
		b place c3 → placed
		to move? → black
		b c4 → played`)
	weak := with(handicap(t, "square-5", "flower", 2), func(s *Settings) { s.Weaker = board.White })
	runScript(t, weak, `
		awaits? → false true
		b place c3 → not-your-turn
		w place c3 → placed
		w place d3 → placed
		to move? → black
		stones? → 0 2
		b d4 → played`)
}

func TestUnderFlowerColoursAreAuctionedWithAHandicap(t *testing.T) {
	weak := with(handicap(t, "square-5", "flower", 2), func(s *Settings) { s.KomiBy, s.Weaker = KomiOpen, board.White })
	runScript(t, weak, `
		phase? → komi
		b bid 3 → bade
		w bid 4 → bade
		b yield → yielded settled 4 swapped
		phase? → handicap
		black is? → Bob
		weaker? → black
		to move? → black
		b place c3 → placed
		b place d3 → placed
		stones? → 2 0
		to move? → black`)
	strong := with(handicap(t, "square-5", "flower", 2), func(s *Settings) { s.KomiBy = KomiDivide })
	runScript(t, strong, `
		b offer 1 → offered
		w take black → took settled 1 swapped
		weaker? → white
		b place c3 → not-your-turn
		w place c3 → placed
		w place c2 → placed
		to move? → black
		stones? → 0 2
		b c4 → played`)
}

func TestAGameOfItsOwnIsAsTheMatchWasAfterSoManyMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, err := Open(anySettings(t), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		m, now := NewMatch(), first.At
		m.Apply(first)
		for range rapid.IntRange(0, 60).Draw(t, "commands") {
			events, _ := m.Decide(anyCommand(t, m), now)
			for _, e := range events {
				m.Apply(e)
			}
		}
		all := m.Moves()
		own := m.GameAt(all)
		if m.Begun() != (own != nil) || m.Phase() == PhasePlay && !m.Begun() {
			t.Fatalf("a game of its own in phase %s: %v", m.Phase(), own != nil)
		}
		if own == nil {
			return
		}
		same := func(a, b *game.Game) bool {
			return a.Board().Hash() == b.Board().Hash() && a.Ply() == b.Ply() && a.Rules() == b.Rules() && a.PassesInRow() == b.PassesInRow() &&
				a.Prisoners(board.Black) == b.Prisoners(board.Black) && a.Handicap() == b.Handicap()
		}
		if !same(own, m.state.game) || own.Passes() != m.state.game.Passes() {
			t.Fatalf("it is not the match's after %d moves", all)
		}
		for ply := all - 1; ply >= 0; ply-- {
			if own.Undo(); !same(own, m.GameAt(ply)) {
				t.Fatalf("it differs after %d of %d moves", ply, all)
			}
		}
	})
}
