package komi

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"rosette/engine"
	"rosette/lab/matches"
)

// An Estimate is the komi at which Black gets half of the points, fitted to games. The intervals
// come from the bootstrap: fits to games resampled with replacement.
type Estimate struct {
	Curve engine.KomiCurve
	Step  Step
	Komi  engine.Interval // a bound is infinite if the games do not determine it
	Slope engine.Interval // each point of komi lowers Black's log odds by −Slope
}

// resamples is the number of bootstrap samples.
const resamples = 2000

// EstimateKomi fits Black's win rate by komi; a draw is half a win. If the games determine no
// estimate, the error advises which games to play. The same games and seed give the same estimate.
func EstimateKomi(games []matches.Game, seed uint64) (Estimate, error) {
	return bootstrap(games, seed, resamples)
}

// FitCurve is [EstimateKomi] without intervals, at much lower cost.
func FitCurve(games []matches.Game) (engine.KomiCurve, error) { return fitGames(games, StepOf(games)) }

func bootstrap(games []matches.Game, seed uint64, times int) (Estimate, error) {
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b matches.Game) int { return a.Number - b.Number })
	e := Estimate{Step: StepOf(games)}
	var err error
	if e.Curve, err = fitGames(games, e.Step); err != nil {
		return e, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x6b6f6d69))
	var even, slope []float64
	open := 0
	s := newSample(groupGames(games, e.Step), games, e.Step)
	for range times {
		curve, ok := fit(s.redraw(rng))
		slope = append(slope, curve.Slope)
		if ok && curve.Slope < 0 {
			even = append(even, curve.Even)
			continue
		}
		// The middle of a curve that does not fall could be anywhere on either side.
		even = append(even, math.Inf(1-2*(open%2)))
		open++
	}
	e.Komi, e.Slope = interval95(even, e.Curve.Even), interval95(slope, e.Curve.Slope)
	if math.IsInf(e.Komi.Low, 0) && math.IsInf(e.Komi.High, 0) {
		return e, errors.New("too few games for an estimate; play more games, or use a wider range of komi")
	}
	return e, nil
}

// A sample holds games in a form that is quick to resample.
type sample struct {
	groups []group // with zero counts
	of     []int   // each game's group
	worth  []float64
}

func newSample(groups []group, games []matches.Game, step Step) (s sample) {
	at := map[float64]int{}
	for i, g := range groups {
		at[g.komi] = i
		s.groups = append(s.groups, group{komi: g.komi})
	}
	for _, g := range games {
		if g.Trial != nil && g.Counts() {
			s.of = append(s.of, at[step.Centre(g.Trial.Komi)])
			s.worth = append(s.worth, g.Worth(g.Black))
		}
	}
	return s
}

// redraw draws len(s.of) games with replacement.
func (s sample) redraw(rng *rand.Rand) []group {
	groups := slices.Clone(s.groups)
	for range s.of {
		i := rng.IntN(len(s.of))
		groups[s.of[i]].games++
		groups[s.of[i]].points += s.worth[i]
	}
	return slices.DeleteFunc(groups, func(g group) bool { return g.games == 0 })
}

// interval95 returns the central 95 % of the drawn values, around at.
func interval95(drawn []float64, at float64) engine.Interval {
	slices.Sort(drawn)
	off := int(0.025*float64(len(drawn)+1)) - 1
	return engine.Interval{Low: drawn[off], At: at, High: drawn[len(drawn)-1-off]}
}

// MostEven returns the komi for the most even game, among whole numbers or among half numbers. It
// returns several if they lie on one step.
func (e Estimate) MostEven(halves bool) (best []float64) {
	least := math.Inf(1)
	for k := math.Floor(e.Curve.Even) - 3; k <= e.Curve.Even+3; k++ {
		komi := k
		if halves {
			komi += 0.5
		}
		off := math.Abs(e.Curve.BlackScore(e.Step.Centre(komi)) - 0.5)
		if off < least-1e-9 {
			least, best = off, nil
		}
		if off <= least+1e-9 {
			best = append(best, komi)
		}
	}
	return best
}

// A Row holds Black's results at one komi.
type Row struct {
	Komi                       float64
	Games, Wins, Draws, Losses int
	Share                      engine.Interval // of the points, by [matches.Wilson]
}

// Rows adds up games by komi, the lowest first.
func Rows(games []matches.Game) (all []Row) {
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
		all[i].Share = matches.Wilson(float64(r.Wins)+float64(r.Draws)/2, float64(r.Games))
	}
	return all
}

// MarginsOf summarizes the games' margins. Mean and median are 0 without games.
func MarginsOf(games []matches.Game) (m engine.KomiMargins) {
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
