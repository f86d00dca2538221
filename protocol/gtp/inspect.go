package gtp

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"rosette/draw"
	"rosette/game/board"
	"rosette/game/life"
)

func (s *Session) showboard(context.Context, []string) (string, error) {
	picture := []string{""}
	for line := range strings.Lines(draw.Game(s.game, draw.Style{})) {
		if line == "\n" { // an empty line would end the answer
			line = " \n"
		}
		picture = append(picture, strings.TrimSuffix(line, "\n"))
	}
	return strings.Join(picture, "\n"), nil
}

func (s *Session) allLegal(_ context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	return s.pointsWhere(func(p board.Point) bool { return s.game.Legal(p, c) == nil }), nil
}

func (s *Session) isLegal(_ context.Context, args []string) (string, error) {
	move, err := s.parseMove(args)
	if err != nil || s.game.Legal(move.Point, move.Color) != nil {
		return "0", err
	}
	return "1", nil
}

func (s *Session) listStones(_ context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	return s.pointsWhere(func(p board.Point) bool { return s.game.Board().At(p) == c }), nil
}

// captures returns the number of stones captured by a player.
func (s *Session) captures(_ context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	return strconv.Itoa(s.game.Prisoners(c)), nil
}

var errNoStone = errors.New("vertex must not be empty; use a stone")

// findlib lists a chain's liberties, like GNU Go.
func (s *Session) findlib(_ context.Context, args []string) (string, error) {
	p, err := s.names().Point(args[0])
	if err != nil {
		return "", err
	}
	if s.game.Board().At(p) == board.Empty {
		return "", errNoStone
	}
	liberties := s.game.Board().Liberties(p)
	slices.Sort(liberties)
	return s.pointNames(liberties), nil
}

func aliveStones(safe life.Safety) []bool   { return safe.Alive }
func safeTerritory(safe life.Safety) []bool { return safe.Territory }

// unconditionalPoints returns a handler that lists the points of a colour that are safe even if it
// always passes: stones that cannot be captured, or points where the opponent cannot live.
func unconditionalPoints(part func(life.Safety) []bool) handler {
	return func(s *Session, _ context.Context, args []string) (string, error) {
		c, err := parseColor(args[0])
		if err != nil {
			return "", err
		}
		if err := s.game.Board().CheckLiberties(); err != nil {
			return "", err
		}
		in := part(life.Unconditional(s.game.Board(), c, s.game.Rules().CaptureRules()))
		return s.pointsWhere(func(p board.Point) bool { return in[p] }), nil
	}
}

// immortal lists the stones in chains with a rosette.
func (s *Session) immortal(_ context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	b := s.game.Board()
	return s.pointsWhere(func(p board.Point) bool { return b.At(p) == c && b.Immortal(p) }), nil
}

// hexagons lists the sets of points that make a chain immortal, one per line: the hexagons on a
// Rosette board.
func (s *Session) hexagons(context.Context, []string) (string, error) {
	var lines []string
	for _, hexagon := range s.game.Graph().Rosettes() {
		lines = append(lines, s.pointNames(hexagon))
	}
	return strings.Join(lines, "\n"), nil
}
