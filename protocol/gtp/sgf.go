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

// maxRecordBytes is the largest size of a file for loadsgf.
const maxRecordBytes = 16 << 20

// loadsgf loads a record's position before a given move, by default at its end. The session
// continues with the file's board, with its komi if the file names one, and with its rules if the
// file names them and no others have been chosen.
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
	c, err := s.readRecord(fileName(args))
	if err != nil {
		return "", fmt.Errorf("cannot load file; %w", err)
	}
	root := c.Trees[0]
	sgf.SeparateMoves(root)
	rules, loaded, err := s.rulesOf(root)
	if err != nil {
		return "", fmt.Errorf("cannot load file; %w", err)
	}
	line, err := sgf.Replay(root, moves, &rules)
	if err != nil {
		return "", fmt.Errorf("cannot load file; %w", err)
	}
	if wrong := sgf.Summary(append(c.Problems, line.Problems...)); wrong != "" {
		s.remark("%s: %s", oneLine(fileName(args)), wrong)
	}
	s.loadedRules = loaded
	if komi, named := sgf.RecordedKomi(root); named {
		s.Komi = &komi
	}
	s.startGame(line.Game)
	s.source = source{record: root.Last()}
	return "", nil
}

// readRecord reads a file of game records.
func (s *Session) readRecord(name string) (*sgf.Collection, error) {
	if s.Open == nil {
		return nil, errors.New("no files can be read here")
	}
	file, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return foreign.Read(file, sgf.Options{MaxBytes: maxRecordBytes, Charset: s.Charset})
}

// rulesOf returns the rules for continuing after a record, and the rules named by the record, or
// nil.
func (s *Session) rulesOf(root *sgf.Node) (rules game.Rules, loaded *game.Rules, err error) {
	at, err := sgf.CoordinatesOf(root)
	if err != nil {
		return rules, nil, err
	}
	of := root.Last()
	named, _ := sgf.RulesOf(of) // the replay reports errors in them
	switch {
	case s.Rules != nil:
		rules = *s.Rules
	case sgf.NamesRules(of):
		rules, loaded = named, &named
	default:
		rules = game.DefaultRules(at.Graph)
	}
	if komi, named := sgf.RecordedKomi(root); named {
		rules.Komi = komi
	} else if s.Komi != nil {
		rules.Komi = *s.Komi
	}
	return rules, loaded, rules.Check()
}

// fileName joins the words of a file name. GoGui puts a name with blanks in quotes, which are
// removed.
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
	s.setHeader(root)
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

// ended reports whether two passes or a repetition without result have ended the game.
func (s *Session) ended() bool { return s.game.Passes() >= 2 || s.game.NoResult() }
