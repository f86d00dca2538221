package main

import (
	"context"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
	"rosette/play/seat"
)

// A seatPlayer plays at a table. It makes a new player of its level for every
// move, so nothing stays in memory between moves.
type seatPlayer struct {
	flags *flags
	level string // "" for full strength
}

// config returns the Config of its level, with a new seed.
func (p seatPlayer) config() configure.Config {
	c := p.flags.seeded()
	c.Level = p.level
	return c
}

// Choose chooses a move within the limits of the flags and the clock.
func (p seatPlayer) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (seat.Choice, error) {
	b, err := p.config().Player()
	if err != nil {
		return seat.Choice{}, err
	}
	choice, err := b.Choose(ctx, g, c, thinking(left))
	return seat.Choice{Point: choice.Move, Resign: choice.Resign}, err
}

// Price names the komi of an even game; it takes about as long as two moves.
func (p seatPlayer) Price(ctx context.Context, g *game.Game) (float64, error) {
	b, err := p.config().Player()
	if err != nil {
		return 0, err
	}
	return b.EvenKomi(ctx, g)
}

// Judge names the dead stones.
func (p seatPlayer) Judge(ctx context.Context, g *game.Game) (seat.Verdict, error) {
	proposal, err := p.config().Judge().Propose(ctx, g)
	return seat.Verdict{Dead: proposal.Dead, Unsure: proposal.Unsure}, err
}

// thinking puts what a clock leaves into the engine's words.
func thinking(left clock.Remaining) engine.Time {
	if !left.Control.Timed() {
		return engine.Time{}
	}
	return engine.Time{
		Clocked:   true,
		Main:      left.Main,
		Increment: left.Control.Increment,
		Period:    left.Period,
		Stones:    max(1, left.Stones),
		Periods:   left.Periods,
	}
}
