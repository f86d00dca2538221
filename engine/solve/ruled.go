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
	at, err := s.follow(line)
	if err != nil || s.p.rules.Repetition == game.Simple {
		return within, err
	}
	key := s.asked("ruled", line)
	s.bounds = s.known(key)
	s.bounds.Ruled = true
	s.bounds.Low, s.bounds.High = max(s.bounds.Low, within.Low), min(s.bounds.High, within.High)
	defer func() { s.p.table.proven[key] = s.bounds }()
	s.p.law, s.p.memo = ownRule, nil
	for s.depth = 1; !s.bounds.Exact() && ctx.Err() == nil && s.depth <= s.reach(); s.depth = deeper(s.depth) {
		for _, side := range []board.Color{at.mover, at.mover.Opponent()} {
			s.raise(ctx, side, at)
		}
	}
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

// reach is how many turns ahead bounds under every rule are looked for before
// the rule itself is asked: where they need more, it is because all repeats.
// On the smallest boards there is little to be had from such bounds.
func (s *Solver) reach() int {
	if s.p.points < 8 {
		return s.p.points + 4
	}
	return 2*s.p.points + 8
}

// Solve proves the margin after a line: under every rule of repetition if it
// can, or else under the rule of the solver's own rules.
func (s *Solver) Solve(ctx context.Context, line ...board.Point) (Bounds, error) {
	if s.p.rules.Repetition == game.Simple {
		return s.Value(ctx, line...)
	}
	b, err := s.value(ctx, s.reach(), line)
	if err != nil || b.Exact() {
		return b, err
	}
	return s.Ruled(ctx, b, line...)
}

// Holds returns the rules of repetition under which bounds are proven. Those of
// no rule in particular assume that a ko is not taken back at once, which
// natural situational repetition allows after a pass unless it was asked for,
// and that the suicide of one stone is illegal where positional repetition says
// so.
func (s *Solver) Holds(b Bounds) []game.Repetition {
	own := s.p.rules.Repetition
	switch {
	case b.Ruled || s.p.rules.Suicide && own == game.Positional:
		return []game.Repetition{own}
	case own == game.NaturalSituational:
		return []game.Repetition{game.Simple, game.Positional, game.Situational, game.NaturalSituational}
	}
	return []game.Repetition{game.Simple, game.Positional, game.Situational}
}
