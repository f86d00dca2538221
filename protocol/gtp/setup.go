package gtp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

var errSize = errors.New("unacceptable size")

// boardsize changes to an empty square or rectangular board, by its columns and rows, or by one
// number for both. It refuses other sizes with the specification's message. On another board it
// refuses every size, except the side of GoGui's hexagonal board.
func (s *Session) boardsize(_ context.Context, args []string) (string, error) {
	var sides []int
	for _, text := range args {
		n, err := strconv.Atoi(text)
		if errors.Is(err, strconv.ErrSyntax) {
			return "", errSyntax
		}
		if err != nil || n < 1 {
			return "", errSize
		}
		sides = append(sides, n)
	}
	columns, rows := sides[0], sides[len(sides)-1]
	g := s.game.Graph()
	switch {
	case g.Lattice() == board.Grid && max(columns, rows) > board.MaxSide:
		return "", errSize
	case g.Lattice() == board.Grid:
		g = board.Square(columns, rows)
	case columns != rows || !s.hexagonal || g.Lattice() != board.Honeycomb || columns != s.hexagonalBoard(g).side:
		return "", fmt.Errorf("%w; the board is %s: use rosette-board NAME, or start rosette gtp --board square-19 "+
			"for square boards", errSize, g.Name())
	}
	s.newGame(g)
	return "", nil
}

func (s *Session) rosetteBoard(_ context.Context, args []string) (string, error) {
	g := s.Board // only this name finds a board from a file
	if args[0] != g.Name() {
		var err error
		if g, err = board.Named(args[0]); err != nil {
			return "", errors.New("board unknown; use " + board.Boards)
		}
	}
	s.newGame(g)
	return "", nil
}

// newGame starts a game on an empty board. Rules and komi set earlier stay in force; otherwise the
// board's defaults apply.
func (s *Session) newGame(g *board.Graph) { s.startGame(game.New(g, s.rulesFor(g))) }

// startGame continues with a game, with full clocks.
func (s *Session) startGame(g *game.Game) {
	s.game, s.enginePlays = g, false
	s.source = s.newSource()
	s.clocks = board.ByColor[engine.Time]{board.Black: s.clock.Time, board.White: s.clock.Time}
}

func (s *Session) clearBoard(context.Context, []string) (string, error) {
	s.newGame(s.game.Graph())
	return "", nil
}

func (s *Session) komi(_ context.Context, args []string) (string, error) {
	komi, err := parseDecimal(args[0])
	if err != nil {
		return "", err
	}
	r := s.game.Rules()
	r.Komi = komi
	if err := checkRules(r); err != nil {
		return "", err
	}
	s.Komi, s.loadedKomi = &komi, nil
	s.changeRules(r)
	return "", nil
}

// checkRules returns an error for rules under which no game can be started.
func checkRules(r game.Rules) error {
	if err := r.Check(); err != nil {
		return err
	}
	return r.CheckKomi()
}

func (s *Session) getKomi(context.Context, []string) (string, error) {
	return strconv.FormatFloat(s.game.Rules().Komi, 'f', -1, 64), nil
}

func (s *Session) getRules(context.Context, []string) (string, error) {
	return s.game.Rules().KataGoJSON(), nil
}

func (s *Session) setRules(_ context.Context, args []string) (string, error) {
	text := strings.Join(args, " ")
	var keys map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &keys) == nil && keys["komi"] != nil || game.IsCompact(text) &&
		strings.Contains(text, "komi") {
		return "", errors.New("komi is not a rule; use the command komi")
	}
	read := game.ParseRules
	if s.game.Graph().Lattice() == board.Grid {
		read = game.ParseKataGo
	}
	r, err := read(text)
	if err != nil {
		return "", err
	}
	s.setRulesKeepingKomi(r)
	return "", nil
}

func (s *Session) setRule(_ context.Context, args []string) (string, error) {
	r, err := s.game.Rules().Set(args[0], args[1])
	if err != nil {
		return "", err
	}
	s.setRulesKeepingKomi(r)
	return "", nil
}

// setRulesKeepingKomi changes the rules of this and all later games, but not the komi. If the new
// rules begin to pay komi in stones, komi becomes 0, because players must agree on it.
func (s *Session) setRulesKeepingKomi(r game.Rules) {
	before := s.game.Rules()
	r.Komi = before.Komi
	if r.PaysKomiInStones() && !before.PaysKomiInStones() {
		r.Komi = 0
		s.Komi, s.loadedKomi = nil, nil
	}
	s.Rules = &r
	s.changeRules(r)
}

// changeRules continues the game under other rules. Moves already played stay, even if illegal
// under the new rules; repetitions are detected again.
func (s *Session) changeRules(r game.Rules) {
	g, known := s.game.WithRules(r)
	if !known {
		panic("gtp: the game of a session is not a clone")
	}
	s.game = g
}
