package komi

//lint:file-ignore ST1005 Black and White are names

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"rosette/engine"
	"rosette/lab/matches"
)

// A Step describes the margins that occur: First and every Width points from it. A rosette board
// has an even number of points, 6n², so margins are even if no point is left over. Then every komi
// strictly between two margins gives the same winners.
type Step struct{ Width, First float64 }

// mostly is the share of even (or odd) margins that makes the step 2. Then the middle of a step of
// 2 is as near as the middle of a step of 1.
const mostly = 0.75

// StepOf returns the step between the games' margins.
func StepOf(games []matches.Game) Step {
	m := MarginsOf(games)
	switch all := mostly * float64(m.Games); {
	case m.Games == 0:
	case float64(m.Even) >= all:
		return Step{2, 0}
	case float64(m.Odd) >= all:
		return Step{2, 1}
	}
	return Step{1, 0}
}

// Centre returns the middle of komi's step, or komi itself if it equals a margin.
func (s Step) Centre(komi float64) float64 {
	at := (komi - s.First) / s.Width
	if at == math.Floor(at) {
		return komi
	}
	return (math.Floor(at)+0.5)*s.Width + s.First
}

// A group counts the games at one centre.
type group struct{ komi, games, points float64 }

// groupGames adds up games by centre.
func groupGames(games []matches.Game, s Step) (all []group) {
	at := map[float64]int{}
	for _, g := range games {
		if g.Trial == nil || !g.Counts() {
			continue
		}
		centre := s.Centre(g.Trial.Komi)
		i, ok := at[centre]
		if !ok {
			i = len(all)
			at[centre] = i
			all = append(all, group{komi: centre})
		}
		all[i].games++
		all[i].points += g.Worth(g.Black)
	}
	slices.SortFunc(all, func(a, b group) int { return cmp.Compare(a.komi, b.komi) })
	return all
}

// fitGames returns the curve fitted to games. The error advises which games to play if they
// determine no curve.
func fitGames(games []matches.Game, s Step) (engine.KomiCurve, error) {
	all := groupGames(games, s)
	if len(all) < 2 {
		return engine.KomiCurve{}, errors.New("all games have the same komi so far; play more games")
	}
	sum := group{}
	for _, g := range all {
		sum.games += g.games
		sum.points += g.points
	}
	switch sum.points {
	case 0:
		return engine.KomiCurve{}, fmt.Errorf("White won every game, so it is below %v; use a lower --from",
			all[0].komi)
	case sum.games:
		return engine.KomiCurve{}, fmt.Errorf("Black won every game, so it is above %v; use a higher --to",
			all[len(all)-1].komi)
	}
	curve, ok := fit(all)
	if !ok || curve.Slope >= 0 {
		return engine.KomiCurve{}, errors.New(
			"Black does not win less at higher komi so far; play more games, or at komi further apart",
		)
	}
	return curve, nil
}

// fit is logistic regression with Firth's correction (1993), which gives a finite curve even if
// Black wins every game below some komi and loses every game above it. It returns false if all
// games have the same komi.
func fit(all []group) (engine.KomiCurve, bool) {
	n := 0.0
	mean := 0.0
	scale := 0.0
	for _, g := range all {
		n += g.games
		mean += g.games * g.komi
	}
	mean /= n
	for _, g := range all {
		scale += g.games * (g.komi - mean) * (g.komi - mean)
	}
	if scale = math.Sqrt(scale / n); !(scale > 1e-9) {
		return engine.KomiCurve{}, false
	}
	a, b := 0.0, 0.0 // log odds are a + b (komi − mean) / scale
	for range 200 {
		da, db, ok := ascent(all, mean, scale, a, b)
		if !ok {
			return engine.KomiCurve{}, false
		}
		a, b = a+da, b+db
		if math.Abs(da)+math.Abs(db) < 1e-9 {
			return engine.KomiCurve{Even: mean - scale*a/b, Slope: b / scale}, true
		}
	}
	return engine.KomiCurve{}, false
}

// longest limits a step of the ascent, which may overshoot from far away.
const longest = 1.0

// ascent returns a step by Fisher scoring.
func ascent(all []group, mean, scale, a, b float64) (da, db float64, ok bool) {
	var i00, i01, i11 float64 // information
	for _, g := range all {
		z := (g.komi - mean) / scale
		p := 1 / (1 + math.Exp(-a-b*z))
		w := g.games * p * (1 - p)
		i00 = i00 + w
		i01 = i01 + w*z
		i11 = i11 + w*z*z
	}
	det := i00*i11 - i01*i01
	if !(det > 1e-12) {
		return 0, 0, false
	}
	var u0, u1 float64 // score
	for _, g := range all {
		z := (g.komi - mean) / scale
		p := 1 / (1 + math.Exp(-a-b*z))
		leverage := g.games * p * (1 - p) * (i11 - 2*i01*z + i00*z*z) / det
		u := g.points - g.games*p + leverage*(0.5-p)
		u0, u1 = u0+u, u1+u*z
	}
	da, db = (i11*u0-i01*u1)/det, (i00*u1-i01*u0)/det
	if far := math.Hypot(da, db); far > longest {
		da, db = da*longest/far, db*longest/far
	}
	return da, db, true
}
