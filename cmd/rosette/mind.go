package main

import (
	"context"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// newBot makes the computer player that the flags ask for.
func newBot(f *flags) (*player.Bot, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	b, err := player.New(f.options(f.luck()))
	if err != nil {
		return nil, misused{err}
	}
	return b, nil
}

// options are those of the bot that the flags ask for.
func (f *flags) options(seed uint64) player.Options {
	o := player.Options{
		Level:   f.level,
		Move:    f.move,
		Visits:  f.visits,
		Threads: f.cores(),
		Seed:    seed,
		Memory:  int(f.memory),
		Minds:   f.playouts,
		Light:   f.light(),
	}
	if f.learnedLevel() {
		o.Minds = f.mind
		o.Policy = func(g *game.Game) bool { return f.learned(g.Graph(), g.Rules()) != nil }
	}
	return o
}

// light makes the evaluators of weak levels, nil where the flags say what
// playouts answer.
func (f *flags) light() func(seed uint64) engine.Evaluator {
	if f.replies != nil {
		return nil
	}
	return func(seed uint64) engine.Evaluator { return playout.Light(seed) }
}

// mind returns an evaluator whose luck follows from the seed: a network where
// one knows board and rules, else playouts.
func (f *flags) mind(seed uint64) engine.Evaluator { return &mind{flags: f, seed: seed} }

// playouts returns an evaluator by playing on whose luck follows from the seed.
func (f *flags) playouts(seed uint64) engine.Evaluator {
	if f.replies == nil {
		return playout.New(seed)
	}
	e, err := playout.With(seed, f.replies...)
	if err != nil {
		panic(err) // whoever set the replies has asked
	}
	return e
}

// A mover lets a bot sit at a GTP session.
type mover struct{ *player.Bot }

// Choose returns the bot's choice in plain values.
func (m mover) Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (board.Point, bool, error) {
	choice, err := m.Bot.Choose(ctx, g, c, t)
	return choice.Move, choice.Resign, err
}

// ChooseAnalyzing is Choose, and tells what the search has found so far.
func (m mover) ChooseAnalyzing(ctx context.Context, g *game.Game, c board.Color, t engine.Time, q engine.SearchParams) (board.Point, bool, error) {
	policy := search.Policy(g, c)
	wish := search.Budget{Avoid: q.Avoid, OwnershipDetails: q.OwnershipDetails, ReportEvery: q.ReportEvery, FirstReportAfter: q.FirstReportAfter}
	wish.OnProgress = func(r search.Report) { q.OnProgress(r.Analysis(c, policy)) }
	choice, err := m.Bot.ChooseAnalyzing(ctx, g, c, t, wish)
	return choice.Move, choice.Resign, err
}
