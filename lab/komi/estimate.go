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

// An Estimate is the komi at which Black gets half of the points, fitted to games.
// The intervals come from the bootstrap: fits of games drawn again, with
// replacement, from those that were played.
type Estimate struct {
	Curve engine.KomiCurve
	Step  Step
	Komi  engine.Interval // a bound is infinite where the games leave it open
	Slope engine.Interval // a point of komi takes −Slope off Black's log odds
}

// resamples is how often the games are drawn again.
const resamples = 2000

// EstimateKomi fits how often Black wins by komi; a draw counts as half a win.
// If the games determine no estimate the error advises which to play. The same games
// and seed give the same estimate.
func EstimateKomi(games []matches.Game, seed uint64) (Estimate, error) {
	return bootstrap(games, seed, resamples)
}

// FitCurve is [EstimateKomi] without intervals, which takes much less time.
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
		// A curve that does not fall could have its middle anywhere, on either side.
		even = append(even, math.Inf(1-2*(open%2)))
		open++
	}
	e.Komi, e.Slope = interval95(even, e.Curve.Even), interval95(slope, e.Curve.Slope)
	if math.IsInf(e.Komi.Low, 0) && math.IsInf(e.Komi.High, 0) {
		return e, errors.New("by so few games it may lie anywhere; play more games, or at komi further apart")
	}
	return e, nil
}

// A sample holds games so that they can be drawn again quickly.
type sample struct {
	groups []group // without games
	of     []int   // the group of each game
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

// redraw draws as many games as there are, with replacement.
func (s sample) redraw(rng *rand.Rand) []group {
	groups := slices.Clone(s.groups)
	for range s.of {
		i := rng.IntN(len(s.of))
		groups[s.of[i]].games++
		groups[s.of[i]].points += s.worth[i]
	}
	return slices.DeleteFunc(groups, func(g group) bool { return g.games == 0 })
}

// interval95 returns the interval of 95 % of the drawn values around at.
func interval95(drawn []float64, at float64) engine.Interval {
	slices.Sort(drawn)
	off := int(0.025*float64(len(drawn)+1)) - 1
	return engine.Interval{Low: drawn[off], At: at, High: drawn[len(drawn)-1-off]}
}

// MostEven returns the komi that make the game most even, among whole numbers or
// among the halves between them; several where they lie on one step.
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
	Share                      engine.Interval // of the points, see [matches.Wilson]
}

// Rows adds games up by komi, the lowest first.
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

// MarginsOf summarises the margins of games; mean and median are 0 without a game.
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
