package configure

import (
	"path/filepath"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// An evaluator evaluates by a network where one serves board and rules, and by
// playouts elsewhere. It follows a game that changes its board or rules.
type evaluator struct {
	config Config
	seed   uint64

	current search.FinalEvaluator // for graph and rules; nil before the first evaluation
	graph   *board.Graph
	rules   game.Rules
}

// Evaluator returns a new evaluator whose random choices follow from seed: the
// network where one serves board and rules, playouts elsewhere.
func (c Config) Evaluator(seed uint64) engine.Evaluator { return &evaluator{config: c, seed: seed} }

// PlayoutEvaluator returns a new evaluator by playouts whose random choices follow
// from seed. It panics if [Config.Check] refuses the tactics.
func (c Config) PlayoutEvaluator(seed uint64) engine.Evaluator {
	if c.Tactics == nil {
		return playout.New(seed)
	}
	e, err := playout.NewWith(seed, c.Tactics...)
	if err != nil {
		panic(err)
	}
	return e
}

// Evaluate implements [engine.Evaluator].
func (e *evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	e.serving(g).Evaluate(g, next, into)
}

// EvaluateFinal implements [search.FinalEvaluator].
func (e *evaluator) EvaluateFinal(g *game.Game, into *engine.Evaluation) {
	e.serving(g).EvaluateFinal(g, into)
}

// serving returns the evaluator for the board and the rules of a game.
func (e *evaluator) serving(g *game.Game) search.FinalEvaluator {
	if e.current != nil && e.graph == g.Graph() && e.rules == g.Rules() {
		return e.current
	}
	e.graph, e.rules = g.Graph(), g.Rules()
	if network := e.config.NetworkFor(e.graph, e.rules); network != nil {
		byNetwork := neural.New(network, e.seed)
		byNetwork.Float32 = e.config.Float32
		e.current = byNetwork
	} else {
		e.current = allAlive{e.config.PlayoutEvaluator(e.seed)}
	}
	return e.current
}

// allAlive evaluates positions in which play has stopped as if every stone were alive.
type allAlive struct{ engine.Evaluator }

// EvaluateFinal implements [search.FinalEvaluator].
func (allAlive) EvaluateFinal(g *game.Game, into *engine.Evaluation) { into.Final(g) }

// An EvaluatorName identifies an evaluator.
type EvaluatorName struct {
	Name string // of a network's file, or "playouts"
	Hash string // of a network; empty for playouts
}

// EvaluatorNames returns the evaluators that the Config may choose at full
// strength: its network, or else those that are part of the program and playouts.
func (c Config) EvaluatorNames() (all []EvaluatorName) {
	if c.Network != nil {
		return []EvaluatorName{{filepath.Base(c.NetworkName), c.Network.Hash}}
	}
	if !c.Playouts {
		for _, n := range neural.AllShipped() {
			all = append(all, EvaluatorName{n.ShippedName(), n.Hash})
		}
	}
	return append(all, EvaluatorName{Name: "playouts"})
}
