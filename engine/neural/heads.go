package neural

import (
	"math"

	"rosette/game/board"
)

// runHeads computes the heads up to their logits.
func (m *Workspace) runHeads() {
	h := &m.net.heads
	n := len(m.tables.points)
	d := m.tables
	rectify(m.activations, m.trunk, m.net.end.scale, m.net.end.shift, n, m.net.Channels)
	d.pointwise.multiply(m.headInput, m.activations, &h.first, false)

	mean := m.pool[:headChannels]
	scaled := m.pool[headChannels : 2*headChannels]
	last := m.pool[2*headChannels:]
	pool(mean, last, m.headInput[columnG:], h.gShift, d.points, headWidth)
	for i := range mean {
		mean[i] /= float32(n)
		scaled[i] = mean[i] * m.sizeScale()
	}
	h.pool.into(m.headBias, m.pool)
	rectify(m.headInput[columnP:], m.headInput[columnP:], ones[:], m.headBias, n, headWidth)
	h.pass.into(m.headBias, m.pool)
	relu(m.headBias)
	h.passOut.into(m.logits[n:], m.headBias)

	// The value head pools the mean and two scaled means, and no maximum.
	pool(mean, last, m.headInput[columnV:], h.vShift, d.points, headWidth)
	square := m.sizeScale()*m.sizeScale() - 0.1
	for i := range mean {
		mean[i] /= float32(n)
		scaled[i], last[i] = mean[i]*m.sizeScale(), mean[i]*square
	}
	rectify(m.headInput[columnV:], m.headInput[columnV:], ones[:], h.vShift, n, headWidth)
	h.value.into(m.valueHidden, m.pool)
	relu(m.valueHidden)
	d.pointwise.multiply(m.pointOutput, m.headInput, &h.out, false)
	m.computeScoreLogits()
}

// ones is the scale for activations that only shift.
var ones = func() (x [headChannels]float32) {
	for i := range x {
		x[i] = 1
	}
	return x
}()

func relu(x []float32) {
	for i := range x {
		x[i] = max(0, x[i])
	}
}

// computeScoreLogits computes a logit for each margin from −points to points: the sum over hidden
// channels i of
//
//	weight[i] · relu(start[i] + margin[i]·score/(2√points) + parity[i]·odd)
//
// where odd is 1 if score + points is odd. For margins with one parity each channel is a straight
// line cut off at zero, so only margins on the positive side are visited. The file's constant bias
// is left out because softmax ignores it.
func (m *Workspace) computeScoreLogits() {
	h, n := &m.net.heads, len(m.tables.points)
	h.score.into(m.headBias, m.valueHidden)
	clear(m.scoreLogits)
	for odd := range 2 {
		first := -n + odd // the least margin with this parity
		for i, start := range m.headBias {
			slope := h.margin[i] / (2 * m.sqrtPoints)
			start += float32(odd) * h.parity[i]
			from, to := odd, len(m.scoreLogits)
			if zero := (-start/slope - float32(first)) / 2; slope > 0 {
				from = odd + 2*clampFloor(zero, n)
			} else if slope < 0 {
				to = min(to, odd+2*clampFloor(zero, n)+1)
			} else if start <= 0 {
				continue
			}
			for j := from; j < to; j += 2 {
				m.scoreLogits[j] += max(0, start+slope*float32(j-n)) * h.weight[i]
			}
		}
	}
}

// clampFloor rounds x down to an integer and clamps it to 0 … n.
func clampFloor(x float32, n int) int { return int(max(0, min(float32(n), x))) }

// decode turns logits into probabilities and reverses the board symmetry. Policy is the softmax
// over legal moves.
func (m *Workspace) decode(f *Features, symmetry []board.Point, into *Output) {
	n := len(symmetry)
	into.Policy, into.Ownership = resized(into.Policy, n+1), resized(into.Ownership, n)
	for p, from := range symmetry {
		m.logits[p] = m.pointOutput[int(from)*tileWide]
		into.Ownership[p] = float32(math.Tanh(float64(m.pointOutput[int(from)*tileWide+1])))
	}
	largest := m.logits[n]
	for p, legal := range f.Legal {
		if legal {
			largest = max(largest, m.logits[p])
		}
	}
	sum := float32(0)
	for i, x := range m.logits {
		into.Policy[i] = 0
		if i == n || f.Legal[i] {
			into.Policy[i] = float32(math.Exp(float64(x - largest)))
		}
		sum += into.Policy[i]
	}
	for i := range into.Policy {
		into.Policy[i] /= sum
	}
	var outcome [outcomes]float32
	m.net.heads.outcome.into(outcome[:], m.valueHidden)
	into.Win, into.Draw, into.Loss = softmax3(outcome)
	into.Margin, into.MarginStdev = m.scoreMoments()
}

// softmax3 turns three logits into probabilities.
func softmax3(logits [outcomes]float32) (win, draw, loss float32) {
	largest := max(logits[0], logits[1], logits[2])
	sum := float32(0)
	for i, x := range logits {
		logits[i] = float32(math.Exp(float64(x - largest)))
		sum += logits[i]
	}
	return logits[0] / sum, logits[1] / sum, logits[2] / sum
}

// scoreMoments returns the mean margin and its standard deviation.
func (m *Workspace) scoreMoments() (mean, stdev float32) {
	largest := m.scoreLogits[0]
	for _, x := range m.scoreLogits {
		largest = max(largest, x)
	}
	n := float64(len(m.tables.points))
	var all, sum, squares float64
	for i, x := range m.scoreLogits {
		weight, margin := math.Exp(float64(x-largest)), float64(i)-n
		all += weight
		sum += weight * margin
		squares += weight * margin * margin
	}
	sum /= all
	return float32(sum), float32(math.Sqrt(max(0, squares/all-sum*sum)))
}

// resized returns a slice with length n, reusing x if its capacity suffices. The contents are
// unspecified.
func resized(x []float32, n int) []float32 {
	if cap(x) < n {
		return make([]float32, n)
	}
	return x[:n]
}
