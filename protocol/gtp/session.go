// Package gtp implements both ends of the Go Text Protocol, version 2 (Farnebäck 2002): a [Session]
// is an engine that answers a controller, and a [Client] sends commands to an engine. In addition
// to the specification's commands, a session supports commands that graphical clients use from
// KataGo, Leela Zero, KGS, GNU Go and GoGui.
package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/katago"
)

// A Player chooses moves for genmove.
type Player interface {
	// Choose returns a legal move for c, which may be [board.Pass], or true to resign. It leaves
	// the game unchanged.
	Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (move board.Point, resign bool, err error)
}

// A Session is an engine driven by a controller. Set the exported fields before calling Serve. The
// zero Session has the rules but cannot choose moves. It is not safe for concurrent use.
type Session struct {
	Player     Player               // for genmove; required to choose moves
	Analyzer   Analyzer             // for kata-analyze; required to analyse
	Ponderer   Ponderer             // searches during the opponent's time; may be nil
	Judge      Judge                // finds dead stones; without it only stones that cannot live are dead
	Board      *board.Graph         // first game's board; DefaultBoard if nil
	Rules      *game.Rules          // including komi; each board's default rules if nil
	Komi       *float64             // the rules' komi if nil
	Name       string               // "Rosette" if empty
	Version    string               // "0" if empty
	Parameters map[string]Parameter // for kata-set-param, by KataGo's names
	Remarks    io.Writer            // receives remarks that do not fit in answers, as text lines; may be nil
	Network    Network              // for kata-raw-nn; may be nil
	Models     []katago.Model       // for kata-get-models
	ClearCache func() error         // makes Player, Analyzer and Ponderer forget earlier searches; may be nil

	CPUTime func() (time.Duration, bool) // the process's processor time, if known; may be nil

	Open    func(name string) (io.ReadCloser, error)  // for loadsgf; nil refuses it
	Charset string                                    // for loadsgf, see [sgf.Options]
	Create  func(name string) (io.WriteCloser, error) // for printsgf with a file name; nil refuses it
	Now     func() time.Time                          // for the date in printsgf; nil leaves it out

	commands    map[string]command // by name
	game        *game.Game
	loadedRules *game.Rules                // from the last file, if it named rules; Rules has priority
	loadedKomi  *float64                   // from the last file, if it named komi and no komi was set since
	clock       clockSetting               // each player's clock before the first move
	clocks      board.ByColor[engine.Time] // time left, by colour
	quitting    bool                       // after quit
	hexagonal   bool                       // the controller names honeycomb points as cells
	hexBoard    *hexBoard                  // the last one
	judged      *judgedPosition            // last judged position
	enginePlays bool                       // the engine has chosen a move in this game
	source      source                     // for printsgf

	out           io.Writer   // receives answers
	input         <-chan line // lines from the controller
	pendingLine   *line       // line that stopped an analysis
	inputEnded    bool        // pendingLine is the end of the input
	successPrefix string      // "=" and the command's number
}

// DefaultBoard is the name of a session's default board.
const DefaultBoard = "rosette-5"

// Serve reads commands from in and writes answers to out until the command quit, the end of in, or
// the end of ctx; these are not errors. It returns an error if the rules are inconsistent, or if
// reading or writing fails. If ctx ends during a read, the reading goroutine stays until in
// returns.
func (s *Session) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	if err := s.start(); err != nil {
		return fmt.Errorf("gtp: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.input, s.out = readLines(ctx, in), out
	for !s.quitting {
		line, more := s.nextLine(ctx)
		if !more {
			return nil
		}
		if line.err != nil {
			return fmt.Errorf("gtp: reading commands: %w", line.err)
		}
		if _, err := io.WriteString(out, s.answer(ctx, line)); err != nil {
			return fmt.Errorf("gtp: writing a reply: %w", err)
		}
	}
	return nil
}

// nextLine waits for the next line, and returns false at the end of the input or when ctx ends.
// Meanwhile the engine may ponder.
func (s *Session) nextLine(ctx context.Context) (l line, more bool) {
	if s.pendingLine != nil {
		l, more = *s.pendingLine, !s.inputEnded
		s.pendingLine = nil
		return l, more
	}
	stop := s.ponder(ctx)
	defer stop()
	select {
	case l, more = <-s.input:
		return l, more
	case <-ctx.Done():
		return l, false
	}
}

// start creates the first game.
func (s *Session) start() error {
	s.commands = vocabulary
	graph := s.Board
	if graph == nil {
		var err error
		if graph, err = board.Named(DefaultBoard); err != nil {
			return err
		}
	}
	s.Board = graph
	s.newGame(graph)
	return checkRules(s.game.Rules())
}

// rulesFor returns the rules for a new game on a board.
func (s *Session) rulesFor(g *board.Graph) game.Rules {
	r := game.DefaultRules(g)
	switch {
	case s.Rules != nil:
		r = *s.Rules
	case s.loadedRules != nil:
		r = *s.loadedRules
	}
	switch {
	case s.loadedKomi != nil:
		r.Komi = *s.loadedKomi
	case s.Komi != nil:
		r.Komi = *s.Komi
	}
	return r
}

// answer runs a line and returns the answer, which is empty for a line without a command.
func (s *Session) answer(ctx context.Context, l line) string {
	c, ok := l.parse()
	if !ok {
		return ""
	}
	s.successPrefix = "=" + c.id
	text, err := s.run(ctx, c)
	if errors.Is(err, errAnswered) {
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
	errLineTooLong = fmt.Errorf("line too long; a command has at most %d bytes", maxLine)
	errUnknown     = errors.New("unknown command")
)

func (s *Session) run(ctx context.Context, line commandLine) (string, error) {
	if line.tooLong {
		return "", errLineTooLong
	}
	c, ok := s.commands[line.name]
	if !ok {
		return "", errUnknown
	}
	if n := len(line.args); n < c.minArgs || n > c.maxArgs {
		return "", c.usageError(line.name)
	}
	text, err := c.run(s, ctx, line.args)
	if errors.Is(err, errSyntax) {
		return "", c.usageError(line.name)
	}
	return strings.TrimRight(text, "\n"), err
}

// remark writes a remark outside the answer.
func (s *Session) remark(format string, args ...any) {
	if s.Remarks != nil {
		fmt.Fprintf(s.Remarks, format+"\n", args...)
	}
}

// oneLine replaces every run of white space, including line breaks, by a blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
