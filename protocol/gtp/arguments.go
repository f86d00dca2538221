package gtp

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/katago"
)

// colorNames are the names allowed by the protocol, in lower case.
var colorNames = map[string]board.Color{
	"b": board.Black, "black": board.Black,
	"w": board.White, "white": board.White,
}

func parseColor(text string) (board.Color, error) {
	if c, ok := colorNames[strings.ToLower(text)]; ok {
		return c, nil
	}
	return board.Empty, errors.New("color unknown; use black or white")
}

// parseMove parses a colour and a vertex.
func (s *Session) parseMove(args []string) (game.Move, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return game.Move{}, err
	}
	p, err := s.names().Move(args[1])
	return game.Move{Point: p, Color: c}, err
}

// parseMoves parses alternating colours and vertices.
func (s *Session) parseMoves(args []string) ([]game.Move, error) {
	if len(args)%2 != 0 {
		return nil, errSyntax
	}
	var moves []game.Move
	for ; len(args) > 0; args = args[2:] {
		move, err := s.parseMove(args)
		if err != nil {
			return nil, err
		}
		moves = append(moves, move)
	}
	return moves, nil
}

// parseCount parses a whole number from 0 to most.
func parseCount(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, errSyntax
	}
	return n, nil
}

// parseDecimal parses a finite number.
func parseDecimal(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, errSyntax
	}
	return x + 0, nil // 0 rather than -0
}

// moveName returns a move in the format of the specification's examples. An engine with KataGo's name
// writes a pass as KataGo does, because LizzieYzy reads no other form.
func (s *Session) moveName(p board.Point) string {
	switch {
	case p == board.Pass && s.Name == katago.Name:
		return "pass"
	case p == board.Pass:
		return "PASS"
	}
	return s.names().PointName(p)
}

// pointNames returns the points' names on one line.
func (s *Session) pointNames(points []board.Point) string {
	return strings.Join(s.names().Names(points), " ")
}

// pointsWhere returns the names of points that satisfy a condition, on one line.
func (s *Session) pointsWhere(condition func(board.Point) bool) string {
	var points []board.Point
	for p := range board.Point(s.game.Graph().Points()) {
		if condition(p) {
			points = append(points, p)
		}
	}
	return s.pointNames(points)
}
