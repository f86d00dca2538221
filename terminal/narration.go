package terminal

import (
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/narrate"
	"rosette/play"
)

// text returns the text for a key.
func (s *Session) text(key string, args i18n.Args) string {
	return i18n.T(s.lang, key, args)
}

// say prints the text for a key on a line.
func (s *Session) say(key string, args i18n.Args) { s.printf("%s\n", s.text(key, args)) }

// colorArg returns the argument for a colour's name.
func colorArg(c board.Color) string {
	return "@color." + board.ByColor[string]{board.Black: "b", board.White: "w"}[c]
}

// colorName returns a colour's name.
func (s *Session) colorName(c board.Color) string { return s.text(colorArg(c)[1:], nil) }

// narrate prints the messages for events that have just been applied. For a person's own actions it
// prints only lasting messages other than marks, which the count shows. The result is printed at
// the end.
func (s *Session) narrate(before narrate.Before, events []play.Event, own bool) {
	for _, m := range narrate.Events(before, s.match, events) {
		known := own && (!m.Lasting || marks[m.Key])
		if !known && !strings.HasPrefix(m.Key, "result.") {
			s.printf("%s\n", narrate.Text(s.lang, m, s.viewer()))
		}
	}
}

// marks are the messages about marked stones.
var marks = map[string]bool{
	"event.marked.dead": true, "event.marked.alive": true, "event.marks.dead": true, "event.marks.alive": true,
}

// viewer returns the reader at this terminal.
func (s *Session) viewer() narrate.Viewer {
	names := s.match.Settings()
	if s.match.Swapped() {
		names.Black, names.White = names.White, names.Black
	}
	v := narrate.Viewer{Seat: "bw", Names: map[string]string{"b": names.Black.Name, "w": names.White.Name}}
	if !s.twoPeople() {
		v.Seat = board.ByColor[string]{board.Black: "b", board.White: "w"}[s.seat]
	}
	return v
}

// joined returns the points' names, separated by commas.
func (s *Session) joined(points []board.Point) string { return strings.Join(s.names(points), ", ") }

// names returns the points' names in board order.
func (s *Session) names(points []board.Point) []string {
	return s.match.Game().Graph().Names(slices.Sorted(slices.Values(points)))
}

// prompts describe a phase and its possible inputs.
var prompts = map[play.Phase]func(*Session) string{
	play.PhaseKomi: (*Session).komiPrompt,
	play.PhaseHandicap: func(s *Session) string {
		return s.text("terminal.ask.handicap", i18n.Args{"n": s.match.ToPlace()})
	},
	play.PhaseAgreement: func(s *Session) string {
		if s.match.Settings().Rules.Ending == game.EndingFlower {
			return s.text("terminal.ask.dead.flower", nil)
		}
		return s.text("terminal.ask.dead", nil)
	},
	play.PhaseTurn: func(s *Session) string {
		return s.text("terminal.ask.mover", i18n.Args{"color": colorArg(s.person())})
	},
	play.PhaseConfirmation: func(s *Session) string {
		head, _, _ := s.match.Confirmation()
		return s.text("terminal.ask.confirmation", i18n.Args{"point": s.joined([]board.Point{head})})
	},
}

func (s *Session) komiPrompt() string {
	komi, by := s.match.KomiBid()
	args := i18n.Args{"komi": komi}
	switch method := s.match.Settings().KomiBy; {
	case method == play.KomiSecret:
		return s.text("terminal.ask.secret", nil)
	case method == play.KomiOpen && by == board.Empty:
		return s.text("terminal.ask.first", nil)
	case method == play.KomiOpen:
		return s.text("terminal.ask.bid", args)
	case by == board.Empty:
		return s.text("terminal.ask.offer", nil)
	}
	return s.text("terminal.ask.take", args)
}

// prompt prints the phase's prompt, unless it was the last one printed.
func (s *Session) prompt() {
	text := ""
	if of, ok := prompts[s.match.Phase()]; ok {
		text = of(s)
	}
	if text != "" && text != s.lastPrompt {
		s.printf("%s\n", text)
	}
	s.lastPrompt = text
}

// name returns the prompt's name for the person to act: a colour or, if two people play and colours
// are undecided, a number.
func (s *Session) name() string {
	c := s.person()
	if s.twoPeople() && s.match.Phase() == play.PhaseKomi {
		return s.match.Seat(c).Name
	}
	return s.colorName(c)
}
