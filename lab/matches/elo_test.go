package matches

import (
	"math"
	"math/rand/v2"
	"testing"

	"rosette/engine"
)

// published holds published match results with their statistics: Stockfish tests from 2020, in pull
// requests 3209 and 3098, and matches reported with fastchess.
var published = []struct {
	pairs      Pairs
	elo0, elo1 float64
	llr        float64 // 0 if not published
	elo, off   float64 // 0 if not published
}{
	{Pairs{253, 4282, 17604, 4431, 286}, -0.25, 1.25, 2.94, 0, 0},
	{Pairs{58, 3302, 33130, 3518, 84}, 0.25, 1.25, 2.97, 0, 0},
	{Pairs{491, 7345, 29693, 7670, 465}, -0.25, 1.25, 2.96, 0, 0},
	{Pairs{53, 2220, 21459, 2445, 47}, 0.25, 1.25, 2.97, 0, 0},
	{Pairs{1, 10, 78, 48, 13}, 0, 5, 0, 72.85, 22.33},
	{Pairs{352, 579, 1264, 743, 464}, 0, 5, 0, 19.83, 6.77},
	{Pairs{0, 0, 1, 8, 1}, 0, 5, 0, 190.85, 65.54},
}

func TestRatiosAndIntervalsAreThoseThatOthersHavePublished(t *testing.T) {
	for _, p := range published {
		if got := (SPRT{p.elo0, p.elo1, 0.05, 0.05}).LLR(p.pairs); p.llr != 0 && math.Abs(got-p.llr) > 0.0101 {
			t.Errorf("%v for %v to %v: LLR %.4f, published %v", p.pairs, p.elo0, p.elo1, got, p.llr)
		}
		// Others use the normal approximation, which is too narrow for few pairs.
		elo, few := p.pairs.Elo(), 15/float64(p.pairs.Total())
		if off := (elo.High - elo.Low) / 2; p.elo != 0 && (math.Abs(elo.At-p.elo) > 0.01 || off < p.off-0.01 || off > p.off*(1+few)) {
			t.Errorf("%v: Elo %.2f ± %.2f, published %v ± %v", p.pairs, elo.At, off, p.elo, p.off)
		}
	}
}

func TestBoundsAreWalds(t *testing.T) {
	lower, upper := SPRT{0, 5, 0.05, 0.05}.Bounds()
	if math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
		t.Errorf("bounds %v and %v, want ∓2.944", lower, upper)
	}
	lower, upper = SPRT{0, 5, 0.01, 0.1}.Bounds()
	if math.Abs(lower-math.Log(0.1/0.99)) > 1e-12 || math.Abs(upper-math.Log(0.9/0.01)) > 1e-12 {
		t.Errorf("bounds %v and %v", lower, upper)
	}
}

// The multiplier's frequencies have the mean, and no other tried frequencies with that mean are
// likelier.
func TestFrequenciesAreTheLikeliestOfTheirMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	likely := func(seen, f [5]float64) (sum float64) {
		for i := range seen {
			sum += seen[i] * math.Log(f[i])
		}
		return sum
	}
	for range 200 {
		var seen [5]float64
		total := 0.0
		for i := range seen {
			seen[i] = rng.ExpFloat64() + 1e-4
			total += seen[i]
		}
		for i := range seen {
			seen[i] /= total
		}
		mean := 0.02 + 0.96*rng.Float64()
		best := likeliest(seen, mean)
		sum, got := 0.0, 0.0
		for i, f := range best {
			sum += f
			got += f * score(i)
		}
		if math.Abs(sum-1) > 1e-9 || math.Abs(got-mean) > 1e-9 {
			t.Fatalf("seed 1: %v has sum %v and mean %v, want 1 and %v", best, sum, got, mean)
		}
		for range 20 { // along 1, −2, 1 neither the sum nor the mean changes
			other, at := best, rng.IntN(3)
			step := (rng.Float64() - 0.5) * min(best[at], best[at+1], best[at+2]) / 2
			other[at] += step
			other[at+1] -= 2 * step
			other[at+2] += step
			if likely(seen, other) > likely(seen, best)+1e-12 {
				t.Fatalf("seed 1: %v is likelier than %v for %v", other, best, seen)
			}
		}
	}
}

// lucky plays pairs with that share of wins and no draws. In the share tied, both games of a pair
// follow the opening.
func lucky(rng *rand.Rand, share, tied float64) int {
	win := func() int {
		if rng.Float64() < share {
			return 2
		}
		return 0
	}
	first := win()
	if rng.Float64() < tied {
		return 2 // each colour wins one
	}
	return first + win()
}

func TestATestErrsNoMoreOftenThanItSays(t *testing.T) {
	const runs = 400
	s := SPRT{0, 60, 0.05, 0.05}
	for _, truth := range []struct {
		elo   float64
		wrong Verdict
	}{{0, Stronger}, {60, Weaker}} {
		rng := rand.New(rand.NewPCG(2, uint64(truth.elo)))
		wrong, pairs := 0, 0
		for range runs {
			var p Pairs
			for verdict := Undecided; verdict == Undecided; pairs++ {
				p[lucky(rng, ExpectedScore(truth.elo), 0)]++
				if verdict, _ = s.Judge(p); verdict == truth.wrong {
					wrong++
				}
			}
		}
		t.Logf("at %v Elo %d of %d tests err, %d pairs each", truth.elo, wrong, runs, pairs/runs)
		if share := float64(wrong) / runs; share > 0.05+3*math.Sqrt(0.05*0.95/runs) {
			t.Errorf("at %v Elo %v of the tests err", truth.elo, share)
		}
	}
}

func TestAnIntervalHoldsTheTruthNinetyFiveTimesInAHundred(t *testing.T) {
	const runs, elo = 2000, 80
	rng := rand.New(rand.NewPCG(3, 3))
	for _, tied := range []float64{0, 0.3} {
		// If a share of the pairs is split, the mean moves towards the middle.
		mean := (1-tied)*ExpectedScore(elo) + tied/2
		held := 0
		for range runs {
			var p Pairs
			for range 200 {
				p[lucky(rng, ExpectedScore(elo), tied)]++
			}
			if got := p.Elo(); got.Low <= Elo(mean) && Elo(mean) <= got.High {
				held++
			}
		}
		if share := float64(held) / runs; share < 0.93 || share > 0.97 {
			t.Errorf("%v of the intervals hold the truth with %v of the pairs tied", share, tied)
		}
	}
}

// The probability that an interval misses the truth is an exact sum over all results; a simulation
// confirmed it.
func TestAnIntervalOfFewPairsMissesTheTruthNoMoreOftenThanOneOfMany(t *testing.T) {
	for _, elo := range []float64{0, 50, 100, 200, 300, 400} {
		win := ExpectedScore(elo)
		for pairs := 1; pairs <= 60; pairs++ {
			miss := 0.0
			for lost := range pairs + 1 {
				for split := range pairs + 1 - lost {
					p := Pairs{lost, 0, split, 0, pairs - lost - split}
					if got := p.Elo(); elo < got.Low || elo > got.High {
						miss += chance(p, win)
					}
				}
			}
			if miss > 0.0704 {
				t.Errorf("%v Elo, %d pairs: %.1f %% of the intervals miss it", elo, pairs, 100*miss)
			}
		}
	}
}

// chance returns the probability of pairs with independent games and no draws, if the first player
// wins each game with that probability.
func chance(p Pairs, win float64) float64 {
	sum, n := 0.0, 0
	for i, one := range []float64{(1 - win) * (1 - win), 0, 2 * win * (1 - win), 0, win * win} {
		for k := range p[i] {
			n++
			sum += math.Log(one * float64(n) / float64(k+1))
		}
	}
	return math.Exp(sum)
}

// With draws, decisive openings, or pairs won by the same player, the games in a pair depend on
// each other or give less information than wins.
func TestAnIntervalOfFewPairsHoldsTheTruthHoweverPairsDepend(t *testing.T) {
	const runs = 4000
	rng := rand.New(rand.NewPCG(5, 5))
	for name, chances := range map[string][5]float64{
		"a fifth drawn":       {0.10, 0.12, 0.36, 0.24, 0.18},
		"three fifths drawn":  {0.02, 0.18, 0.44, 0.30, 0.06},
		"most openings split": {0.05, 0, 0.80, 0, 0.15},
		"pairs won together":  {0.25, 0, 0.35, 0, 0.40},
	} {
		mean := 0.0
		for i, c := range chances {
			mean += c * score(i)
		}
		for _, pairs := range []int{1, 2, 4, 6, 10, 20, 50} {
			missed := 0
			for range runs {
				var p Pairs
				for range pairs {
					at, x := 0, rng.Float64()
					for x -= chances[at]; x > 0 && at < 4; x -= chances[at] {
						at++
					}
					p[at]++
				}
				if got := p.Elo(); Elo(mean) < got.Low || Elo(mean) > got.High {
					missed++
				}
			}
			if share := float64(missed) / runs; share > 0.07 {
				t.Errorf("%s, %d pairs: %.1f %% of the intervals miss the truth", name, pairs, 100*share)
			}
		}
	}
}

func TestStudentsQuantilesAreThoseOfTables(t *testing.T) {
	for freedom, want := range map[float64]float64{4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 100: 1.984} {
		if got := student95(freedom); math.Abs(got-want) > 0.003*want {
			t.Errorf("of %v degrees of freedom: %v, want %v", freedom, got, want)
		}
	}
}

// With independent games the pairs give the same information as the games; if the opening decides,
// they give more.
func TestPairsKnowMoreThanGames(t *testing.T) {
	width := func(e engine.Interval) float64 { return e.High - e.Low }
	games := func(p Pairs) engine.Interval { // if wins and losses were independent
		mean, _ := p.Mean()
		off := z95 * math.Sqrt(mean*(1-mean)/float64(2*p.Total()))
		return engine.Interval{Low: Elo(mean - off), At: Elo(mean), High: Elo(mean + off)}
	}
	independent := Pairs{90, 0, 420, 0, 490} // 0.7 × 0.7 and so on
	if a, b := width(independent.Elo()), width(games(independent)); math.Abs(a/b-1) > 0.01 {
		t.Errorf("pairs say %v, games %v", a, b)
	}
	split := Pairs{0, 0, 600, 0, 400}
	if a, b := width(split.Elo()), width(games(split)); a > 0.8*b {
		t.Errorf("pairs say %v, games %v", a, b)
	}
}

func TestAOneSidedMatchHasABoundOnOneSide(t *testing.T) {
	all := Pairs{0, 0, 0, 0, 40}.Elo()
	if !math.IsInf(all.At, 1) || !math.IsInf(all.High, 1) || all.Low < 200 || all.Low > 1000 {
		t.Errorf("forty pairs won of forty: %v", all)
	}
	if none := (Pairs{}).Elo(); !math.IsNaN(none.At) {
		t.Errorf("no pair: %v", none)
	}
	if even := (Pairs{0, 0, 40, 0, 0}).Elo(); even.At != 0 || !(even.Low < 0 && even.High > 0) {
		t.Errorf("all pairs shared: %v", even)
	}
	if got := (SPRT{0, 10, 0.05, 0.05}).LLR(Pairs{}); got != 0 {
		t.Errorf("no pair: LLR %v", got)
	}
}

func TestATestThatCannotTellIsRefused(t *testing.T) {
	for _, s := range []SPRT{{0, 0, 0.05, 0.05}, {5, 0, 0.05, 0.05}, {0, 5, 0, 0.05}, {0, 5, 0.05, 0.5}, {0, 5000, 0.05, 0.05}, {math.NaN(), 5, 0.05, 0.05}} {
		if s.Check() == nil {
			t.Errorf("%+v passes", s)
		}
	}
	if err := (SPRT{-5, 5, 0.05, 0.1}).Check(); err != nil {
		t.Error(err)
	}
}

// The mean of 1, 2, 3, 6 is 3 and the sum of squared deviations 14, so the standard error is the
// root of 14/3/4.
func TestAMeanHasItsInterval(t *testing.T) {
	m := Mean([]float64{1, 2, 3, 6})
	if off := 1.96 * math.Sqrt(14./12); m.At != 3 || math.Abs(m.At-m.Low-off) > 0.001 || math.Abs(m.High-m.At-off) > 0.001 {
		t.Errorf("it is %+v", m)
	}
	if one := Mean([]float64{5}); one.At != 5 || !math.IsNaN(one.Low) {
		t.Errorf("of a single value it is %+v", one)
	}
}

// The interval for 8 of 10 comes from published tables.
func TestAShareOfPointsHasWilsonsInterval(t *testing.T) {
	for points, want := range map[float64]engine.Interval{0: {Low: 0, At: 0, High: 0.2775}, 8: {Low: 0.4902, At: 0.8, High: 0.9433}, 10: {Low: 0.7225, At: 1, High: 1}} {
		if w := Wilson(points, 10); math.Abs(w.Low-want.Low) > 5e-5 || w.At != want.At || math.Abs(w.High-want.High) > 5e-5 {
			t.Errorf("%v of 10: %+v, want %+v", points, w, want)
		}
	}
}
