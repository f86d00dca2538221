package terminal

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/internal/quote"
	"rosette/narrate"
	"rosette/play"
)

// load runs the command load: a record's game continues between the same players. If the record
// cannot be continued, it prints the reason and changes nothing.
func load(s *Session, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	file := i18n.Verbatim(quote.Clip(args[0], 80))
	g, err := s.Fetch(args[0])
	if err != nil {
		s.printf("%v\n", err)
		return nil
	}
	m, wrong, err := s.matchOf(g)
	if err != nil {
		return err
	}
	if wrong != "" {
		s.say("opponent.not-loaded", i18n.Args{"file": file, "why": i18n.Verbatim(wrong)})
		return nil
	}
	s.match = m
	s.lastToAct = s.seat
	s.lastPosition = ""
	s.lastPrompt = ""
	s.say("opponent.loaded", i18n.Args{"file": file, "ply": m.Moves()})
	return nil
}

// matchOf returns a match between the session's players with a game's board, rules, handicap and
// moves. Wrong is the reason, as text, if that is impossible.
func (s *Session) matchOf(g *game.Game) (m *play.Match, wrong string, err error) {
	start, _, known := g.Start()
	if !known {
		return nil, s.text("opponent.not-loaded.start", nil), nil
	}
	settings := s.match.OriginalSettings()
	settings.Board = g.Graph().Name()
	settings.Rules = g.Rules()
	settings.Handicap = g.Handicap()
	settings.KomiBy = play.KomiGiven
	settings.Halves = false
	settings.Weaker = board.Empty
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		return nil, err.Error(), nil
	}
	m = play.NewMatch()
	m.Apply(opened)
	for p := range board.Point(g.Graph().Points()) {
		if m.Phase() == play.PhaseHandicap && start.At(p) != board.Empty {
			if _, err := perform(m, play.Command{
				Kind: play.Place, By: m.ToMove(), Point: g.Graph().PointName(p),
			}); err != nil {
				return nil, s.text("opponent.not-loaded.start", nil), nil
			}
		}
	}
	if !m.Begun() || m.Game().Board().Hash() != start.Hash() {
		return nil, s.text("opponent.not-loaded.start", nil), nil
	}
	wrong, err = s.replay(m, g)
	return m, wrong, err
}

// replay plays a game's moves in a match that has begun.
func (s *Session) replay(m *play.Match, g *game.Game) (wrong string, err error) {
	for i := range g.Ply() {
		move := g.Move(i)
		cmd := play.Command{Kind: play.Play, By: move.Color, Point: g.Graph().PointName(move.Point)}
		if move.Point == board.Pass {
			cmd = play.Command{Kind: play.Pass, By: move.Color}
		}
		_, err := perform(m, cmd)
		if err == nil {
			continue
		}
		why, known := narrate.Refusal(s.lang, err)
		if !known {
			return "", err
		}
		return s.text("opponent.not-loaded.move", i18n.Args{
			"ply": i + 1, "color": colorArg(move.Color), "point": i18n.Verbatim(g.Graph().PointName(move.Point)),
			"why": i18n.Verbatim(why),
		}), nil
	}
	return "", nil
}
