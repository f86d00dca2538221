package matches

import (
	"context"
	"io"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Mover chooses moves.
type Mover interface {
	Choose(ctx context.Context, g *game.Game, c board.Color, left engine.Time) (Choice, error)
}

// A LocalPlayer plays in this process. Each game has a new Mover, so that its moves depend only on
// the seed.
type LocalPlayer struct {
	New    func(seed uint64) (Mover, error)
	Judge  func(ctx context.Context, g *game.Game) (life.Proposal, error) // proposes the dead stones
	Timer  *CPUTimer
	Weight float64 // number of search threads
}

// Player returns the player with that name.
func (o LocalPlayer) Player(name string) Player {
	return Player{Name: name, Open: func(io.Writer) Session { return &localSession{player: o} }}
}

type localSession struct {
	player LocalPlayer
	mover  Mover
	spent  time.Duration
}

func (s *localSession) Begin(_ context.Context, _ *game.Game, seed uint64) (err error) {
	s.spent = 0
	s.mover, err = s.player.New(seed)
	return err
}

func (s *localSession) Choose(ctx context.Context, g *game.Game, c board.Color, left engine.Time) (Choice, error) {
	span := s.player.Timer.Start(s.player.Weight)
	choice, err := s.mover.Choose(ctx, g.Clone(), c, left)
	s.spent += span.Stop()
	return choice, err
}

func (s *localSession) Played(game.Move) error { return nil }

func (s *localSession) Propose(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return s.player.Judge(ctx, g)
}

func (s *localSession) CPU() (time.Duration, bool) { return s.spent, s.player.Timer.known() }

func (s *localSession) Close() error { return nil }
