package gtp

import (
	"context"

	"rosette/game"
	"rosette/game/board"
)

// A Ponderer searches during the opponent's time.
type Ponderer interface {
	// Ponder searches a position with c to move until ctx ends, to choose later moves in the same
	// game faster or better.
	Ponder(ctx context.Context, g *game.Game, c board.Color)
}

// ponder starts the ponderer if the engine plays in this game and the game is not over. The
// returned function stops it and waits.
func (s *Session) ponder(ctx context.Context) (stop func()) {
	last, moved := s.game.Last()
	if s.Ponderer == nil || !s.enginePlays || !moved || s.game.Passes() >= 2 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	stopped := make(chan struct{})
	g := s.game.Clone()
	go func() {
		defer close(stopped)
		s.Ponderer.Ponder(ctx, g, last.Color.Opponent())
	}()
	return func() {
		cancel()
		<-stopped
	}
}
