package computer

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
)

// A brief mover is a simple one that passes after that many moves and considers the first white
// chain dead.
type brief struct {
	simple
	moves int
}

func (m brief) Choose(ctx context.Context, g *game.Game, c board.Color, _ clock.Remaining) (Choice, error) {
	if g.Ply() >= m.moves {
		return Choice{Point: board.Pass}, nil
	}
	return m.simple.Choose(ctx, g, c, clock.Remaining{})
}

func (m brief) Judge(_ context.Context, g *game.Game) (found DeadStones, err error) {
	if p := mortal(g, board.White); p != board.Pass {
		for q := range g.Board().Chain(p) {
			found.Dead = append(found.Dead, q)
		}
	}
	return found, nil
}

// mortal returns a stone in a chain that may be dead, or Pass.
func mortal(g *game.Game, c board.Color) board.Point {
	for p := range board.Point(g.Graph().Points()) {
		if g.Board().At(p) == c && !g.Board().Immortal(p) {
			return p
		}
	}
	return board.Pass
}

// everySettings calls test with all rulesets and komi methods for two seats.
func everySettings(t *testing.T, black, white play.Seat, test func(t *testing.T, s play.Settings)) {
	for _, name := range game.Presets() {
		for _, by := range []play.KomiBy{play.KomiGiven, play.KomiDivide, play.KomiOpen, play.KomiSecret} {
			rules := preset(t, name)
			s := play.Settings{Board: "rosette-2", Rules: rules, Black: black, White: white, KomiBy: by, TieBreakSeed: 1}
			if rules.Handicap != game.HandicapNone && (by == play.KomiGiven || rules.Handicap == game.HandicapFlower) {
				s.Handicap = 2
			}
			t.Run(name+" "+string(by), func(t *testing.T) { test(t, s) })
		}
	}
}

func TestBotsPlayEveryRulesetThroughAllItsPhases(t *testing.T) {
	levels := Options{Player: func(level string, _ time.Duration) Mover { return brief{simple{uint64(len(level))}, 12} }}
	stronger := play.Seat{Kind: play.SeatBot, ID: "full"}
	everySettings(t, bot, stronger, func(t *testing.T, settings play.Settings) {
		inBubble(t, nil, levels, func(t *testing.T, s *server) {
			s.open(t, "m", settings)
			synctest.Wait()
			m := s.now(t)
			if m.Result().By != game.ByScore || s.errors.Len() > 0 {
				t.Fatalf("in %s it ends with %+v; logged %s", m.Phase(), m.Result(), s.errors)
			}
			if settings.Rules.Ending != game.EndingAllAlive && len(m.Dead()) == 0 && mortal(m.Game(), board.White) != board.Pass {
				t.Error("nothing was agreed dead")
			}
		})
	})
}

func TestABotDisputesWhatItKnowsToBeWrong(t *testing.T) {
	for rules, want := range map[string]play.Phase{
		"mindsports-chinese": play.PhasePlay, "kgs-chinese": play.PhasePlay, "new-zealand": play.PhaseTurn, "japanese-1989": play.PhaseConfirmation,
	} {
		inBubble(t, simple{1}, Options{}, func(t *testing.T, s *server) {
			s.open(t, "m", play.Settings{Rules: preset(t, rules), Black: person, White: bot})
			synctest.Wait()
			s.disagree(t)
			if m := s.now(t); m.Phase() != want || want == play.PhasePlay && !m.Disagreed() {
				t.Errorf("%s: the match is in %s, want %s", rules, m.Phase(), want)
			}
		})
	}
}

// disagree plays for Black: it passes until play stops, marks one of the bot's chains dead and
// agrees to that.
func (s *server) disagree(t *testing.T) {
	t.Helper()
	for range 500 {
		synctest.Wait()
		m := s.now(t)
		switch {
		case m.Phase() == play.PhasePlay && !m.Disagreed():
			s.do(t, play.Command{Kind: play.Pass})
		case m.Phase() == play.PhaseAgreement && len(m.Dead()) == 0:
			stone := m.Game().Graph().PointName(mortal(m.Game(), board.White))
			s.do(t, play.Command{Kind: play.Mark, Dead: true, Points: []string{stone}})
		case m.Phase() == play.PhaseAgreement:
			s.do(t, play.Command{Kind: play.Agree})
		default:
			return
		}
	}
	t.Fatalf("no end in sight: %s", s.now(t).Phase())
}

func TestABotBelievesWhatWasPlayedOutAndDisputesItOnlyOnce(t *testing.T) {
	inBubble(t, brief{simple{1}, 8}, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Rules: preset(t, "japanese-1989"), Black: person, White: bot})
		marked := false
		for range 300 {
			synctest.Wait()
			m := s.now(t)
			switch {
			case m.Over():
				if n := s.count(play.Confirming); n != 1 || m.Result().By != game.ByScore {
					t.Errorf("%d confirmations, %+v", n, m.Result())
				}
				return
			case m.Phase() == play.PhaseAgreement && !marked:
				stone := m.Game().Graph().PointName(m.Dead()[0])
				s.do(t, play.Command{Kind: play.Mark, Points: []string{stone}})
				marked = true
			case m.Phase() == play.PhaseAgreement:
				s.do(t, play.Command{Kind: play.Agree})
			case m.Awaits(board.Black):
				s.do(t, play.Command{Kind: play.Pass})
			}
		}
		t.Fatalf("no end in sight: %s", s.now(t).Phase())
	})
}

// count returns the number of events of a kind in match m.
func (s *server) count(kind play.Kind) (n int) {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	for _, e := range s.log.events["m"] {
		if e.Kind == kind {
			n++
		}
	}
	return n
}
