// Package terminal implements `rosette play`: a match between one person and the computer, or two
// people, at a terminal. A [Session] draws the board as text, reads commands line by line, and
// narrates the computer's actions.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/i18n"
	"rosette/narrate"
	"rosette/play"
	"rosette/play/record"
	"rosette/server/computer"
)

// A Computer plays against the person. It also proposes the dead stones, even if two people play.
type Computer interface{ computer.Mover }

// A Session is a match at a terminal. It is not safe for concurrent use.
type Session struct {
	Out    io.Writer
	Style  draw.Style
	Height int // terminal's lines; 0 for no limit

	// Keep writes the match record to a file, for the command save. Without it the command does not
	// exist.
	Keep func(file string, s *Session) error

	// Fetch reads the game in a record file, for the command load. Without it the command does not
	// exist.
	Fetch func(file string) (*game.Game, error)

	lang         string // language of the texts
	match        *play.Match
	seat         board.Color  // the person's, by the settings
	bot          computer.Bot // has no seat if two people play
	lastToAct    board.Color  // player of the last accepted command
	lastPosition string       // last drawn position
	lastPrompt   string       // last printed prompt
	writeError   error        // error when writing to Out
}

// New opens a match. It returns an error if the opening's settings contradict each other.
func New(o Opening, c Computer) (*Session, error) {
	if o.Halves && o.KomiBy == play.KomiGiven {
		return nil, errors.New("half points need komi bids; use divide, open or secret")
	}
	opened, err := play.Open(o.settings(), time.Now())
	if err != nil {
		return nil, err
	}
	s := &Session{
		Out: io.Discard, lang: o.Lang, match: play.NewMatch(), seat: o.Color, lastToAct: o.Color,
	}
	s.match.Apply(opened)
	s.bot = computer.Bot{Host: host{s}, Mover: c}
	if !o.TwoPeople {
		s.bot.Color = o.Color.Opponent()
	}
	return s, nil
}

// Play plays the match to its end, until the command quit, or until lines or ctx end. These are not
// errors.
func (s *Session) Play(ctx context.Context, lines <-chan string) error {
	s.introduce()
	for !s.match.Over() && s.writeError == nil {
		if err := s.bot.Act(ctx); err != nil {
			return s.leave(ctx, fmt.Errorf("the computer cannot continue: %w", err))
		}
		if s.match.Over() {
			break
		}
		s.drawIfNew()
		s.prompt()
		s.printf("%s> ", s.name())
		line, err := nextLine(ctx, lines)
		if err != nil {
			s.printf("\n")
			return s.leave(ctx, err)
		}
		if err := s.execute(line); err != nil {
			return s.leave(ctx, err)
		}
	}
	s.drawIfNew()
	s.printResult()
	return s.writeError
}

// introduce prints the players, the board and the rules.
func (s *Session) introduce() {
	settings := s.match.Settings()
	board := narrate.BoardName(s.lang, settings.Board)
	if s.twoPeople() {
		s.say("terminal.intro.two", i18n.Args{"board": board})
	} else {
		s.say("opponent.against", i18n.Args{"name": i18n.Verbatim(settings.Seat(s.seat.Opponent()).Name)})
		s.say("terminal.intro.you", i18n.Args{"board": board, "color": colorArg(s.person())})
	}
	rules := s.text("terminal.intro.custom", nil)
	if preset := settings.Rules.Preset; preset != "" {
		rules = s.text("ruleset."+preset, nil)
	}
	if s.match.Phase() == play.PhaseKomi {
		s.say("terminal.intro.bidding", i18n.Args{"rules": rules})
	} else {
		s.say("terminal.intro.rules", i18n.Args{"rules": rules, "komi": settings.Rules.Komi})
	}
	if settings.Handicap > 0 {
		s.say("terminal.intro.handicap", i18n.Args{"n": settings.Handicap})
	}
	s.say("terminal.intro.help", nil)
}

func (s *Session) twoPeople() bool { return s.bot.Color == board.Empty }

// person returns the person's current colour. If two people play, it is the colour of the player to
// act, or of the player who has not yet answered whether both shall lose.
func (s *Session) person() board.Color {
	if s.twoPeople() {
		if c := onlyOne(s.match.Awaits); c != board.Empty {
			return c
		}
		if c := onlyOne(s.match.Voided); c != board.Empty {
			return c.Opponent()
		}
	}
	return s.match.OriginalColor(s.seat)
}

// onlyOne returns the colour that alone satisfies a condition, or Empty.
func onlyOne(satisfies func(board.Color) bool) board.Color {
	switch black, white := satisfies(board.Black), satisfies(board.White); {
	case black && !white:
		return board.Black
	case white && !black:
		return board.White
	}
	return board.Empty
}

// errQuit is returned by the command quit.
var errQuit = errors.New("quit")

// leave ends an unfinished match. It returns no error if the person has left.
func (s *Session) leave(ctx context.Context, err error) error {
	if errors.Is(err, errQuit) || errors.Is(err, io.EOF) || ctx.Err() != nil {
		s.say("terminal.left", i18n.Args{"ply": s.match.Game().Ply()})
		return s.writeError
	}
	return err
}

// apply decides a command, applies its events and narrates them.
func (s *Session) apply(cmd play.Command) error {
	before, own := narrate.StateOf(s.match), s.isOwn(cmd)
	events, err := perform(s.match, cmd)
	if err != nil {
		return err
	}
	s.narrate(before, events, own)
	return nil
}

// perform decides a command now, applies its events and returns them.
func perform(m *play.Match, cmd play.Command) ([]play.Event, error) {
	events, err := m.Decide(cmd, time.Now())
	for _, e := range events {
		m.Apply(e)
	}
	return events, err
}

// isOwn reports whether a command was sent by a person at this terminal.
func (s *Session) isOwn(cmd play.Command) bool {
	return cmd.By != board.Empty && (s.twoPeople() || cmd.By == s.person())
}

// A host is the session seen by the computer.
type host struct{ *Session }

// Do implements [computer.Host].
func (h host) Do(_ context.Context, _ string, cmd play.Command) (seq int, err error) {
	err = h.apply(cmd)
	return h.match.Seq(), err
}

// Read implements [computer.Host].
func (h host) Read(_ context.Context, _ string, read func(m *play.Match)) error {
	read(h.match)
	return nil
}

// do executes a person's command.
func (s *Session) do(cmd play.Command) error {
	cmd.By = s.person()
	err := s.apply(cmd)
	if err == nil {
		s.lastToAct = cmd.By
	}
	return err
}

// drawIfNew draws the position, unless it was the last one drawn.
func (s *Session) drawIfNew() {
	if position := s.position(); position != s.lastPosition {
		s.printf("\n%s", position)
		s.lastPosition = position
	}
}

// printf writes to Out. An error ends the session.
func (s *Session) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(s.Out, format, args...); err != nil {
		s.writeError = err
	}
}

// nextLine waits for a line, the end of the lines or the end of ctx.
func nextLine(ctx context.Context, lines <-chan string) (string, error) {
	select {
	case line, ok := <-lines:
		if !ok {
			return "", io.EOF
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// printResult prints the result of a finished match: the score, if points were counted, and the
// winner.
func (s *Session) printResult() {
	if !s.match.Over() {
		return
	}
	if s.match.Result().By == game.ByScore {
		s.printf("%s", s.filled())
		s.printf("%s", s.scoreText())
	}
	s.printf("%s\n", s.result())
}

// result returns the result as text, with the same words for a losing person as in the pages.
func (s *Session) result() string {
	result := narrate.Result(s.match)
	if key := "terminal." + result.Key; !s.twoPeople() && s.match.Result().Winner == s.person().Opponent() &&
		i18n.Has(key) {
		return s.text(key, i18n.Args(result.Args))
	}
	return narrate.Text(s.lang, result, s.viewer())
}

// Record returns the session's match by [record.Of].
func (s *Session) Record(o record.Options) (root *sgf.Node, ok bool, err error) {
	return record.Of(s.match, o)
}
