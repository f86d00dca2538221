package search

import (
	"math"
	"math/rand/v2"
)

// WideRoot selects moves of the root more widely than is best for play, as KataGo
// does for analysis: with flattened priors, and with noise that favours another
// half of the moves each time.
type WideRoot struct {
	Noise       float32 // KataGo's wideRootNoise; none if 0
	Temperature float32 // KataGo's rootPolicyTemperature; 1 if 0
}

func (r WideRoot) selector(_ *tree, worker int) selectFunc {
	w := &wideSelector{WideRoot: r, rng: rand.New(rand.NewPCG(uint64(worker), 0))}
	return w.selectChild
}

func (WideRoot) reusesTree() bool { return true }

// none reports whether the rule is that of [BestChild].
func (r WideRoot) none() bool { return r.Noise <= 0 && (r.Temperature <= 0 || r.Temperature == 1) }

// A wideSelector is the rule of [WideRoot] for one worker.
type wideSelector struct {
	WideRoot
	rng       *rand.Rand // its seed is the number of the worker
	flattened []node
}

func (w *wideSelector) selectChild(children []node, parent stats) int {
	w.flatten(children)
	valueOf := w.values(parent)
	best, value := 0, float32(-1)
	for i := range w.flattened {
		v := valueOf(&w.flattened[i])
		if w.Noise > 0 && w.rng.IntN(2) == 0 {
			v += 0.5 * w.Noise * float32(math.Abs(w.rng.NormFloat64()))
		}
		if v > value {
			best, value = i, v
		}
	}
	return best
}

// values returns the function that values the flattened children.
func (w *wideSelector) values(parent stats) func(*node) float32 {
	if hasPolicy(w.flattened) {
		return newPUCT(w.flattened, parent).value
	}
	explore := uctExploration(parent.visits)
	return func(n *node) float32 { return n.raveValue(explore) }
}

// priorPower is the power that priors are raised to: the inverse of the
// temperature, and less the more noise there is.
func (r WideRoot) priorPower() float64 {
	power := 1 / (1 + 4*float64(r.Noise))
	if r.Temperature > 0 {
		power /= float64(r.Temperature)
	}
	return power
}

// flatten copies the children, without their locks, and flattens their priors.
func (w *wideSelector) flatten(children []node) {
	w.flattened = w.flattened[:0]
	power, policy := w.priorPower(), hasPolicy(children)
	for i := range children {
		k := &children[i]
		flat := node{stats: k.stats, amafVisits: k.amafVisits, amafSum: k.amafSum, prior: k.prior, priorWeight: k.priorWeight}
		if p := math.Pow(float64(k.prior), power); policy {
			flat.prior = float32(p)
		} else { // a chance to win: its odds take the place of a probability
			flat.prior = float32(p / (p + math.Pow(1-float64(k.prior), power)))
		}
		w.flattened = append(w.flattened, flat)
	}
	if policy {
		normalize(w.flattened)
	}
}
