package view_test

import (
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
)

func TestADrawThatWasClaimedHasNoCountThatContradictsIt(t *testing.T) {
	m := open(t, settings(t, "square-9", "chinese", "10m"))
	m.play("E5 C3 pass pass")
	m.do(play.Command{Kind: play.Agree, By: board.Black})
	m.now = m.now.Add(time.Hour)
	m.do(play.Command{Kind: play.Claim, By: board.Black})
	if s := m.state(); s.Result.Text != "Draw" || s.Score != nil || len(s.Dead) > 0 {
		t.Errorf("%+v with count %+v and dead stones %v", *s.Result, s.Score, s.Dead)
	}
}
