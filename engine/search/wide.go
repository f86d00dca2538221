package search

import "math"

// wide tells whether the budget asks the root to look at more moves than the
// best search would.
func (b *Budget) wide() bool { return b.Noise > 0 || b.Temperature > 0 && b.Temperature != 1 }

// flatter is the power that priors of the root are raised to: the inverse of the
// policy's temperature, less by noise.
func (b *Budget) flatter() float64 {
	power := 1 / (1 + 4*float64(b.Noise))
	if b.Temperature > 0 {
		power /= float64(b.Temperature)
	}
	return power
}

// chooseWide returns the place of the move of the root to look at, if the budget
// asks for a wide look: with flatter priors, and every time another half of the
// moves favoured by chance. The lock is held.
func (w *walker) chooseWide(kids []node, own record) int {
	w.flatten(kids)
	worth := w.worth(own)
	best, value := 0, float32(-1)
	for i := range w.flat {
		v := worth(&w.flat[i])
		if noise := w.tree.budget.Noise; noise > 0 && w.luck.IntN(2) == 0 {
			v += 0.5 * noise * float32(math.Abs(w.luck.NormFloat64()))
		}
		if v > value {
			best, value = i, v
		}
	}
	return best
}

// worth returns what values the flattened moves.
func (w *walker) worth(own record) func(*node) float32 {
	if guided(w.flat) {
		return newGuide(w.flat, own).value
	}
	explore := exploration(own.visits)
	return func(n *node) float32 { return n.value(explore) }
}

// flatten copies what the lock guards of the moves, with flatter priors.
func (w *walker) flatten(kids []node) {
	w.flat = w.flat[:0]
	power, policy := w.tree.budget.flatter(), guided(kids)
	for i := range kids {
		k := &kids[i]
		flat := node{record: k.record, amafVisits: k.amafVisits, amafSum: k.amafSum, prior: k.prior, priorWeight: k.priorWeight}
		if p := math.Pow(float64(k.prior), power); policy {
			flat.prior = float32(p)
		} else { // the odds are what is a policy
			flat.prior = float32(p / (p + math.Pow(1-float64(k.prior), power)))
		}
		w.flat = append(w.flat, flat)
	}
	if policy {
		normalise(w.flat)
	}
}
