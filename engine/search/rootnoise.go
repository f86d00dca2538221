package search

import (
	"math"
	"math/rand/v2"

	"rosette/engine"
)

// WideRoot selects root moves more widely than is best for play, as KataGo does for analysis. It
// flattens priors and adds noise to a random half at each selection.
type WideRoot struct {
	Noise       float32 // KataGo's wideRootNoise; 0 adds no noise
	Temperature float32 // KataGo's rootPolicyTemperature; 1 if 0
}

// NewSelector implements [Selection]. The noise is the same in every search.
func (r WideRoot) NewSelector(engine.SearchParams) Selector {
	w := &wideSelector{WideRoot: r, rng: rand.New(rand.NewPCG(0, 0))}
	return w.selectChild
}

// none reports whether r selects exactly like [BestChild].
func (r WideRoot) none() bool { return r.Noise <= 0 && (r.Temperature <= 0 || r.Temperature == 1) }

// A wideSelector applies [WideRoot] in one search.
type wideSelector struct {
	WideRoot
	rng       *rand.Rand
	flattened []node // copies of the children with flattened priors
}

func (w *wideSelector) selectChild(c Children) int {
	w.flatten(c.nodes)
	f := newFormula(Children{w.flattened, c.parent})
	return argmax(len(w.flattened), func(i int) float32 {
		v := f.value(&w.flattened[i])
		if w.Noise > 0 && w.rng.IntN(2) == 0 {
			v += 0.5 * w.Noise * float32(math.Abs(w.rng.NormFloat64()))
		}
		return v
	})
}

// priorPower returns the exponent for priors: the inverse of the temperature, lowered by noise.
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
		flat := node{
			stats: k.stats, amafVisits: k.amafVisits, amafSum: k.amafSum, prior: k.prior, priorWeight: k.priorWeight,
		}
		if p := math.Pow(float64(k.prior), power); policy {
			flat.prior = float32(p)
		} else { // a chance to win: use its odds in place of a probability
			flat.prior = float32(p / (p + math.Pow(1-float64(k.prior), power)))
		}
		w.flattened = append(w.flattened, flat)
	}
	if policy {
		normalize(w.flattened)
	}
}
