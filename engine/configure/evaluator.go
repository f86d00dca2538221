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

// An evaluator uses a network if one supports the board and rules, otherwise playouts. It adapts to
// a game with a different board or rules.
type evaluator struct {
	config Config
	seed   uint64

	current search.FinalEvaluator // for graph and rules; nil before the first evaluation
	graph   *board.Graph
	rules   game.Rules
}

// Evaluator returns a new evaluator with the given seed. It uses a network if one supports the
// board and rules, otherwise playouts.
func (c Config) Evaluator(seed uint64) engine.Evaluator { return &evaluator{config: c, seed: seed} }

// PlayoutEvaluator returns a new playout evaluator with the given seed. It panics if [Config.Check]
// rejects the tactics.
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

// serving returns the evaluator for the game's board and rules.
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

// allAlive scores final positions as if every stone were alive.
type allAlive struct{ engine.Evaluator }

// EvaluateFinal implements [search.FinalEvaluator].
func (allAlive) EvaluateFinal(g *game.Game, into *engine.Evaluation) { into.Final(g) }

// An EvaluatorName identifies an evaluator.
type EvaluatorName struct {
	Name string // network file name, or "playouts"
	Hash string // network hash; empty for playouts
}

// EvaluatorNames returns the evaluators that the Config may choose at full strength: its own
// network, or the built-in networks and playouts.
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
