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

// An Evaluator asks a server, each time with the board turned by a symmetry that
// luck chooses. It is not safe for concurrent use; each goroutine has its own. When
// the server is lost it says that nothing is known: hear of that by Options.Lost.
type Evaluator struct {
	client   *Client
	rng      *rand.Rand
	features neural.Features
	raw      []byte
	request  request
	opinion  neural.Output
}

var _ engine.Evaluator = (*Evaluator)(nil)

// Evaluator returns one whose luck follows from the seed.
func (c *Client) Evaluator(seed uint64) *Evaluator {
	return &Evaluator{client: c, rng: rand.New(rand.NewPCG(seed, 0)), request: request{ready: make(chan struct{}, 1)}}
}

// Evaluate says what the network thinks, in the words of engine. The network
// must apply to the game.
func (e *Evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	turns := g.Graph().Symmetries()
	if !e.evaluate(g, next, turns[e.rng.IntN(len(turns))]) {
		e.uniform(g.Graph().Points())
	}
	e.opinion.Evaluation(next, e.features.KomiOffset, into)
}

// evaluate asks, and tells whether there was an answer.
func (e *Evaluator) evaluate(g *game.Game, next board.Color, turn []board.Point) bool {
	c, a := e.client, &e.request
	if c.Err() != nil { // what was asked may still be read
		return false
	}
	e.features.Read(g, next)
	e.raw = e.features.AppendShard(e.raw[:0])
	a.graph, a.row = g.Graph(), append(a.row[:0], e.raw...)
	for p, to := range turn {
		copy(a.row[int(to)*pointBytes:], e.raw[p*pointBytes:(p+1)*pointBytes])
	}
	select {
	case c.requests <- a:
	case <-c.done:
		return false
	}
	select {
	case <-a.ready:
	case <-c.done:
		return false
	}
	e.decode(turn)
	if !e.finite() {
		c.fail(fmt.Errorf("what the evaluator says of a position on %s is no number: its weights are far too large; give it a network before it", g.Graph().Name()))
		return false
	}
	return true
}

// decode reads the answer and turns the board back.
func (e *Evaluator) decode(turn []board.Point) {
	a, o, n := &e.request, &e.opinion, len(turn)
	o.Policy, o.Ownership = resized(o.Policy, n+1), resized(o.Ownership, n)
	var one [3]float32
	most := float32(math.Inf(-1))
	for p, from := range turn {
		readFloats(one[:1], a.policy[4*int(from):])
		o.Policy[p] = one[0]
		readFloats(o.Ownership[p:p+1], a.ownership[4*int(from):])
		if e.features.Legal[p] {
			most = max(most, one[0])
		}
	}
	readFloats(o.Policy[n:], a.policy[4*n:])
	most = max(most, o.Policy[n])
	sum := float32(0)
	for i, x := range o.Policy {
		o.Policy[i] = 0
		if i == n || e.features.Legal[i] {
			o.Policy[i] = float32(math.Exp(float64(x - most)))
		}
		sum += o.Policy[i]
	}
	for i := range o.Policy {
		o.Policy[i] /= sum
	}
	readFloats(one[:], a.outcome)
	o.Win, o.Draw, o.Loss = one[0], one[1], one[2]
	readFloats(one[:1], a.mean)
	readFloats(one[1:2], a.deviation)
	o.Margin, o.MarginStdev = one[0], one[1]
}

// finite tells whether all that was said are numbers.
func (e *Evaluator) finite() bool {
	o := &e.opinion
	sum := o.Win + o.Draw + o.Loss + o.Margin + o.MarginStdev
	for _, x := range o.Policy {
		sum += x
	}
	for _, x := range o.Ownership {
		sum += x
	}
	return !math.IsNaN(float64(sum)) && !math.IsInf(float64(sum), 0)
}

// uniform makes an opinion of nothing: every move alike, an even game.
func (e *Evaluator) uniform(points int) {
	o := &e.opinion
	*o = neural.Output{Policy: resized(o.Policy, points+1), Ownership: resized(o.Ownership, points), Draw: 1}
	clear(o.Ownership)
	for i := range o.Policy {
		o.Policy[i] = 1 / float32(points+1)
	}
}

// resized returns a slice of that length, the old one where it reaches.
func resized(x []float32, n int) []float32 {
	if cap(x) < n {
		return make([]float32, n)
	}
	return x[:n]
}
