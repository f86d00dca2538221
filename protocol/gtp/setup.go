package gtp

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

var errSize = errors.New("unacceptable size")

func (s *Session) boardsize(_ context.Context, args []string) (string, error) {
	return s.square(args[0], args[0])
}

func (s *Session) rectangularBoardsize(_ context.Context, args []string) (string, error) {
	return s.square(args[0], args[1])
}

// square changes to a square board. A size that is none of ours is refused in
// the protocol's own words.
func (s *Session) square(columns, rows string) (string, error) {
	var sides [2]int
	for i, text := range []string{columns, rows} {
		n, err := strconv.Atoi(text)
		if errors.Is(err, strconv.ErrSyntax) {
			return "", errSyntax
		}
		if err != nil || n < 1 || n > board.MaxSide {
			return "", errSize
		}
		sides[i] = n
	}
	s.change(board.Square(sides[0], sides[1]))
	return "", nil
}

func (s *Session) rosetteBoard(_ context.Context, args []string) (string, error) {
	g := s.Board // a board from a file has no other way back
	if args[0] != g.Name() {
		var err error
		if g, err = board.Named(args[0]); err != nil {
			return "", errors.New("board unknown; use " + board.Boards)
		}
	}
	s.change(g)
	return "", nil
}

// change moves to another board, empty. Rules and komi that somebody has set
// stay; the others are the board's own. The clocks are full again.
func (s *Session) change(g *board.Graph) { s.begin(game.New(g, s.rules(g))) }

// begin starts a game, the clocks full.
func (s *Session) begin(g *game.Game) {
	s.game, s.chose = g, false
	s.clocks = board.ByColor[engine.Time]{board.Black: s.clock, board.White: s.clock}
}

func (s *Session) clearBoard(context.Context, []string) (string, error) {
	s.change(s.game.Graph())
	return "", nil
}

func (s *Session) komi(_ context.Context, args []string) (string, error) {
	komi, err := decimal(args[0])
	if err != nil {
		return "", err
	}
	r := s.game.Rules()
	r.Komi = komi
	if err := r.Check(); err != nil {
		return "", err
	}
	s.Komi = &komi
	s.replay(r)
	return "", nil
}

func (s *Session) getKomi(context.Context, []string) (string, error) {
	return strconv.FormatFloat(s.game.Rules().Komi, 'f', -1, 64), nil
}

func (s *Session) getRules(context.Context, []string) (string, error) {
	return s.game.Rules().Words(), nil
}

func (s *Session) setRules(_ context.Context, args []string) (string, error) {
	text := strings.Join(args, " ")
	var keys map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &keys) == nil && keys["komi"] != nil || game.IsCompact(text) && strings.Contains(text, "komi") {
		return "", errors.New("komi does not belong to kata-set-rules; use the command komi")
	}
	read := game.ParseRules
	if s.game.Graph().Lattice() == board.Grid {
		read = game.ParseKataGo
	}
	r, err := read(text)
	if err != nil {
		return "", err
	}
	s.follow(r)
	return "", nil
}

func (s *Session) setRule(_ context.Context, args []string) (string, error) {
	r, err := s.game.Rules().Set(args[0], args[1])
	if err != nil {
		return "", err
	}
	s.follow(r)
	return "", nil
}

// follow plays by other rules from now on, on every board, with komi as it is.
func (s *Session) follow(r game.Rules) {
	r.Komi = s.game.Rules().Komi
	s.Rules = &r
	s.replay(r)
}

// replay keeps the start and the moves under other rules: what has been played
// stands, what repeats is judged anew.
func (s *Session) replay(r game.Rules) {
	g, known := s.game.Under(r)
	if !known {
		panic("gtp: the game of a session is no clone")
	}
	s.game = g
}
