package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
)

// maxRecordBytes is the size of the largest file that loadsgf reads.
const maxRecordBytes = 16 << 20

// loadsgf loads the position of a record before a given move, by default at its
// end. The session continues with the board of the file, and with its komi and
// rules as far as it names them.
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
		rules = s.rulesFor(g.Graph())
		rules.Komi = komi
	}
	if strings.TrimSpace(of.Info("KM")) != "" {
		komi := rules.Komi
		s.Komi = &komi
	} else {
		rules.Komi = s.rulesFor(g.Graph()).Komi
	}
	if named {
		s.Rules = &rules
	}
	s.startGame(g)
	s.changeRules(rules)
	return "", nil
}

// load replays the main line of the first game in a file up to a number of moves,
// or to the end if it is negative. It returns the last node of that line too.
func (s *Session) load(name string, moves int) (*game.Game, *sgf.Node, error) {
	if s.Open == nil {
		return nil, nil, errors.New("no files can be read here")
	}
	file, err := s.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	c, err := foreign.Read(file, sgf.Options{MaxBytes: maxRecordBytes})
	if err != nil {
		return nil, nil, err
	}
	g, _, err := sgf.MainLine(c.Trees[0], moves)
	return g, c.Trees[0].Last(), err
}

// fileName joins the words of a file name. GoGui encloses a name with blanks in
// quotes, which are removed.
func fileName(words []string) string {
	name := strings.Join(words, " ")
	if len(name) > 1 && name[0] == '"' && name[len(name)-1] == '"' {
		name = name[1 : len(name)-1]
	}
	return name
}

// printsgf writes the game as a record, with its result if it has ended.
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
		switch {
		case r.noResult:
			root.SetResult(game.Result{By: game.NoResult})
		case r.possible.Certain():
			root.SetResult(r.possible.Score.Result())
		default:
			root.Set("RE", sgf.UnknownResult)
		}
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

// ended reports whether two passes or a repetition without result have ended the
// game.
func (s *Session) ended() bool { return s.game.Passes() >= 2 || s.game.NoResult() }
