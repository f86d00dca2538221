package main

import (
	"context"
	"errors"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/komi"
	"rosette/engine/matches"
	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A mindOf makes evaluators by seed.
type mindOf func(seed uint64) engine.Evaluator

// minded returns what makes the evaluators of a network, or of playouts if it is
// nil.
func minded(n *neural.Network) mindOf {
	if n == nil {
		return func(seed uint64) engine.Evaluator { return playout.New(seed) }
	}
	return func(seed uint64) engine.Evaluator { return neural.New(n, seed) }
}

// A trial is a match between two minds at equal visits.
type trial struct {
	graph    *board.Graph
	rules    game.Rules
	visits   int
	pairs    int
	parallel int
	seed     uint64
	sprt     *matches.SPRT
}

// The openings of a trial: so many moves at random.
const trialOpening = 4

// run plays the first against the second and says how it stands for the first.
func (t *trial) run(ctx context.Context, first, second mindOf, say func(matches.Standing)) (matches.Standing, error) {
	rules := komi.ExactRules(t.rules)
	ledger := matches.NewPairScore("first", t.sprt)
	var wrong []error
	match := &matches.Tournament{
		Graph: t.graph, Rules: rules, Pairs: t.pairs, Parallel: t.parallel, MaxMoves: 3 * t.graph.Points(), Seed: t.seed, SPRT: t.sprt,
		Players:  []matches.Player{t.contestant("first", first), t.contestant("second", second)},
		Openings: matches.RandomOpenings(t.graph, rules, trialOpening, t.seed),
		Log:      func(text string) { wrong = append(wrong, errors.New(text)) }, // a mind that fails is no weaker one
		OnGame: func(g matches.Game) error {
			ledger.Add(g)
			say(ledger.Standing())
			return nil
		},
	}
	err := match.Run(ctx, nil)
	return ledger.Standing(), errors.Join(append(wrong, err)...)
}

// contestant plays what a search with that mind finds, without a bot's manners.
func (t *trial) contestant(name string, mind mindOf) matches.Player {
	return matches.LocalPlayer{
		New: func(seed uint64) (matches.Mover, error) {
			return searcher{mind(seed), t.visits}, nil
		},
		Judge: (&deadstones.Cache{Judge: deadstones.Judge{Seed: t.seed}}).Dead, Timer: matches.NewCPUTimer(matches.ProcessCPU), Weight: 1,
	}.Player(name)
}

// A searcher plays what its search finds. A bot asks again with hundreds of visits
// whether a game is over; where every stone is alive at the end there is no need.
type searcher struct {
	mind   engine.Evaluator
	visits int
}

// Choose returns the move with the most visits.
func (s searcher) Choose(ctx context.Context, g *game.Game, c board.Color) (matches.Choice, error) {
	r := search.Run(ctx, g, c, []engine.Evaluator{s.mind}, engine.SearchParams{Visits: s.visits})
	if len(r.Candidates) == 0 {
		return matches.Choice{}, context.Cause(ctx)
	}
	return matches.Choice{Move: r.Candidates[0].Move, Win: float64(engine.WinFor(c, r.Win)), HasWin: true}, nil
}
