package matches

import (
	"context"
	"io"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// A Thinker chooses moves; a bot is one.
type Thinker interface {
	Think(ctx context.Context, g *game.Game, c board.Color) (Choice, error)
}

// An Own is a player in this process. Each game gets a new one, so that what it
// plays depends on the seed alone.
type Own struct {
	New    func(seed uint64) (Thinker, error)
	Judge  func(ctx context.Context, g *game.Game) ([]board.Point, error) // names the dead
	Meter  *Meter
	Weight float64 // how many threads think
}

// Contestant gives the player a name.
func (o Own) Contestant(name string) Contestant {
	return Contestant{Name: name, Open: func(io.Writer) Seat { return &ownSeat{own: o} }}
}

type ownSeat struct {
	own   Own
	mind  Thinker
	spent time.Duration
}

func (s *ownSeat) Begin(_ context.Context, _ *game.Game, seed uint64) (err error) {
	s.spent = 0
	s.mind, err = s.own.New(seed)
	return err
}

func (s *ownSeat) Choose(ctx context.Context, g *game.Game, c board.Color) (Choice, error) {
	span := s.own.Meter.Start(s.own.Weight)
	choice, err := s.mind.Think(ctx, g.Clone(), c)
	s.spent += span.Stop()
	return choice, err
}

func (s *ownSeat) Hear(game.Move) error { return nil }

func (s *ownSeat) Dead(ctx context.Context, g *game.Game) ([]board.Point, error) {
	return s.own.Judge(ctx, g)
}

func (s *ownSeat) CPU() (time.Duration, bool) { return s.spent, s.own.Meter.known() }

func (s *ownSeat) Leave() error { return nil }
