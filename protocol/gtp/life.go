package gtp

import (
	"context"

	"rosette/game/board"
	"rosette/game/life"
)

// benson lists the stones that nobody can take although their owner passes for
// ever, without the territory they make.
func (s *Session) benson(_ context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	safety := life.Unconditional(s.game.Board(), c, s.game.Rules().Reading())
	return s.points(func(p board.Point) bool { return safety.Alive[p] }), nil
}
