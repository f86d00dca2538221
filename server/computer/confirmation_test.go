package computer

import (
	"context"
	"testing"
	"testing/synctest"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
)

// A stubborn mover passes until play has stopped, then plays any legal stone.
type stubborn struct{ simple }

func (stubborn) Choose(_ context.Context, g *game.Game, c board.Color, _ clock.Remaining) (Choice, error) {
	for p := range board.Point(g.Graph().Points()) {
		if g.Ply() >= 3 && g.Legal(p, c) == nil {
			return Choice{Point: p}, nil
		}
	}
	return Choice{Point: board.Pass}, nil
}

func TestABotPassesWhereAConfirmationHasLastedTooLong(t *testing.T) {
	inBubble(t, stubborn{}, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Board: "square-3", Rules: preset(t, "japanese-1989"), Black: person, White: bot})
		for _, cmd := range []play.Command{{Kind: play.Play, Point: "b2"}, {Kind: play.Pass}, {Kind: play.Confirm, Point: "b2"}} {
			s.do(t, cmd)
			synctest.Wait()
		}
		for range 100 {
			m := s.now(t)
			if m.Phase() != play.PhaseConfirmation {
				return
			}
			s.do(t, anyPlay(m))
			synctest.Wait()
		}
		t.Errorf("the confirmation does not end; logged %s", s.errors)
	})
}

// anyPlay returns a stone for Black while the confirmation allows one, and then a pass.
func anyPlay(m *play.Match) play.Command {
	g := m.Game()
	for p := board.Point(g.Graph().Points() - 1); p >= 0 && !m.ConfirmationFull(); p-- {
		if _, kos, _ := m.Confirmation(); g.Legal(p, board.Black) == nil && len(kos) == 0 {
			return play.Command{Kind: play.Play, Point: g.Graph().PointName(p)}
		}
	}
	return play.Command{Kind: play.Pass}
}
