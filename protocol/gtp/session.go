// Package gtp implements both ends of the Go Text Protocol, version 2 (Farnebäck
// 2002): a [Session] is an engine that answers a controller, a [Client] sends
// commands to an engine. Beside the commands of the specification, a session knows
// those of KataGo, Leela Zero, KGS, GNU Go and GoGui that graphical clients use.
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

// A Player chooses moves for genmove.
type Player interface {
	// Choose returns a legal move for c, [board.Pass] included, or true to resign.
	// It leaves the game as it found it.
	Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (move board.Point, resign bool, err error)
}

// A Session is an engine that a controller drives. Set the exported fields before
// calling Serve; the zero Session knows the rules but cannot choose moves. It is
// not safe for concurrent use.
type Session struct {
	Player     Player               // for genmove; without it no move can be chosen
	Analyzer   Analyzer             // for kata-analyze; without it no position can be analysed
	Ponderer   Ponderer             // thinks in the opponent's time; nil for none
	Judge      Judge                // finds dead stones; without it only those that cannot live are dead
	Board      *board.Graph         // the board of the first game; DefaultBoard if nil
	Rules      *game.Rules          // including komi; the default rules of each board if nil
	Komi       *float64             // komi of the rules if nil
	Version    string               // "0" if empty
	Parameters map[string]Parameter // for kata-set-param, by KataGo's names
	Remarks    io.Writer            // receives what an answer has no room for, in lines for people; nil for nowhere

	Open    func(name string) (io.ReadCloser, error)  // for loadsgf; nil to refuse it
	Charset string                                    // of the files that loadsgf reads, see [sgf.Options]
	Create  func(name string) (io.WriteCloser, error) // for printsgf with a file name; nil to refuse it

	commands     map[string]command // by name
	game         *game.Game
	loadedRules  *game.Rules                // of the last file, if it named rules; Rules come first
	clockSetting engine.Time                // what each player has at the start of a game
	clocks       board.ByColor[engine.Time] // what each player has left, by colour
	byoYomi      bool                       // the third argument of time_left counts periods
	quitting     bool                       // after the command quit
	judged       *judgedPosition            // the position that the judge saw last
	enginePlays  bool                       // the engine has chosen a move of this game

	out           io.Writer   // receives the answers
	input         <-chan line // the lines of the controller
	pendingLine   *line       // the line that stopped an analysis
	inputEnded    bool        // pendingLine is the end of the input
	successPrefix string      // "=" and the number of the command
}

// DefaultBoard is the name of the board on which a session begins by default.
const DefaultBoard = "rosette-5"

// Serve reads commands from in and writes an answer to each to out, until the
// command quit, the end of in, or the end of ctx; none of these is an error. It
// returns an error if the rules contradict themselves, or reading or writing
// fails. If ctx ends during a read, the goroutine that reads stays until in
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
			return fmt.Errorf("gtp: writing an answer: %w", err)
		}
	}
	return nil
}

// nextLine waits for the next line, and reports false at the end of the input or of
// ctx. While it waits, the engine may ponder.
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

// start makes the first game.
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

// rulesFor returns the rules of a new game on a board.
func (s *Session) rulesFor(g *board.Graph) game.Rules {
	r := game.DefaultRules(g)
	switch {
	case s.Rules != nil:
		r = *s.Rules
	case s.loadedRules != nil:
		r = *s.loadedRules
	}
	if s.Komi != nil {
		r.Komi = *s.Komi
	}
	return r
}

// answer runs a line and returns the answer, which is empty if the line holds no
// command.
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

// remark writes a line for people beside the answer.
func (s *Session) remark(format string, args ...any) {
	if s.Remarks != nil {
		fmt.Fprintf(s.Remarks, format+"\n", args...)
	}
}

// oneLine replaces every run of white space, line breaks included, by a blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
