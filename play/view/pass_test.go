package view_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
)

// passEffect computes State.Pass from a decision about a pass.
func passEffect(m *play.Match, at time.Time) string {
	if m.Phase() != play.PhasePlay && m.Phase() != play.PhaseAgreement || m.ToMove() == board.Empty {
		return ""
	}
	events, _ := m.Decide(play.Command{Kind: play.Pass, By: m.ToMove()}, at)
	switch {
	case len(events) == 0 || events[0].Kind != play.Passed:
		return ""
	case events[len(events)-1].Kind == play.Stopped:
		return "stops"
	case events[len(events)-1].Kind == play.Ended:
		return "ends"
	}
	return ""
}

func TestWhatAPassWouldDoIsWhatItIsDecidedToDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		follow(t, anySettings(t), func(p *view.Projection, _ []play.Event) {
			s := p.Frame(0).State
			if want := passEffect(p.Match(), p.At()); s.Pass != want {
				t.Fatalf("%s, %d passes: %q, want %q", s.Phase, s.Passes, s.Pass, want)
			}
		})
	})
}
