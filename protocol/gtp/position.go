package gtp

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"rosette/game"
	"rosette/game/board"
)

// setPosition starts from a position with the given stones, as KataGo does: without moves or
// captures, and with Black to move. The board may be full, and a chain with a rosette needs no
// liberty.
func (s *Session) setPosition(_ context.Context, args []string) (string, error) {
	stones, err := s.parseMoves(args)
	if err != nil {
		return "", err
	}
	b, err := s.setUp(stones)
	if err == nil {
		s.game = game.From(b, s.game.Rules(), board.Black)
	}
	return "", err
}

// setUp returns a board with the given stones. It rejects two stones on a point, a pass, and a
// chain without liberties.
func (s *Session) setUp(stones []game.Move) (*board.Board, error) {
	g := s.game.Graph()
	at := make([]board.Color, g.Points())
	for _, stone := range stones {
		if stone.Point == board.Pass {
			return nil, errors.New("a pass cannot be set up; use points")
		}
		if at[stone.Point] != board.Empty {
			return nil, fmt.Errorf("two stones at %s; use each point once", s.names().PointName(stone.Point))
		}
		at[stone.Point] = stone.Color
	}
	return board.Setup(g, at)
}

// Answers prescribed by the specification for invalid handicaps.
var (
	errNotEmpty = errors.New("board not empty")
	errStones   = errors.New("invalid number of stones")
	errVertices = errors.New("bad vertex list")
)

// fixedHandicap places stones on the specification's points, or on a honeycomb's star points. A
// single stone, which exists under Flower, goes on the first.
func (s *Session) fixedHandicap(_ context.Context, args []string) (string, error) {
	return s.placeHandicap(args[0], func(n int) ([]board.Point, error) {
		points, err := s.game.Graph().FixedHandicap(max(n, 2))
		if err != nil {
			return nil, err
		}
		return points[:n], nil
	})
}

// placeFreeHandicap places stones on the points of fixed_handicap if there are enough, and
// otherwise spreads them over the board.
func (s *Session) placeFreeHandicap(_ context.Context, args []string) (string, error) {
	return s.placeHandicap(args[0], func(n int) ([]board.Point, error) {
		return game.PlaceHandicap(s.game.Graph(), n), nil
	})
}

// placeHandicap places handicap stones on the points that the function returns for their number. It
// returns the points' names.
func (s *Session) placeHandicap(stones string, points func(int) ([]board.Point, error)) (string, error) {
	n, err := strconv.Atoi(stones)
	if errors.Is(err, strconv.ErrSyntax) {
		return "", errSyntax
	}
	if err != nil || !s.takesHandicap(n) {
		return "", errStones
	}
	if err := s.checkStonesAreSet(n); err != nil {
		return "", err
	}
	at, err := points(n)
	if err != nil {
		return "", fmt.Errorf("%w; %w", errStones, err)
	}
	return s.pointNames(at), s.giveHandicap(at)
}

// takesHandicap reports whether a handicap of n puts stones on the board: 2 or more, or 1 if the
// rules set a stone for it.
func (s *Session) takesHandicap(n int) bool {
	return n >= 1 && n <= s.game.Graph().Points()/2 && (n >= 2 || s.game.Rules().SetsStones(n))
}

func (s *Session) setFreeHandicap(_ context.Context, args []string) (string, error) {
	if n := len(args); n < 2 && !s.takesHandicap(n) {
		return "", fmt.Errorf("%w; use at least two points", errVertices)
	}
	var points []board.Point
	for _, name := range args {
		p, err := s.names().Point(name)
		if err != nil {
			return "", fmt.Errorf("%w; %w", errVertices, err)
		}
		points = append(points, p)
	}
	if err := s.checkStonesAreSet(len(points)); err != nil {
		return "", err
	}
	return "", s.giveHandicap(points)
}

// checkStonesAreSet returns an error if the rules give a handicap of n by White's passes. A
// controller would show handicap stones with White to move next, so passes would give a different
// game.
func (s *Session) checkStonesAreSet(n int) error {
	if s.game.Rules().Handicap != game.HandicapWhitePasses {
		return nil
	}
	passes := "move"
	if n > 2 {
		passes = fmt.Sprintf("%d moves", n-1)
	}
	return fmt.Errorf("these rules have no handicap stones: Black begins and White passes the first %s; play that, or use kata-set-rule handicap FREE", passes)
}

// giveHandicap sets up handicap stones on the empty board. Controllers may give a handicap under
// any rules, and the rules decide White's compensation. White moves first, except under rules where
// Black moves after the stones.
func (s *Session) giveHandicap(points []board.Point) error {
	graph, rules := s.game.Graph(), s.game.Rules()
	if s.game.Board().Vacant() < graph.Points() {
		return errNotEmpty
	}
	var stones []game.Move
	for _, p := range points {
		stones = append(stones, game.Move{Point: p, Color: board.Black})
	}
	b, err := s.setUp(stones)
	if err != nil {
		return fmt.Errorf("%w; %w", errVertices, err)
	}
	first := board.White
	if rules.Handicap == game.HandicapFlower {
		first = board.Black
	}
	s.game = game.From(b, rules, first)
	s.game.SetHandicap(len(points))
	return nil
}
