package gtp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

func init() {
	maps.Copy(commands, map[string]word{
		"set_position":        {"COLOR VERTEX COLOR VERTEX …", 0, many, (*Session).setPosition},
		"fixed_handicap":      {"STONES", 1, 1, (*Session).fixedHandicap},
		"place_free_handicap": {"STONES", 1, 1, (*Session).placeFreeHandicap},
		"set_free_handicap":   {"VERTEX VERTEX …", 0, many, (*Session).setFreeHandicap},
		"gogui-play_sequence": {"COLOR VERTEX COLOR VERTEX …", 0, many, (*Session).playSequence},
		"gg-undo":             {"MOVES", 0, 1, (*Session).undoMoves},
	})
}

// pairs reads colours and vertices that follow each other.
func (s *Session) pairs(args []string) ([]game.Move, error) {
	if len(args)%2 != 0 {
		return nil, errSyntax
	}
	var moves []game.Move
	for ; len(args) > 0; args = args[2:] {
		move, err := s.colored(args)
		if err != nil {
			return nil, err
		}
		moves = append(moves, move)
	}
	return moves, nil
}

// setPosition puts stones on the board all at once, as KataGo does: nothing has
// been played or captured. A board may be full, and a chain with a rosette
// without a liberty. Black moves first.
func (s *Session) setPosition(_ context.Context, args []string) (string, error) {
	stones, err := s.pairs(args)
	if err != nil {
		return "", err
	}
	b, err := setUp(s.game.Graph(), stones)
	if err == nil {
		s.game = game.From(b, s.game.Rules(), board.Black)
	}
	return "", err
}

// setUp returns a board with stones, of which no two may stand on one point.
func setUp(g *board.Graph, stones []game.Move) (*board.Board, error) {
	at := make([]board.Color, g.Points())
	for _, stone := range stones {
		if stone.Point == board.Pass {
			return nil, errors.New("a pass cannot be set up; name points")
		}
		if at[stone.Point] != board.Empty {
			return nil, fmt.Errorf("two stones at %s; name a point once", g.PointName(stone.Point))
		}
		at[stone.Point] = stone.Color
	}
	return board.Setup(g, at)
}

// What the protocol answers to handicaps that cannot be.
var (
	errNotEmpty = errors.New("board not empty")
	errStones   = errors.New("invalid number of stones")
	errVertices = errors.New("bad vertex list")
)

// fixedHandicap takes the protocol's points; a board that has none leaves the
// choice, as [game.Rules.Fixed] does.
func (s *Session) fixedHandicap(_ context.Context, args []string) (string, error) {
	graph := s.game.Graph()
	if _, err := graph.Fixed(2); err != nil {
		return s.chosen(args[0], nil)
	}
	return s.chosen(args[0], graph.Fixed)
}

// placeFreeHandicap chooses the points: the fixed ones as far as they go.
func (s *Session) placeFreeHandicap(_ context.Context, args []string) (string, error) {
	if n, err := strconv.Atoi(args[0]); err == nil {
		if _, err := s.game.Graph().Fixed(n); err == nil {
			return s.chosen(args[0], s.game.Graph().Fixed)
		}
	}
	return s.chosen(args[0], nil)
}

// chosen gives so many handicap stones on those points, or spread over the
// board, and says where they stand.
func (s *Session) chosen(stones string, points func(int) ([]board.Point, error)) (string, error) {
	n, err := strconv.Atoi(stones)
	if errors.Is(err, strconv.ErrSyntax) {
		return "", errSyntax
	}
	graph := s.game.Graph()
	if err != nil || n < 2 || n > graph.Points()/2 {
		return "", errStones
	}
	if points == nil {
		points = func(n int) ([]board.Point, error) { return game.Spread(board.New(graph), n), nil }
	}
	at, err := points(n)
	if err != nil {
		return "", errStones
	}
	return strings.Join(graph.Names(at), " "), s.giveHandicap(at)
}

func (s *Session) setFreeHandicap(_ context.Context, args []string) (string, error) {
	if len(args) < 2 {
		return "", fmt.Errorf("%w; name two points at least", errVertices)
	}
	var points []board.Point
	for _, name := range args {
		p, err := s.game.Graph().Point(name)
		if err != nil {
			return "", fmt.Errorf("%w; %w", errVertices, err)
		}
		points = append(points, p)
	}
	return "", s.giveHandicap(points)
}

// giveHandicap sets the stones of a handicap on the empty board. The controller
// has decided that there is one, whatever the rules say; what White gets for it
// is theirs to say. White moves first, but where Black does after the stones.
func (s *Session) giveHandicap(points []board.Point) error {
	graph, rules := s.game.Graph(), s.game.Rules()
	if s.game.Board().Vacant() < graph.Points() {
		return errNotEmpty
	}
	var stones []game.Move
	for _, p := range points {
		stones = append(stones, game.Move{Point: p, Color: board.Black})
	}
	b, err := setUp(graph, stones)
	if err != nil {
		return fmt.Errorf("%w; %w", errVertices, err)
	}
	first := board.White
	if rules.Handicap == game.FlowerStones {
		first = board.Black
	}
	s.game = game.From(b, rules, first)
	s.game.SetHandicap(len(points))
	return nil
}

// playSequence plays all of the moves or none.
func (s *Session) playSequence(_ context.Context, args []string) (string, error) {
	moves, err := s.pairs(args)
	if err != nil {
		return "", err
	}
	for i, m := range moves {
		if s.game.Play(m.Point, m.Color) != nil {
			for range i {
				s.game.Undo()
			}
			return "", fmt.Errorf("illegal move %s %s", m.Color, s.vertex(m.Point))
		}
	}
	return "", nil
}

// undoMoves takes that many moves back, or none; one if nobody says.
func (s *Session) undoMoves(_ context.Context, args []string) (string, error) {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = number(args[0], math.MaxInt); err != nil {
			return "", err
		}
	}
	if n > s.game.Ply() {
		return "", errors.New("cannot undo")
	}
	for range n {
		s.game.Undo()
	}
	return "", nil
}
