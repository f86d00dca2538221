// Package gtp speaks the Go Text Protocol, version 2 (Farnebäck 2002): a
// [Session] answers a controller, a [Client] asks an engine.
package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A Mover chooses moves: a point, [board.Pass] or resignation.
type Mover interface {
	Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (move board.Point, resign bool, err error)
}

// A Session is a program that a controller talks to. Set what differs from the
// zero values before Serve; it is not safe for concurrent use.
type Session struct {
	Mover    Mover           // needed by genmove and its like alone
	Analyzer Analyzer        // needed by kata-analyze and its like alone
	Ponder   Ponderer        // thinks while the controller does, once it has chosen a move; nil to rest
	Judge    Judge           // names dead stones; without it only those that are dead for certain
	Board    *board.Graph    // the first board; rosette-5 if nil
	Rules    *game.Rules     // with their komi; if nil, each board's own
	Komi     *float64        // if nil, that of the rules
	Version  string          // "0" if empty
	Dials    map[string]Dial // what kata-set-param and its like turn, by KataGo's names

	Open   func(name string) (io.ReadCloser, error)  // for loadsgf; without it no file can be read
	Create func(name string) (io.WriteCloser, error) // for printsgf; without it no file can be written

	game    *game.Game
	clock   engine.Time                // what time_settings gave each player of a game
	clocks  board.ByColor[engine.Time] // what is left of it, by colour; no limit until it is set
	byoyomi bool                       // the stones of time_left are periods
	over    bool                       // quit
	chose   bool                       // a move of this game: the controller plays against the mover

	out     io.Writer   // where answers go
	said    <-chan line // what the controller says
	pending *line       // what it said while an analysis was running
	silent  bool        // it will say no more
	sign    string      // of success, with the number of the command
}

// DefaultBoard is where a session begins when nobody names a board.
const DefaultBoard = "rosette-5"

// Serve answers every command from in on out until quit, the end of in, or the
// end of ctx, none of which is an error. A read that waits for input when ctx
// ends is left waiting.
func (s *Session) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	if err := s.open(); err != nil {
		return fmt.Errorf("gtp: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.said, s.out = lines(ctx, in), out
	for !s.over {
		line, more := s.hear(ctx)
		if !more {
			return nil
		}
		if line.err != nil {
			return fmt.Errorf("gtp: reading commands: %w", line.err)
		}
		if _, err := io.WriteString(out, s.answer(ctx, line)); err != nil {
			return fmt.Errorf("gtp: writing an answer: %w", err)
		}
	}
	return nil
}

// hear waits for what the controller says next, and tells whether there was
// anything before the end of it or of ctx.
func (s *Session) hear(ctx context.Context) (l line, more bool) {
	if s.pending != nil {
		l, more = *s.pending, !s.silent
		s.pending = nil
		return l, more
	}
	rest := s.ponder(ctx)
	defer rest()
	select {
	case l, more = <-s.said:
		return l, more
	case <-ctx.Done():
		return l, false
	}
}

// open makes the first game.
func (s *Session) open() error {
	graph := s.Board
	if graph == nil {
		var err error
		if graph, err = board.Named(DefaultBoard); err != nil {
			return err
		}
	}
	s.Board = graph
	s.change(graph)
	return s.game.Rules().Check()
}

// rules returns what a new game on that board is played by.
func (s *Session) rules(g *board.Graph) game.Rules {
	r := game.DefaultRules(g)
	if s.Rules != nil {
		r = *s.Rules
	}
	if s.Komi != nil {
		r.Komi = *s.Komi
	}
	return r
}

// answer runs a line and returns what goes back: nothing if it asks nothing.
func (s *Session) answer(ctx context.Context, l line) string {
	c, ok := l.parse()
	if !ok {
		return ""
	}
	s.sign = "=" + c.id
	text, err := s.run(ctx, c)
	if errors.Is(err, errTold) {
		return "\n"
	}
	if err != nil {
		return fmt.Sprintf("?%s %s\n\n", c.id, oneLine(err.Error()))
	}
	if text != "" && !strings.HasPrefix(text, "\n") {
		text = " " + text
	}
	return fmt.Sprintf("=%s%s\n\n", c.id, text)
}

var (
	errTooLong = fmt.Errorf("line too long; a command has at most %d bytes", longest)
	errUnknown = errors.New("unknown command")
)

func (s *Session) run(ctx context.Context, c command) (string, error) {
	if c.long {
		return "", errTooLong
	}
	w, ok := commands[c.name]
	if !ok {
		return "", errUnknown
	}
	if n := len(c.args); n < w.least || n > w.most {
		return "", w.misused(c.name)
	}
	text, err := w.run(s, ctx, c.args)
	if errors.Is(err, errSyntax) {
		return "", w.misused(c.name)
	}
	return strings.TrimRight(text, "\n"), err
}

// oneLine makes any text fit for an answer.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
