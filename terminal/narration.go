package terminal

import (
	"fmt"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// sentences narrate the events that a player causes. The person is not told of
// their own.
var sentences = map[play.Kind]func(s *Session, e play.Event) string{
	play.Offered: func(_ *Session, e play.Event) string {
		return fmt.Sprintf("%s offers komi %v.", capitalized(e.Color), e.Komi)
	},
	play.Took: func(_ *Session, e play.Event) string {
		return fmt.Sprintf("%s takes %s.", capitalized(e.Color), e.Side)
	},
	play.Bade:    (*Session).bidSentence,
	play.Yielded: func(_ *Session, e play.Event) string { return capitalized(e.Color) + " leaves Black to you." },
	play.Placed: func(_ *Session, e play.Event) string {
		return fmt.Sprintf("%s places %s.", capitalized(e.Color), e.Point)
	},
	play.Played: func(_ *Session, e play.Event) string {
		return fmt.Sprintf("%s plays %s.", capitalized(e.Color), e.Point)
	},
	play.Passed:   passSentence,
	play.Proposed: (*Session).proposalSentence,
	play.Agreed:   func(_ *Session, e play.Event) string { return capitalized(e.Color) + " agrees." },
	play.Disputed: func(_ *Session, e play.Event) string { return capitalized(e.Color) + " disputes what is dead." },
	play.MoverChosen: func(_ *Session, e play.Event) string {
		return fmt.Sprintf("%s wants %s to move.", capitalized(e.Color), e.Side)
	},
	play.Confirming: func(_ *Session, e play.Event) string {
		return fmt.Sprintf("%s wants %s played out.", capitalized(e.Color), e.Point)
	},
	play.Resigned: func(_ *Session, e play.Event) string { return capitalized(e.Color) + " resigns." },
}

// consequences narrate the events that follow from others. Everyone is told.
var consequences = map[play.Kind]func(s *Session, e play.Event) string{
	play.Settled: (*Session).settledSentence,
	play.Stopped: func(*Session, play.Event) string { return "Play stops." },
	play.Resumed: func(_ *Session, e play.Event) string { return fmt.Sprintf("Play goes on: %s to move.", e.Color) },
	play.Confirmed: func(_ *Session, e play.Event) string {
		return fmt.Sprintf("Played out: %s is %s.", e.Point, map[bool]string{true: "dead", false: "alive"}[e.Dead])
	},
}

// narrate prints an event that has just been applied, unless the person caused it.
// If two people play, they see what each of them does.
func (s *Session) narrate(e play.Event) {
	sentence, ok := consequences[e.Kind]
	byPerson := e.Color == s.person() || s.twoPeople() && e.Color != board.Empty
	if !ok && !byPerson {
		sentence, ok = sentences[e.Kind]
	}
	if ok {
		s.printf("%s\n", sentence(s, e))
	}
}

func (s *Session) settledSentence(e play.Event) string {
	if s.twoPeople() {
		return fmt.Sprintf("The player who began as %s plays Black, komi %v.", s.match.OriginalColor(board.Black), e.Komi)
	}
	return fmt.Sprintf("You play %s, komi %v.", s.person(), e.Komi)
}

// bidSentence does not give a secret bid away.
func (s *Session) bidSentence(e play.Event) string {
	if s.match.Settings().KomiBy == play.KomiSecret {
		return capitalized(e.Color) + " has bid."
	}
	return fmt.Sprintf("%s bids %v.", capitalized(e.Color), e.Komi)
}

func passSentence(_ *Session, e play.Event) string {
	if e.Point != "" {
		return fmt.Sprintf("%s passes for the ko at %s.", capitalized(e.Color), e.Point)
	}
	return capitalized(e.Color) + " passes."
}

func (s *Session) proposalSentence(e play.Event) string {
	player := "The computer"
	if e.Color != board.Empty {
		player = capitalized(e.Color)
	}
	text := player + " takes every stone for alive."
	if len(e.Points) > 0 {
		text = fmt.Sprintf("%s takes for dead: %s.", player, s.joined(s.match.Dead()))
	}
	if len(e.Unsure) > 0 {
		text += fmt.Sprintf(" Unsure: %s.", s.joined(s.match.Unsure()))
	}
	return text
}

// joined returns the names of points, separated by spaces.
func (s *Session) joined(points []board.Point) string { return strings.Join(s.names(points), " ") }

// names returns the names of points in the order of the board.
func (s *Session) names(points []board.Point) []string {
	return s.match.Game().Graph().Names(slices.Sorted(slices.Values(points)))
}

// prompts say what a phase is about and what may be typed in it.
var prompts = map[play.Phase]func(*Session) string{
	play.PhaseKomi: (*Session).komiPrompt,
	play.PhaseHandicap: func(s *Session) string {
		return fmt.Sprintf("Place your handicap: a point. %d to go.", s.match.ToPlace())
	},
	play.PhaseAgreement: func(s *Session) string {
		if s.match.Settings().Rules.Ending == game.EndingFlower {
			return "What is dead? dead POINT, alive POINT, agree; then pass, or a point to play on."
		}
		return "What is dead? dead POINT, alive POINT, agree, dispute."
	},
	play.PhaseTurn: func(*Session) string { return "Who shall move? wish black or wish white." },
	play.PhaseConfirmation: func(s *Session) string {
		head, _, _ := s.match.Confirmation()
		return fmt.Sprintf("Is %s dead? Play it out: a point, pass, or pass for POINT to take a ko back later.", s.joined([]board.Point{head}))
	},
}

func (s *Session) komiPrompt() string {
	komi, by := s.match.KomiBid()
	switch method := s.match.Settings().KomiBy; {
	case method == play.KomiSecret:
		return "Bid once, unseen, the komi that you would give for Black: bid N."
	case method == play.KomiOpen && by == board.Empty:
		return "Bid the komi that you would give for Black: bid N."
	case method == play.KomiOpen:
		return fmt.Sprintf("The highest bid is %v: bid more for Black, or yield.", komi)
	case by == board.Empty:
		return "Name a komi, and the other takes a colour: offer N."
	}
	return fmt.Sprintf("Komi is %v: take black or take white.", komi)
}

// prompt prints the prompt of the phase, unless it was printed last.
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
