package solve

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/solve/retrograde"
)

// analyse solves the start by retrograde analysis, which labels every position on the board. does
// reports whether the board, the rules and the memory allow that. If storing labels fails, it
// returns the proven results with the error.
func (s *Solver) analyse(ctx context.Context, all bool) (found *Solution, does bool, err error) {
	g := s.start.Graph()
	if s.retrograde == nil || retrograde.Check(g, s.p.rules) != nil {
		return nil, false, nil
	}
	o := *s.retrograde
	o.Tax = s.p.rules.Tax
	list, err := s.listOpenings()
	if err != nil {
		return nil, false, err
	}
	var moves []board.Point
	for _, opening := range list {
		moves = append(moves, opening.Moves[0])
	}
	r, err := retrograde.New([]retrograde.Start{{Board: &s.start.View, Next: s.first, Moves: moves}}, o)
	if large := new(retrograde.SizeError); errors.As(err, &large) {
		o.Tell(large.Error() + "; searching instead")
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	value, err := s.analyseMoves(ctx, r, list, all)
	s.known = Bounds{Low: value.Low, High: value.High, RuleSpecific: true}
	found = s.newSolution(s.known, list, nil)
	found.Repetition = []string{game.KoSituational.String()}
	found.Strict = s.strictBounds(value)
	found.Nodes = r.Positions()
	if s.known.Exact() && err == nil {
		var line []board.Point
		line, err = r.Line(ctx, value.Low)
		found.Line = g.Names(line)
	}
	return found, true, err
}

// strictBounds returns the bounds that also hold under other rules.
func (s *Solver) strictBounds(b retrograde.Bounds) *Strict {
	komi := s.p.rules.Komi
	strict := &Strict{[]string{game.KoSimple.String()}, float64(b.StrictLow) - komi, float64(b.StrictHigh) - komi}
	if s.start.Vacant() == s.p.points {
		strict.Repetition = append(strict.Repetition, game.KoNaturalSituational.String())
	}
	return strict
}

// analyseMoves proves bounds for the start, and for its first moves: for all of them, or only as
// far as needed to find the best. Moves that ctx leaves no time for stay undecided, without an
// error.
func (s *Solver) analyseMoves(
	ctx context.Context, r *retrograde.Solver, list []Opening, all bool,
) (value retrograde.Bounds, err error) {
	n := s.p.points
	widest := retrograde.Bounds{Low: -n, High: n, StrictLow: -n, StrictHigh: n}
	value = widest
	known := s.strategyStealing(nil)
	value.Low, value.High = known.Low, known.High
	value, err = s.analyseStart(ctx, r, value)
	proven := func(i int) retrograde.Bounds {
		if list[i].Moves[0] == board.Pass {
			return r.Proven(i+1, s.handedOver(value, widest))
		}
		return r.Proven(i+1, widest)
	}
	if all && err == nil {
		for _, i := range narrowestFirst(len(list), proven) {
			if _, err = r.Bounds(ctx, i+1, proven(i)); err != nil {
				break
			}
		}
	}
	for i := range list {
		b := proven(i)
		list[i].Bounds = Bounds{Low: b.Low, High: b.High, RuleSpecific: true}
		list[i].Status = s.compareToValue(Bounds{Low: value.Low, High: value.High}, list[i].Bounds)
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return value, err
}

// narrowestFirst orders the first moves for analysis, those with the narrowest bounds first: a
// table on a large board takes long and may be the last that time allows.
func narrowestFirst(n int, proven func(i int) retrograde.Bounds) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := proven(a), proven(b)
		return cmp.Compare(x.High-x.Low, y.High-y.Low)
	})
	return order
}

// analyseStart proves bounds for the start, and decides both sides of an exact margin.
func (s *Solver) analyseStart(
	ctx context.Context, r *retrograde.Solver, b retrograde.Bounds,
) (retrograde.Bounds, error) {
	b, err := r.Bounds(ctx, 0, b)
	if err != nil {
		return r.Proven(0, b), err
	}
	if b.Low == b.High {
		if err := r.Decide(ctx, b.Low); err != nil {
			return r.Proven(0, b), err
		}
		if err := r.Decide(ctx, b.High+1); err != nil {
			return r.Proven(0, b), err
		}
	}
	return r.Tighten(ctx, 0, b)
}

// handedOver narrows the bounds for a pass on an empty board. The opponent is then first on that
// board and gets value with the colours swapped. No play gets more, since the empty board never
// returns, and a pass ends the game with 0.
func (s *Solver) handedOver(value, b retrograde.Bounds) retrograde.Bounds {
	if s.start.Vacant() == s.p.points {
		b.Low, b.High = -value.High, -value.Low
	}
	return b
}
