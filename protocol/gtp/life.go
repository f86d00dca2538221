package gtp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/game/life"
)

func init() {
	maps.Copy(commands, map[string]word{
		"rosette-benson":    {"COLOR", 1, 1, unconditional(func(safe life.Safety) []bool { return safe.Alive })},
		"rosette-territory": {"COLOR", 1, 1, unconditional(func(safe life.Safety) []bool { return safe.Territory })},
		"rosette-immortal":  {"COLOR", 1, 1, (*Session).immortal},
		"rosette-hexes":     {"", 0, 0, (*Session).hexes},
		"findlib":           {"VERTEX", 1, 1, (*Session).liberties},
	})
}

// unconditional lists what of a colour nobody can change although it passes for
// ever: the stones that cannot be taken, or the points where the opponent cannot
// live.
func unconditional(part func(life.Safety) []bool) func(*Session, context.Context, []string) (string, error) {
	return func(s *Session, _ context.Context, args []string) (string, error) {
		c, err := color(args[0])
		if err != nil {
			return "", err
		}
		in := part(life.Unconditional(s.game.Board(), c, s.game.Rules().Reading()))
		return s.points(func(p board.Point) bool { return in[p] }), nil
	}
}

// immortal lists the stones of chains with a rosette.
func (s *Session) immortal(_ context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	b := s.game.Board()
	return s.points(func(p board.Point) bool { return b.At(p) == c && b.Immortal(p) }), nil
}

// hexes lists the hexagons, or whatever makes a chain immortal, one a line.
func (s *Session) hexes(context.Context, []string) (string, error) {
	var lines []string
	for _, hex := range s.game.Graph().Rosettes() {
		lines = append(lines, s.names(hex))
	}
	return strings.Join(lines, "\n"), nil
}

// liberties lists those of the chain at a point, under GNU Go's word.
func (s *Session) liberties(_ context.Context, args []string) (string, error) {
	p, err := s.game.Graph().Point(args[0])
	if err != nil {
		return "", err
	}
	if s.game.Board().At(p) == board.Empty {
		return "", errNoStone
	}
	libs := s.game.Board().Liberties(p)
	slices.Sort(libs)
	return s.names(libs), nil
}

// names lists points on one line.
func (s *Session) names(points []board.Point) string {
	return strings.Join(s.game.Graph().Names(points), " ")
}

// chainsOf returns the stones of every chain in order of points.
func chainsOf(b *board.Board) (chains [][]board.Point) {
	at := map[board.Point]int{}
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == board.Empty {
			continue
		}
		i, known := at[b.Root(p)]
		if !known {
			i = len(chains)
			at[b.Root(p)] = i
			chains = append(chains, nil)
		}
		chains[i] = append(chains[i], p)
	}
	return chains
}
