package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/sgf"
)

func init() {
	maps.Copy(commands, map[string]word{
		"loadsgf":  {"FILE or FILE MOVE", 1, many, (*Session).loadsgf},
		"printsgf": {"or printsgf FILE", 0, many, (*Session).printsgf},
	})
}

// mostRecord bounds a file that is loaded, in bytes: the game of one board.
const mostRecord = 16 << 20

// loadsgf goes to the position of a record before a move, to its end if nobody
// says which. Board, komi and rules are from now on those of the file, as far as
// it names them.
func (s *Session) loadsgf(_ context.Context, args []string) (string, error) {
	moves := -1
	if last := len(args) - 1; last > 0 {
		if n, err := strconv.Atoi(args[last]); err == nil {
			if n < 1 {
				return "", fmt.Errorf("no move %d; the first is 1", n)
			}
			moves, args = n-1, args[:last]
		}
	}
	g, of, err := s.load(fileName(args), moves)
	if err != nil {
		return "", fmt.Errorf("cannot load file; %w", err)
	}
	rules, named := g.Rules(), of.Info("XR") != "" || of.Info("RU") != "" && g.Rules().Preset != ""
	if !named {
		komi := rules.Komi
		rules = s.rules(g.Graph())
		rules.Komi = komi
	}
	if strings.TrimSpace(of.Info("KM")) != "" {
		komi := rules.Komi
		s.Komi = &komi
	} else {
		rules.Komi = s.rules(g.Graph()).Komi
	}
	if named {
		s.Rules = &rules
	}
	s.begin(g)
	s.replay(rules)
	return "", nil
}

// load replays the main line of the first game in a file, and returns its last
// node too.
func (s *Session) load(name string, moves int) (*game.Game, *sgf.Node, error) {
	if s.Open == nil {
		return nil, nil, errors.New("no files can be read here")
	}
	file, err := s.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	c, err := sgf.Parse(file, sgf.Options{MaxBytes: mostRecord})
	if err != nil {
		return nil, nil, err
	}
	g, _, err := sgf.MainLine(c.Trees[0], moves)
	return g, c.Trees[0].Last(), err
}

// fileName joins the words of a name, which may stand in quotes, as GoGui
// writes those with blanks.
func fileName(words []string) string {
	name := strings.Join(words, " ")
	if len(name) > 1 && name[0] == '"' && name[len(name)-1] == '"' {
		name = name[1 : len(name)-1]
	}
	return name
}

// printsgf writes the game as a record, with its result once it has ended.
func (s *Session) printsgf(ctx context.Context, args []string) (string, error) {
	root, err := sgf.FromGame(s.game)
	if err != nil {
		return "", err
	}
	if s.ended() {
		r, err := s.result(ctx)
		if err != nil {
			return "", err
		}
		root.SetResult(r)
	}
	if len(args) == 0 {
		return root.String(), nil
	}
	if s.Create == nil {
		return "", errors.New("no files can be written here; use printsgf without a name")
	}
	file, err := s.Create(fileName(args))
	if err != nil {
		return "", fmt.Errorf("cannot write file; %w", err)
	}
	_, err = io.WriteString(file, root.String())
	if err = errors.Join(err, file.Close()); err != nil {
		return "", fmt.Errorf("cannot write file; %w", err)
	}
	return "", nil
}

// ended tells whether passes have ended the game, or a third return of a
// position.
func (s *Session) ended() bool { return s.game.Passes() >= 2 || s.game.NoResult() }
