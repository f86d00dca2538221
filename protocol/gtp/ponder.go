package gtp

import (
	"context"

	"rosette/game"
	"rosette/game/board"
)

// A Ponderer thinks about a position with c to move until ctx ends, for the
// moves that it will have to choose later.
type Ponderer interface {
	Ponder(ctx context.Context, g *game.Game, c board.Color)
}

// ponder lets the ponderer think on, if the controller plays a game against it,
// until rest is called, which waits for it to stop.
func (s *Session) ponder(ctx context.Context) (rest func()) {
	last, moved := s.game.Last()
	if s.Ponder == nil || !s.chose || !moved || s.game.Passes() >= 2 {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	stopped := make(chan struct{})
	g := s.game.Clone()
	go func() {
		defer close(stopped)
		s.Ponder.Ponder(ctx, g, last.Color.Opponent())
	}()
	return func() {
		stop()
		<-stopped
	}
}
