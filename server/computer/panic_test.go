package computer

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
)

// A panicking mover panics until it is repaired.
type panicking struct {
	simple
	asked  atomic.Int32
	mended atomic.Bool
}

func (m *panicking) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (Choice, error) {
	m.asked.Add(1)
	if !m.mended.Load() {
		panic("no such point")
	}
	return m.simple.Choose(ctx, g, c, left)
}

func TestAThoughtThatPanicsEndsAloneAndIsTriedAgainAfterPausesThatGrow(t *testing.T) {
	mover := &panicking{}
	inBubble(t, mover, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(time.Hour)
		asked := int(mover.asked.Load())
		if text := s.errors.String(); asked < 2 || asked > 25 || strings.Count(text, "stack=") != asked || !strings.Contains(text, "panicking") {
			t.Errorf("asked %d times in an hour, logged %s", asked, text)
		}
		mover.mended.Store(true)
		pass(mostPause)
		if ply := s.now(t).Game().Ply(); ply != 2 {
			t.Errorf("%d moves after the computer was asked again", ply)
		}
	})
}
