package solve

import (
	"context"
	"slices"

	"rosette/game/board"
)

// An Opening is a first move, with all that look like it, and its value.
type Opening struct {
	Moves  []board.Point
	Bounds Bounds
	Best   Standing
}

// A Standing says whether a move is among the best.
type Standing string

// Every standing there is.
const (
	Best  Standing = "best"
	Worse Standing = "worse"
	Open  Standing = "open" // not decided
)

// Openings returns every first move, what looks alike together, the pass last,
// and which of them keep the value. With all every one is solved; without, only
// whether it keeps the value. What ctx does not leave time for stays open.
func (s *Solver) Openings(ctx context.Context, value Bounds, all bool) ([]Opening, error) {
	list, err := s.openings()
	if err != nil {
		return nil, err
	}
	if !all && value.Exact() {
		if err := s.compare(ctx, value, list); err != nil {
			return nil, err
		}
	}
	for i := range list {
		o := &list[i]
		if all || o.Best != Best && o.Best != Worse {
			if o.Bounds, err = s.Solve(ctx, o.Moves[0]); err != nil {
				return nil, err
			}
			o.Best = s.standing(value, o.Bounds)
		}
	}
	return list, nil
}

// standing compares what the first player gets by a move with the value.
func (s *Solver) standing(value, move Bounds) Standing {
	if s.first == board.White {
		value.Low, value.High, move.Low, move.High = -value.High, -value.Low, -move.High, -move.Low
	}
	switch {
	case move.High < value.Low:
		return Worse
	case value.Exact() && move.Low >= value.Low:
		return Best
	}
	return Open
}

// openings lists the first moves without their values.
func (s *Solver) openings() ([]Opening, error) {
	at, err := s.follow(nil)
	if err != nil {
		return nil, err
	}
	p := s.p
	p.side = s.first
	var list []Opening
	var keys []key
	for move := range board.Point(p.points) {
		if p.board.At(move) != board.Empty || !p.allows(move, at.mover) {
			continue
		}
		p.play(move, at.mover)
		k, _ := p.canonical(p.stood[p.side], p.stood[p.side.Opponent()], board.Pass)
		p.board.Undo()
		p.stood = standing(p.board)
		if i := slices.Index(keys, k); i >= 0 && few(p.stood) {
			list[i].Moves = append(list[i].Moves, move)
		} else {
			keys = append(keys, k)
			list = append(list, Opening{Moves: []board.Point{move}})
		}
	}
	return append(list, Opening{Moves: []board.Point{board.Pass}}), nil
}

// compare proves of moves that they keep the value, or do not, all with the same
// effort before any with more.
func (s *Solver) compare(ctx context.Context, value Bounds, list []Opening) error {
	keeps, loses := value.Low, 1-value.Low
	if s.first == board.White {
		keeps, loses = -value.Low, value.Low+1
	}
	what := "value"
	if s.p.law = anyRule; value.Ruled {
		s.p.law, what = ownRule, "ruled"
	}
	open := true
	for effort := uint64(firstEffort); open && ctx.Err() == nil; effort *= 2 {
		open = false
		for i := range list {
			o := &list[i]
			key := s.asked(what, o.Moves[:1])
			if s.bounds = s.known(key); s.standing(value, s.bounds) == Open {
				at, err := s.follow(o.Moves[:1])
				if err != nil {
					return err
				}
				s.bounds.Ruled = value.Ruled
				good := s.p.force(ctx, s.first, keeps, at, s.reach(), effort)
				s.gain(s.first, good)
				bad := s.p.force(ctx, s.first.Opponent(), loses, at, s.reach(), effort)
				s.gain(s.first.Opponent(), bad)
				open = open || s.standing(value, s.bounds) == Open && (good.answer == unknown || bad.answer == unknown)
				s.p.table.proven[key] = s.bounds
			}
			o.Bounds, o.Best = s.bounds, s.standing(value, s.bounds)
		}
	}
	return nil
}

// gain enters what was proven for a side.
func (s *Solver) gain(side board.Color, v verdict) {
	switch {
	case v.answer != yes:
	case side == board.Black:
		s.bounds.Low = max(s.bounds.Low, v.margin)
	default:
		s.bounds.High = min(s.bounds.High, -v.margin)
	}
}

// longest is how many moves a line of best play has at most.
const longest = 100

// Line returns best play of both after a line whose value is known, up to the
// end or to where nothing is left to decide.
func (s *Solver) Line(ctx context.Context, value Bounds) ([]board.Point, error) {
	var line []board.Point
	for value.Exact() && len(line) < longest {
		at, err := s.follow(line)
		if err != nil {
			return nil, err
		}
		target := value.Low
		if at.mover == board.White {
			target = -target
		}
		v := s.decide(ctx, at, target, value.Ruled)
		move := s.answer(at)
		if v.answer != yes || move == none {
			return line, nil
		}
		line = append(line, move)
		if move == board.Pass && at.passed {
			return line, nil
		}
	}
	return line, nil
}

// decide proves that the mover gets a target that he does get.
func (s *Solver) decide(ctx context.Context, at spot, target int, byRule bool) (v verdict) {
	if s.p.law = anyRule; byRule {
		s.p.law = ownRule
	}
	for effort := uint64(firstEffort); v.answer == unknown && ctx.Err() == nil; effort *= 2 {
		v = s.p.force(ctx, at.mover, target, at, s.reach(), effort)
	}
	if v.answer == yes || !byRule {
		return v
	}
	s.p.law, s.p.memo, v = precisely, nil, verdict{}
	for s.depth = 1; v.answer == unknown && ctx.Err() == nil && s.depth <= deepest; s.depth = deeper(s.depth) {
		v = s.p.prove(ctx, at.mover, target, at, s.depth)
	}
	return v
}

// answer returns the move that the last proof of the mover begins with, or
// none if what stands already is enough.
func (s *Solver) answer(at spot) board.Point {
	p := s.p
	if p.chosen != none {
		return p.chosen
	}
	k, by := p.key(p.stood, at.ko) // the side that proved is the mover
	if e := p.table.find(k, p.marks(at)); e != nil {
		return p.hint(e, by)
	}
	return none
}
