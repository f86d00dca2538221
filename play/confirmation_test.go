package play

import (
	"strings"
	"testing"

	"rosette/game"
)

// koFight is a board where White may capture the ko stone d3; no other stone is in atari.
const koFight = `
	b b3 d2 c2 d4 c4 e3 d3
	w pass → passed
	b pass → passed stopped`

// japaneseRules returns settings for two people under the Japanese rules of 1989.
func japaneseRules(t failer, control string) Settings {
	return between(t, "square-5", "japanese-1989", control)
}

func TestInAConfirmationTheAttackerMovesFirst(t *testing.T) {
	runScript(t, japaneseRules(t, "none"), koFight+`
		b confirm a1 → no-chain
		b confirm z9 → no-such-point
		b confirm d3 → confirming
		phase? → confirmation
		confirming? → D3 banned
		b d3 → not-your-turn
		b agree → wrong-phase
		w c3 → played
		to move? → black
		b pass → passed
		w pass → passed confirmed dead
		phase? → agreement
		ply? → 9
		dead? → D3
		confirming? → none
		to move? → empty
		w confirm c4 → confirming
		to move? → white
		w pass → passed
		b pass → passed confirmed alive
		dead? → D3
		b agree → agreed
		w agree → agreed ended W+7.5`)
}

func TestInAConfirmationAKoIsRetakenOnlyAfterAPassForIt(t *testing.T) {
	m := runScript(t, japaneseRules(t, "none"), koFight+`
		w confirm d3 → confirming
		w pass for d3 → no-ko
		w pass for z9 → no-such-point
		w c3 → played
		confirming? → D3 banned D3
		b d3 → pass-for-ko
		b a1 → played
		w a5 → played
		confirming? → D3 banned D3
		b d3 → pass-for-ko
		w pass for d3 → not-your-turn
		b pass for c3 → no-ko
		b pass for d3 → passed
		confirming? → D3 banned
		w pass → passed
		b d3 → played
		confirming? → D3 banned C3
		w e5 → played
		b a2 → played
		w c3 → pass-for-ko
		w pass → passed
		b pass → passed confirmed alive
		dead? →
		stones? → 4 3
		ply? → 9`)
	if !m.Proposed() {
		t.Error("who has confirmed a chain has not begun to mark")
	}
}

func TestAPassForAKoDoesNotEndAConfirmation(t *testing.T) {
	runScript(t, japaneseRules(t, "none"), koFight+`
		w confirm d3 → confirming
		w c3 → played
		b pass for d3 → passed
		w pass → passed
		b a1 → played
		w pass → passed
		b pass → passed confirmed dead`)
}

func TestAConfirmationComesToAnEnd(t *testing.T) {
	m := runScript(t, between(t, "square-1x3", `{"preset":"japanese-1989","suicide":true}`, "none"), `
		b a1 pass
		b pass → passed stopped
		w confirm a1 → confirming`)
	refused := ""
	for moves := 0; m.Phase() == PhaseConfirmation; moves++ {
		if moves > 2*maxConfirmationMoves*m.Game().Graph().Points() {
			t.Fatalf("%d moves and no end", moves)
		}
		moved := false
		for _, point := range []string{"a1", "a2", "a3"} {
			got := do(m, Command{Kind: Play, By: m.ToMove(), Point: point}, 60)
			if moved = got == "played"; moved {
				break
			}
			refused += got + " "
		}
		if !moved {
			do(m, Command{Kind: Pass, By: m.ToMove()}, 60)
		}
	}
	if !strings.Contains(refused, "too-long") || m.Phase() != PhaseAgreement {
		t.Errorf("phase %s, refused %s", m.Phase(), refused)
	}
}

func TestInJapanAStopIsResumedByTheOtherPlayer(t *testing.T) {
	runScript(t, japaneseRules(t, "none"), koFight+`
		b dispute → disputed resumed white
		w c3 → played
		b pass → passed
		w pass → passed stopped
		w dispute → disputed resumed black
		b d3 → played`)
}

func TestInJapanBothMayLose(t *testing.T) {
	m := runScript(t, japaneseRules(t, "none"), koFight+`
		b void → voided
		b void → wrong-phase
		w void → voided ended Void both-lose
		phase? → over`)
	if m.Result().By != game.BothLose {
		t.Errorf("%+v", m.Result())
	}
	runScript(t, japaneseRules(t, "none"), koFight+`
		b void → voided
		w mark d3 dead → marked
		w void → voided
		b agree → agreed
		b void → voided ended Void both-lose`)
	runScript(t, between(t, "square-5", "aga", "none"), koFight+`
		b void → wrong-phase
		b confirm d3 → wrong-phase`)
}

func TestAnImmortalChainNeedsNoConfirmation(t *testing.T) {
	runScript(t, between(t, "rosette-1", "japanese-1989", "none"), `
		b a1 pass a2 pass a3 pass b1 pass b2 pass b3
		w pass → passed
		b pass → passed stopped
		w confirm a1 → immortal`)
}
