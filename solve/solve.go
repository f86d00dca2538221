package solve

import (
	"context"

	"rosette/game"
	"rosette/game/board"
)

// solveExactRule proves the margin under the repetition rule itself, by iterative deepening.
func (s *Solver) solveExactRule(ctx context.Context, within Bounds, line []board.Point) (Bounds, error) {
	at, err := s.playLine(line)
	if err != nil {
		return within, err
	}
	s.bounds = within
	s.bounds.RuleSpecific = true
	defer func() { s.p.table.proven[s.queryKey("ruled", line)] = s.bounds }()
	s.p.repRule, s.p.pathMemo = exactRule, nil
	for s.depth = 1; !s.bounds.Exact() && ctx.Err() == nil && s.depth <= maxDepth; s.depth = nextDepth(s.depth) {
		for s.narrow(ctx, s.bounds.Low+1, at) || s.narrow(ctx, s.bounds.High, at) {
		}
	}
	return s.bounds, nil
}

// narrow searches whether Black gets a margin. It reports whether the answer improved the bounds
// without making them exact.
func (s *Solver) narrow(ctx context.Context, target int, at turnState) bool {
	v := s.p.proveToDepth(ctx, board.Black, target, at, s.depth)
	switch v.answer {
	case yes:
		s.bounds.Low = min(v.margin, s.bounds.High)
	case no:
		s.bounds.High = max(v.margin, s.bounds.Low)
	}
	return v.answer != unknown && !s.bounds.Exact()
}

// maxLine returns the length beyond which a line is abandoned.
func (s *Solver) maxLine() int { return 4*s.p.points + 8 }

// strategyStealing returns bounds that need no search: the first player on an empty board gets at
// least 0 (Nash's argument). Suppose that player gets less. The player passes. If the opponent
// passes too, the margin is 0. Otherwise the opponent is now the first player on an empty board and
// gets less than 0 by a play. The argument needs that every game ends, which takes a superko rule,
// and that the empty board never returns, which takes a ban on suicide. It holds only under
// exactRule.
func (s *Solver) strategyStealing(line []board.Point) Bounds {
	b := Bounds{Low: -s.p.points, High: s.p.points, RuleSpecific: true}
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

// Solve proves the margin after a line of moves from the start: under every repetition rule if
// possible, otherwise under the solver's own. If ctx ends it returns the bounds proven so far. The
// error names the first illegal move in the line.
func (s *Solver) Solve(ctx context.Context, line ...board.Point) (Bounds, error) {
	simple := s.p.rules.Repetition == game.KoSimple
	all := Bounds{Low: -s.p.points, High: s.p.points}
	ruled := s.strategyStealing(line)
	if len(line) == 0 {
		ruled.Low, ruled.High = max(ruled.Low, s.known.Low), min(ruled.High, s.known.High)
	}
	for effort, open := uint64(initialEffort), true; open; effort *= 2 {
		var more bool
		var err error
		if all, more, err = s.boundsUnder(ctx, anyRule, effort, all, line); err != nil || all.Exact() {
			return all, err
		}
		ruled.Low, ruled.High = max(ruled.Low, all.Low), min(ruled.High, all.High)
		if simple {
			open = more
		} else if ruled, open, err = s.boundsUnder(ctx, opponentRule, effort, ruled, line); err != nil {
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
	return s.solveExactRule(ctx, ruled, line)
}

// HoldUnder returns the repetition rules under which bounds are proven. Bounds that hold under
// several rules assume that a ko is not retaken at once and that the suicide of one stone is
// illegal under positional superko. Natural situational superko allows the retake after a pass, so
// it is included only if it is the solver's own rule.
func (s *Solver) HoldUnder(b Bounds) []game.Repetition {
	own := s.p.rules.Repetition
	switch {
	case b.RuleSpecific || s.p.rules.Suicide && own == game.KoPositional:
		return []game.Repetition{own}
	case own == game.KoNaturalSituational:
		return []game.Repetition{game.KoSimple, game.KoPositional, game.KoSituational, game.KoNaturalSituational}
	}
	return []game.Repetition{game.KoSimple, game.KoPositional, game.KoSituational}
}
