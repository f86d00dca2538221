package main

import (
	"context"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
	"rosette/play/seat"
)

// A seatPlayer sits at tables and makes a bot of its level for every thought, so
// nothing stays in memory between them.
type seatPlayer struct {
	flags *flags
	level string
}

// Choose thinks within the flags and the clock.
func (p seatPlayer) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Left) (seat.Choice, error) {
	at := *p.flags
	at.level = p.level
	b, err := newBot(&at)
	if err != nil {
		return seat.Choice{}, err
	}
	choice, err := b.Choose(ctx, g, c, thinking(left))
	return seat.Choice{Point: choice.Move, Resign: choice.Resign}, err
}

// Price thinks about an even game for as long as about two moves.
func (p seatPlayer) Price(ctx context.Context, g *game.Game) (float64, error) {
	at := *p.flags
	at.level = p.level
	b, err := newBot(&at)
	if err != nil {
		return 0, err
	}
	return b.Price(ctx, g)
}

// Judge names the dead.
func (p seatPlayer) Judge(ctx context.Context, g *game.Game) (seat.Verdict, error) {
	proposal, err := judge{p.flags, p.flags.luck()}.Dead(ctx, g)
	return seat.Verdict{Dead: proposal.Dead, Unsure: proposal.Unsure}, err
}

// thinking puts what a clock leaves into the engine's words.
func thinking(left clock.Left) engine.Time {
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
