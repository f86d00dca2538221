package main

import (
	"context"
	"sync"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/web"
)

// An estimator says what positions come to: by the mean of what a network says of
// all images of the board, and by playouts where no network knows board and
// rules. Of the same position it always says the same.
type estimator struct{ flags *flags }

// Estimate asks the network, or plays on.
func (e estimator) Estimate(ctx context.Context, g *game.Game, next board.Color) (web.Estimate, error) {
	if net := e.flags.learned(g.Graph(), g.Rules()); net != nil {
		var said engine.Evaluation
		o, given := networkOutput(net, g, next, true)
		o.Evaluation(next, given, &said)
		return web.Estimate{Win: float64(said.Win), Lead: float64(said.Score), Owner: said.Ownership}, ctx.Err()
	}
	var heard [benches]opinions
	var all sync.WaitGroup
	for i := range heard {
		on, mind := g.Clone(), e.flags.playouts(uint64(i))
		all.Go(func() { heard[i].hear(ctx, on, next, mind) })
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return web.Estimate{}, err
	}
	var sum opinions
	for _, one := range heard {
		sum.add(one)
	}
	return sum.mean(), nil
}

// opinions are the sums of what minds say of a position.
type opinions struct {
	times     float64
	win, lead float64
	owner     []float64
}

// hear lets a mind say its share of as many opinions as are enough.
func (o *opinions) hear(ctx context.Context, g *game.Game, next board.Color, mind engine.Evaluator) {
	o.owner = make([]float64, g.Graph().Points())
	var said engine.Evaluation
	for range (player.Hearings + benches - 1) / benches {
		if ctx.Err() != nil {
			return
		}
		mind.Evaluate(g, next, &said)
		o.times, o.win, o.lead = o.times+1, o.win+float64(said.Win), o.lead+float64(said.Score)
		for p, x := range said.Ownership {
			o.owner[p] += float64(x)
		}
	}
}

// add takes over what others have heard.
func (o *opinions) add(other opinions) {
	if o.owner == nil {
		o.owner = make([]float64, len(other.owner))
	}
	o.times, o.win, o.lead = o.times+other.times, o.win+other.win, o.lead+other.lead
	for p, x := range other.owner {
		o.owner[p] += x
	}
}

// mean is what was said on the average.
func (o *opinions) mean() web.Estimate {
	e := web.Estimate{Win: o.win / o.times, Lead: o.lead / o.times, Owner: make([]float32, len(o.owner))}
	for p, x := range o.owner {
		e.Owner[p] = float32(x / o.times)
	}
	return e
}
