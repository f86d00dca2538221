package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
)

// maxRecordBytes is the largest size of a file for loadsgf.
const maxRecordBytes = 16 << 20

// loadsgf loads a record's position before a given move, by default at its end, from a file's first
// game or a chosen one. The session continues with the file's board, with its komi if the file
// names one, and with its rules if the file names them and no others have been chosen. Rules and
// komi that the file does not name hold until the board is cleared; a remark states them.
func (s *Session) loadsgf(_ context.Context, args []string) (string, error) {
	args, number, err := cutGame(args)
	if err != nil {
		return "", err
	}
	moves := -1
	if last := len(args) - 1; last > 0 {
		if n, err := strconv.Atoi(args[last]); err == nil {
			if n < 1 {
				return "", fmt.Errorf("no move %d; use 1 for the first move", n)
			}
			moves, args = n-1, args[:last]
		}
	}
	c, err := s.readRecord(fileName(args))
	if err != nil {
		return "", fmt.Errorf("cannot load file; %w", err)
	}
	root, err := s.chooseGame(c, fileName(args), number)
	if err != nil {
		return "", fmt.Errorf("cannot load file; %w", err)
	}
	sgf.SeparateMoves(root)
	line, err := s.replay(root, moves)
	if err != nil {
		return "", fmt.Errorf("cannot load file; %w", err)
	}
	name := oneLine(fileName(args))
	for _, text := range []string{sgf.Summary(append(c.Problems, line.Problems...)), line.Reading.String()} {
		if text != "" {
			s.remark("%s: %s", name, text)
		}
	}
	rules := line.Game.Rules()
	s.loadedRules, s.loadedKomi = nil, nil
	if r := line.Reading.Rules; r.How != sgf.Default && r.Why != sgf.ReasonGiven {
		s.loadedRules = &rules
	}
	if k := line.Reading.Komi; k.How != sgf.Default && k.Why != sgf.ReasonGiven {
		s.loadedKomi = &rules.Komi
	}
	s.startGame(line.Game)
	s.source = source{record: root.Last()}
	if moves < 0 {
		s.source.end, s.source.hash = s.game.Ply(), s.game.Board().Hash()
	}
	return "", nil
}

// replay replays a record under the session's rules, else its own, with the record's komi, else the
// session's.
func (s *Session) replay(root *sgf.Node, moves int) (*sgf.Replayed, error) {
	o := sgf.Override{Rules: s.Rules}
	info, err := sgf.GameInfoAt(root.Last(), o)
	if err != nil {
		return nil, err
	}
	if info.Reading.Komi.How == sgf.Default {
		o.Komi = s.Komi
	}
	return sgf.Replay(root, moves, o)
}

// gameKey begins the argument that chooses a game.
const gameKey = "game="

// cutGame removes game=N from the end. Without it, number is 0.
func cutGame(args []string) (rest []string, number int, err error) {
	last := len(args) - 1
	text, chosen := strings.CutPrefix(args[last], gameKey)
	if !chosen || last == 0 {
		if last > 1 && strings.HasPrefix(args[last-1], gameKey) && isNumber(args[last]) {
			return nil, 0, fmt.Errorf("%s comes last; use loadsgf FILE %s %[1]s", args[last-1], args[last])
		}
		return args, 0, nil
	}
	n, err := parseCount(text, math.MaxInt)
	if err != nil || n < 1 {
		return nil, 0, fmt.Errorf("no game %q; the first is game=1", text)
	}
	return args[:last], n, nil
}

// isNumber reports whether text is a whole number.
func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// chooseGame returns the game with a number. Without a number it returns the first, and reports this
// if there are others.
func (s *Session) chooseGame(c *sgf.Collection, name string, number int) (*sgf.Node, error) {
	games := len(c.Trees)
	if number > games {
		return nil, fmt.Errorf("no game %d; the file has %d, so the last is game=%d", number, games, games)
	}
	if number == 0 && games > 1 {
		s.remark("%s: game 1 of %d is loaded; choose another one with game=N at the end", oneLine(name), games)
	}
	return c.Trees[max(number, 1)-1], nil
}

// readRecord reads a file of game records.
func (s *Session) readRecord(name string) (*sgf.Collection, error) {
	if s.Open == nil {
		return nil, errors.New("this session cannot read files")
	}
	file, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return foreign.Read(file, sgf.Options{MaxBytes: maxRecordBytes, Charset: s.Charset})
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
	if re := s.source.result(s.game); re != "" {
		root.Set("RE", re)
	} else if s.ended() {
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
		return "", errors.New("this session cannot write files; use printsgf without a name")
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
