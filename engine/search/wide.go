package search

import "math"

// widensRoot tells whether the budget asks the root to look at more moves than the
// best search would.
func (b *Budget) widensRoot() bool {
	return b.WideRootNoise > 0 || b.RootPolicyTemperature > 0 && b.RootPolicyTemperature != 1
}

// priorPower is the power that priors of the root are raised to: the inverse of the
// policy's temperature, less by noise.
func (b *Budget) priorPower() float64 {
	power := 1 / (1 + 4*float64(b.WideRootNoise))
	if b.RootPolicyTemperature > 0 {
		power /= float64(b.RootPolicyTemperature)
	}
	return power
}

// selectWide returns the place of the move of the root to look at, if the budget
// asks for a wide look: with flatter priors, and every time another half of the
// moves favoured by chance. The lock is held.
func (w *worker) selectWide(kids []node, own stats) int {
	w.flatten(kids)
	worth := w.worth(own)
	best, value := 0, float32(-1)
	for i := range w.flattened {
		v := worth(&w.flattened[i])
		if noise := w.tree.budget.WideRootNoise; noise > 0 && w.rng.IntN(2) == 0 {
			v += 0.5 * noise * float32(math.Abs(w.rng.NormFloat64()))
		}
		if v > value {
			best, value = i, v
		}
	}
	return best
}

// worth returns what values the flattened moves.
func (w *worker) worth(own stats) func(*node) float32 {
	if hasPolicy(w.flattened) {
		return newPUCT(w.flattened, own).value
	}
	explore := uctExploration(own.visits)
	return func(n *node) float32 { return n.raveValue(explore) }
}

// flatten copies what the lock guards of the moves, with flatter priors.
func (w *worker) flatten(kids []node) {
	w.flattened = w.flattened[:0]
	power, policy := w.tree.budget.priorPower(), hasPolicy(kids)
	for i := range kids {
		k := &kids[i]
		flat := node{stats: k.stats, amafVisits: k.amafVisits, amafSum: k.amafSum, prior: k.prior, priorWeight: k.priorWeight}
		if p := math.Pow(float64(k.prior), power); policy {
			flat.prior = float32(p)
		} else { // the odds are what is a policy
			flat.prior = float32(p / (p + math.Pow(1-float64(k.prior), power)))
		}
		w.flattened = append(w.flattened, flat)
	}
	if policy {
		normalize(w.flattened)
	}
}
