package matches

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
)

// A Fair is the komi at which Black gets half of the points, as games tell it.
// Both intervals are of the bootstrap: the fits of games drawn again from those
// that were played.
type Fair struct {
	Curve Curve
	Step  Step
	Komi  Interval // a bound is infinite where the games leave it open
	Slope Interval // what a point of komi takes off Black's log odds is −Slope
}

// resamples is how often the games are drawn again.
const resamples = 2000

// FairKomi fits how often Black wins by komi, a draw being half a win. It says
// why where the games do not tell yet. The same games and seed give the same.
func FairKomi(games []Game, seed uint64) (Fair, error) {
	return fairKomi(games, seed, resamples)
}

// FitKomi is FairKomi without intervals, for who is in a hurry.
func FitKomi(games []Game) (Curve, error) { return fitted(games, StepOf(games)) }

func fairKomi(games []Game, seed uint64, times int) (Fair, error) {
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b Game) int { return a.Number - b.Number })
	f := Fair{Step: StepOf(games)}
	var err error
	if f.Curve, err = fitted(games, f.Step); err != nil {
		return f, err
	}
	luck := rand.New(rand.NewPCG(seed, 0x6b6f6d69))
	var even, slope []float64
	open := 0
	trials := unfold(heaps(games, f.Step), games, f.Step)
	for range times {
		curve, ok := fit(redraw(trials, luck))
		slope = append(slope, curve.Slope)
		if ok && curve.Slope < 0 {
			even = append(even, curve.Even)
			continue
		}
		// A curve that does not fall could have its middle anywhere, on either side.
		even = append(even, math.Inf(1-2*(open%2)))
		open++
	}
	f.Komi, f.Slope = spanned(even, f.Curve.Even), spanned(slope, f.Curve.Slope)
	if math.IsInf(f.Komi.Low, 0) && math.IsInf(f.Komi.High, 0) {
		return f, errors.New("by so few games it may lie anywhere; play more games, or at komi further apart")
	}
	return f, nil
}

// trials are games that can be drawn again quickly.
type trials struct {
	centres []heap // empty ones
	of      []int  // the centre of each game
	worth   []float64
}

func unfold(centres []heap, games []Game, s Step) (t trials) {
	at := map[float64]int{}
	for i, h := range centres {
		at[h.at] = i
		t.centres = append(t.centres, heap{at: h.at})
	}
	for _, g := range games {
		if g.Trial != nil && g.Counts() {
			t.of = append(t.of, at[s.Centre(g.Trial.Komi)])
			t.worth = append(t.worth, g.Worth(g.Black))
		}
	}
	return t
}

// redraw draws as many games as there are, each perhaps several times.
func redraw(t trials, luck *rand.Rand) []heap {
	all := slices.Clone(t.centres)
	for range t.of {
		i := luck.IntN(len(t.of))
		all[t.of[i]].games++
		all[t.of[i]].worth += t.worth[i]
	}
	return slices.DeleteFunc(all, func(h heap) bool { return h.games == 0 })
}

// spanned is what 95 % of the draws span.
func spanned(drawn []float64, at float64) Interval {
	slices.Sort(drawn)
	off := int(0.025*float64(len(drawn)+1)) - 1
	return Interval{drawn[off], at, drawn[len(drawn)-1-off]}
}

// Evenest returns the komi that leave the game most even among the whole numbers,
// or among the halves between them; several where they lie on one step.
func (f Fair) Evenest(halves bool) (best []float64) {
	nearest := math.Inf(1)
	for k := math.Floor(f.Curve.Even) - 3; k <= f.Curve.Even+3; k++ {
		komi := k
		if halves {
			komi += 0.5
		}
		off := math.Abs(f.Curve.Share(f.Step.Centre(komi)) - 0.5)
		if off < nearest-1e-9 {
			nearest, best = off, nil
		}
		if off <= nearest+1e-9 {
			best = append(best, komi)
		}
	}
	return best
}

// A Row is how the games at one komi went for Black.
type Row struct {
	Komi                       float64
	Games, Wins, Draws, Losses int
	Share                      Interval // of the points, after Wilson (1927)
}

// Rows adds games up by komi, the lowest first.
func Rows(games []Game) (all []Row) {
	for _, g := range games {
		if g.Trial == nil || !g.Counts() {
			continue
		}
		i, found := slices.BinarySearchFunc(all, g.Trial.Komi, func(r Row, komi float64) int {
			return cmp.Compare(r.Komi, komi)
		})
		if !found {
			all = slices.Insert(all, i, Row{Komi: g.Trial.Komi})
		}
		all[i].Games++
		switch g.Worth(g.Black) {
		case 1:
			all[i].Wins++
		case 0:
			all[i].Losses++
		default:
			all[i].Draws++
		}
	}
	for i, r := range all {
		all[i].Share = Wilson(float64(r.Wins)+float64(r.Draws)/2, float64(r.Games))
	}
	return all
}

// Wilson is a share with its interval (1927).
func Wilson(points, games float64) Interval {
	share, z := points/games, z95*z95/games
	middle := (share + z/2) / (1 + z)
	off := math.Sqrt(z*share*(1-share)+z*z/4) / (1 + z)
	return Interval{max(0, middle-off), share, min(1, middle+off)}
}

// Mean is a mean with the interval that is right for many values.
func Mean(values []float64) Interval {
	n, sum, squares := float64(len(values)), 0.0, 0.0
	for _, x := range values {
		sum += x
	}
	for _, x := range values {
		squares += (x - sum/n) * (x - sum/n)
	}
	off := z95 * math.Sqrt(squares/(n-1)/n)
	return Interval{sum/n - off, sum / n, sum/n + off}
}

// Margins are Black's points less White's in the games that were counted, komi
// left out: what komi would have to be, if margins were all that counts.
type Margins struct {
	Games  int     `json:"games"`
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	Even   int     `json:"even"`
	Odd    int     `json:"odd"`
}

// MarginsOf adds them up; mean and median are 0 without a game.
func MarginsOf(games []Game) (m Margins) {
	var all []float64
	for _, g := range games {
		if g.Trial == nil || g.Trial.Margin == nil {
			continue
		}
		margin := *g.Trial.Margin
		all = append(all, margin)
		m.Mean += margin
		switch math.Abs(math.Mod(margin, 2)) {
		case 0:
			m.Even++
		case 1:
			m.Odd++
		}
	}
	if m.Games = len(all); m.Games > 0 {
		slices.Sort(all)
		m.Mean /= float64(m.Games)
		m.Median = (all[(m.Games-1)/2] + all[m.Games/2]) / 2
	}
	return m
}
