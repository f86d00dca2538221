package neural

import (
	"math"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// An Output is what a network thinks of a position, seen by the player to move.
type Output struct {
	Policy      []float32 // the chance of each move, pass last; 0 if it is illegal
	Win         float32   // the chances of the outcomes
	Draw        float32
	Loss        float32
	Margin      float32   // the expected margin on the board: komi and what else is given do not count
	MarginStdev float32   // its standard deviation
	Ownership   []float32 // of each point at the end: 1 own, −1 opposing
}

// Evaluation says it in the words of engine: of a position with next to move, who is
// given so many points besides those of the board.
func (o *Output) Evaluation(next board.Color, given float32, into *engine.Evaluation) {
	into.Policy = append(into.Policy[:0], o.Policy...)
	into.FirstToPlay = into.FirstToPlay[:0]
	into.Ownership = sized(into.Ownership, len(o.Ownership))
	win, sign := o.Win+o.Draw/2, float32(1)
	if next == board.White {
		win, sign = o.Loss+o.Draw/2, -1
	}
	for p, x := range o.Ownership {
		into.Ownership[p] = sign * x
	}
	into.Win, into.Score, into.ScoreStdev = win, sign*(o.Margin+given), o.MarginStdev
}

// look computes the heads up to numbers of each point and of the whole.
func (m *Mind) look() {
	h, n, d := &m.net.heads, len(m.ground.all), m.ground
	rectify(m.active, m.trunk, m.net.end.scale, m.net.end.shift, n, m.net.Channels)
	d.alone.multiply(m.wide, m.active, &h.wide, false)

	mean, scaled, most := m.pool[:hidden], m.pool[hidden:2*hidden], m.pool[2*hidden:]
	pool(mean, most, m.wide[atG:], h.gShift, d.all, wides)
	for i := range mean {
		mean[i] /= float32(n)
		scaled[i] = mean[i] * m.scaled()
	}
	h.pool.into(m.small, m.pool)
	rectify(m.wide[atP:], m.wide[atP:], ones[:], m.small, n, wides)
	h.pass.into(m.small, m.pool)
	cut(m.small)
	h.passOut.into(m.logits[n:], m.small)

	pool(mean, most, m.wide[atV:], h.vShift, d.all, wides)
	square := m.scaled()*m.scaled() - 0.1
	for i := range mean {
		mean[i] /= float32(n)
		scaled[i], most[i] = mean[i]*m.scaled(), mean[i]*square
	}
	rectify(m.wide[atV:], m.wide[atV:], ones[:], h.vShift, n, wides)
	h.value.into(m.summary, m.pool)
	cut(m.summary)
	d.alone.multiply(m.ends, m.wide, &h.ends, false)
	m.weighMargins()
}

// ones scales nothing.
var ones = func() (x [hidden]float32) {
	for i := range x {
		x[i] = 1
	}
	return x
}()

// cut makes what is negative zero.
func cut(x []float32) {
	for i := range x {
		x[i] = max(0, x[i])
	}
}

// weighMargins computes a logit for every margin of the board, from −points to
// points. Each hidden number of the head is a straight line over the margins of
// one parity, and cut off where it is negative: it adds to one end of them.
func (m *Mind) weighMargins() {
	h, n := &m.net.heads, len(m.ground.all)
	h.score.into(m.small, m.summary)
	clear(m.margins)
	for odd := range 2 {
		first := -n + odd // of the margins whose distance from −n has that parity
		for i, start := range m.small {
			slope := h.margin[i] / (2 * m.root)
			start += float32(odd) * h.parity[i]
			from, to := odd, len(m.margins)
			if zero := (-start/slope - float32(first)) / 2; slope > 0 {
				from = odd + 2*within(zero, n)
			} else if slope < 0 {
				to = min(to, odd+2*within(zero, n)+1)
			} else if start <= 0 {
				continue
			}
			for j := from; j < to; j += 2 {
				m.margins[j] += max(0, start+slope*float32(j-n)) * h.weight[i]
			}
		}
	}
}

// within rounds x down to a whole number from 0 to n.
func within(x float32, n int) int { return int(max(0, min(float32(n), x))) }

// conclude turns numbers into chances, and the board back.
func (m *Mind) conclude(f *Features, turn []board.Point, into *Output) {
	n := len(turn)
	into.Policy, into.Ownership = sized(into.Policy, n+1), sized(into.Ownership, n)
	for p, from := range turn {
		m.logits[p] = m.ends[int(from)*tileWide]
		into.Ownership[p] = float32(math.Tanh(float64(m.ends[int(from)*tileWide+1])))
	}
	most := m.logits[n]
	for p, legal := range f.Legal {
		if legal {
			most = max(most, m.logits[p])
		}
	}
	sum := float32(0)
	for i, x := range m.logits {
		into.Policy[i] = 0
		if i == n || f.Legal[i] {
			into.Policy[i] = float32(math.Exp(float64(x - most)))
		}
		sum += into.Policy[i]
	}
	for i := range into.Policy {
		into.Policy[i] /= sum
	}
	var outcome [outcomes]float32
	m.net.heads.outcome.into(outcome[:], m.summary)
	into.Win, into.Draw, into.Loss = chances(outcome)
	into.Margin, into.MarginStdev = m.expect()
}

// chances turns three logits into chances.
func chances(logits [outcomes]float32) (win, draw, loss float32) {
	most := max(logits[0], logits[1], logits[2])
	sum := float32(0)
	for i, x := range logits {
		logits[i] = float32(math.Exp(float64(x - most)))
		sum += logits[i]
	}
	return logits[0] / sum, logits[1] / sum, logits[2] / sum
}

// expect returns the mean margin and its standard deviation.
func (m *Mind) expect() (mean, deviation float32) {
	most := m.margins[0]
	for _, x := range m.margins {
		most = max(most, x)
	}
	n := float64(len(m.ground.all))
	var all, sum, squares float64
	for i, x := range m.margins {
		chance, margin := math.Exp(float64(x-most)), float64(i)-n
		all += chance
		sum += chance * margin
		squares += chance * margin * margin
	}
	sum /= all
	return float32(sum), float32(math.Sqrt(max(0, squares/all-sum*sum)))
}

// sized returns a slice of that length, the old one where it reaches.
func sized(x []float32, n int) []float32 {
	if cap(x) < n {
		return make([]float32, n)
	}
	return x[:n]
}

// Once evaluates a single position with next to move: as the board stands, or as
// the mean of all its symmetric images computed in 32-bit floats. It also returns
// the points that the player to move gets besides those of the board. It
// allocates its own buffers; use an [Evaluator] for many positions.
func Once(n *Network, g *game.Game, next board.Color, average bool) (o *Output, given float32) {
	var f Features
	f.Read(g, next)
	if average {
		e := New(n, 0)
		e.Average, e.Whole = true, true
		return e.Look(g, next), f.Given
	}
	o = &Output{}
	NewMind(n).Judge(&f, g.Graph().Symmetries()[0], o)
	return o, f.Given
}
