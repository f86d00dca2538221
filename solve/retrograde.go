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

// analyse solves the start by retrograde analysis, which labels every position of the
// board, and reports whether the board, the rules and the memory allow that. After an error
// in keeping labels it returns what is proven as well.
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
		o.Tell(large.Error() + "; a search proves what it can")
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

// strictBounds returns the bounds that hold under other rules too.
func (s *Solver) strictBounds(b retrograde.Bounds) *Strict {
	komi := s.p.rules.Komi
	strict := &Strict{[]string{game.KoSimple.String()}, float64(b.StrictLow) - komi, float64(b.StrictHigh) - komi}
	if s.start.Vacant() == s.p.points {
		strict.Repetition = append(strict.Repetition, game.KoNaturalSituational.String())
	}
	return strict
}

// analyseMoves proves bounds of the start, and of its first moves those that tell
// which are best, or all. What ctx leaves no time for stays undecided; that is no error.
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

// narrowestFirst returns the first moves in the order in which they are asked about: those
// whose margin is nearly known first, since a table on a large board takes long and may be
// the last there is time for.
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

// analyseStart proves bounds of the start, and answers on both sides of an exact margin.
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

// handedOver narrows the bounds of a pass on an empty board. Then the opponent moves first
// on it and gets what the player could have had, value with the colours swapped: more by
// no play, since the empty board never comes back, and by a pass, which ends the game, 0.
func (s *Solver) handedOver(value, b retrograde.Bounds) retrograde.Bounds {
	if s.start.Vacant() == s.p.points {
		b.Low, b.High = -value.High, -value.Low
	}
	return b
}
