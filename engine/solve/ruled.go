package solve

import (
	"context"

	"rosette/game"
	"rosette/game/board"
)

// Ruled proves the margin after a line under the rule of repetition of the
// solver's own rules, within bounds that hold under all. Under simple ko, where
// a long repetition leaves a game without a result, there is none.
func (s *Solver) Ruled(ctx context.Context, within Bounds, line ...board.Point) (Bounds, error) {
	if s.p.rules.Repetition == game.KoSimple {
		return within, nil
	}
	known := s.stolen(line)
	within.Low, within.High = max(within.Low, known.Low), min(within.High, known.High)
	for effort, open := uint64(firstEffort), true; open && ctx.Err() == nil; effort *= 2 {
		var err error
		if within, open, err = s.value(ctx, ownRule, effort, within, line); err != nil {
			return within, err
		}
	}
	return s.precise(ctx, within, line)
}

// precise proves the margin with the rule itself, deepening by turns.
func (s *Solver) precise(ctx context.Context, within Bounds, line []board.Point) (Bounds, error) {
	at, err := s.follow(line)
	if err != nil {
		return within, err
	}
	s.bounds = within
	s.bounds.Ruled = true
	defer func() { s.p.table.proven[s.asked("ruled", line)] = s.bounds }()
	s.p.law, s.p.memo = precisely, nil
	for s.depth = 1; !s.bounds.Exact() && ctx.Err() == nil && s.depth <= deepest; s.depth = deeper(s.depth) {
		for s.squeeze(ctx, s.bounds.Low+1, at) || s.squeeze(ctx, s.bounds.High, at) {
		}
	}
	return s.bounds, nil
}

// squeeze asks whether Black gets a margin, and tells whether the answer has
// brought the bounds together without making them one.
func (s *Solver) squeeze(ctx context.Context, target int, at spot) bool {
	v := s.p.prove(ctx, board.Black, target, at, s.depth)
	switch v.answer {
	case yes:
		s.bounds.Low = min(v.margin, s.bounds.High)
	case no:
		s.bounds.High = max(v.margin, s.bounds.Low)
	}
	return v.answer != unknown && !s.bounds.Exact()
}

// reach is how long a line may become before it is given up.
func (s *Solver) reach() int { return 4*s.p.points + 8 }

// stolen returns the bounds that need no search: who moves first on an empty board
// gets nothing at least (the argument is Nash's). Say he got less than nothing.
// Then he passes. If the opponent passes too the margin is nothing. If not, the
// opponent has become who moves first, and gets less than nothing by a play. The
// argument needs that each game ends, so a rule of superko, and that the empty
// board never comes back, so no suicide. Of the laws here it holds for the rule
// itself alone.
func (s *Solver) stolen(line []board.Point) Bounds {
	b := Bounds{Low: -s.p.points, High: s.p.points, Ruled: true}
	r := s.p.rules
	if len(line) > 0 || r.Suicide || r.Repetition == game.KoSimple || s.start.Vacant() < s.p.points {
		return b
	}
	if s.first == board.Black {
		b.Low = 0
	} else {
		b.High = 0
	}
	return b
}

// Solve proves the margin after a line: under every rule of repetition if it
// can, or else under the rule of the solver's own rules.
func (s *Solver) Solve(ctx context.Context, line ...board.Point) (Bounds, error) {
	simple := s.p.rules.Repetition == game.KoSimple
	all := Bounds{Low: -s.p.points, High: s.p.points}
	ruled := s.stolen(line)
	for effort, open := uint64(firstEffort), true; open; effort *= 2 {
		var more bool
		var err error
		if all, more, err = s.value(ctx, anyRule, effort, all, line); err != nil || all.Exact() {
			return all, err
		}
		ruled.Low, ruled.High = max(ruled.Low, all.Low), min(ruled.High, all.High)
		if simple {
			open = more
		} else if ruled, open, err = s.value(ctx, ownRule, effort, ruled, line); err != nil {
			return all, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	switch {
	case simple || ruled.Low == all.Low && ruled.High == all.High && ctx.Err() != nil:
		return all, nil
	case ruled.Exact():
		return ruled, nil
	}
	return s.precise(ctx, ruled, line)
}

// Holds returns the rules of repetition under which bounds are proven. Those of
// no rule in particular assume that a ko is not taken back at once, which
// natural situational repetition allows after a pass unless it was asked for,
// and that the suicide of one stone is illegal where positional repetition says
// so.
func (s *Solver) Holds(b Bounds) []game.Repetition {
	own := s.p.rules.Repetition
	switch {
	case b.Ruled || s.p.rules.Suicide && own == game.KoPositional:
		return []game.Repetition{own}
	case own == game.KoNaturalSituational:
		return []game.Repetition{game.KoSimple, game.KoPositional, game.KoSituational, game.KoNaturalSituational}
	}
	return []game.Repetition{game.KoSimple, game.KoPositional, game.KoSituational}
}
