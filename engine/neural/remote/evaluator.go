package remote

import (
	"fmt"
	"math"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// An Evaluator evaluates positions on the server, on the board transformed by a random symmetry. It
// is not safe for concurrent use; each goroutine needs its own. After the connection has ended it
// returns a uniform policy and an even game; use [Options.OnLost] to stop then.
type Evaluator struct {
	client   *Client
	rng      *rand.Rand
	features neural.Features
	raw      []byte
	request  request
	output   neural.Output
}

var _ engine.Evaluator = (*Evaluator)(nil)

// Evaluator returns an evaluator that draws random symmetries from the given seed.
func (c *Client) Evaluator(seed uint64) *Evaluator {
	return &Evaluator{client: c, rng: rand.New(rand.NewPCG(seed, 0)), request: request{ready: make(chan struct{}, 1)}}
}

// Evaluate implements [engine.Evaluator]. It blocks until the answer arrives. The
// network must apply to the game.
func (e *Evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	symmetries := g.Graph().Symmetries()
	if !e.evaluate(g, next, symmetries[e.rng.IntN(len(symmetries))]) {
		e.uniform(g.Graph().Points())
	}
	e.output.Evaluation(next, e.features.KomiOffset, into)
}

// evaluate sends the position and waits for the answer. It returns false if the
// connection has ended.
func (e *Evaluator) evaluate(g *game.Game, next board.Color, symmetry []board.Point) bool {
	c, r := e.client, &e.request
	if c.Err() != nil { // the batcher may still read the request
		return false
	}
	e.features.Compute(g, next)
	e.raw = e.features.AppendShard(e.raw[:0])
	r.graph, r.row = g.Graph(), append(r.row[:0], e.raw...)
	for p, to := range symmetry {
		copy(r.row[int(to)*pointBytes:], e.raw[p*pointBytes:(p+1)*pointBytes])
	}
	select {
	case c.requests <- r:
	case <-c.done:
		return false
	}
	select {
	case <-r.ready:
	case <-c.done:
		return false
	}
	e.decode(symmetry)
	if !e.finite() {
		c.fail(fmt.Errorf("the evaluator's output on %s is not a number, because its weights are too large; use an earlier network",
			g.Graph().Name()))
		return false
	}
	return true
}

// decode decodes the answer and reverses the board symmetry. Policy is the softmax over legal
// moves.
func (e *Evaluator) decode(symmetry []board.Point) {
	r := &e.request
	o := &e.output
	n := len(symmetry)
	o.Policy, o.Ownership = resized(o.Policy, n+1), resized(o.Ownership, n)
	var one [3]float32
	largest := float32(math.Inf(-1))
	for p, from := range symmetry {
		readFloats(one[:1], r.policy[4*int(from):])
		o.Policy[p] = one[0]
		readFloats(o.Ownership[p:p+1], r.ownership[4*int(from):])
		if e.features.Legal[p] {
			largest = max(largest, one[0])
		}
	}
	readFloats(o.Policy[n:], r.policy[4*n:])
	largest = max(largest, o.Policy[n])
	sum := float32(0)
	for i, x := range o.Policy {
		o.Policy[i] = 0
		if i == n || e.features.Legal[i] {
			o.Policy[i] = float32(math.Exp(float64(x - largest)))
		}
		sum += o.Policy[i]
	}
	for i := range o.Policy {
		o.Policy[i] /= sum
	}
	readFloats(one[:], r.outcome)
	o.Win = one[0]
	o.Draw = one[1]
	o.Loss = one[2]
	readFloats(one[:1], r.mean)
	readFloats(one[1:2], r.deviation)
	o.Margin, o.MarginStdev = one[0], one[1]
}

// finite reports whether all numbers in the output are finite.
func (e *Evaluator) finite() bool {
	o := &e.output
	sum := o.Win + o.Draw + o.Loss + o.Margin + o.MarginStdev
	for _, x := range o.Policy {
		sum += x
	}
	for _, x := range o.Ownership {
		sum += x
	}
	return !math.IsNaN(float64(sum)) && !math.IsInf(float64(sum), 0)
}

// uniform sets the output to a uniform policy and a draw.
func (e *Evaluator) uniform(points int) {
	o := &e.output
	*o = neural.Output{Policy: resized(o.Policy, points+1), Ownership: resized(o.Ownership, points), Draw: 1}
	clear(o.Ownership)
	for i := range o.Policy {
		o.Policy[i] = 1 / float32(points+1)
	}
}

// resized returns a slice with length n, reusing x if its capacity suffices.
func resized(x []float32, n int) []float32 {
	if cap(x) < n {
		return make([]float32, n)
	}
	return x[:n]
}
