package solve

import (
	"context"
	"slices"

	"rosette/game/board"
)

// An Opening is a class of symmetric first moves and its value.
type Opening struct {
	Moves  []board.Point
	Bounds Bounds
	Status OpeningStatus
}

// An OpeningStatus describes whether a first move keeps the value of the game.
type OpeningStatus string

// The values of an [OpeningStatus].
const (
	BestOpening      OpeningStatus = "best"
	WorseOpening     OpeningStatus = "worse"
	UndecidedOpening OpeningStatus = "open"
)

// Openings returns all first moves, with symmetric ones grouped and the pass last, and whether each
// keeps the value of the game. If all is set it solves every move; otherwise it only compares each
// with value, if that is exact. A move that ctx leaves no time for is [UndecidedOpening].
func (s *Solver) Openings(ctx context.Context, value Bounds, all bool) ([]Opening, error) {
	list, err := s.listOpenings()
	if err != nil {
		return nil, err
	}
	if !all && value.Exact() {
		if err := s.compareOpenings(ctx, value, list); err != nil {
			return nil, err
		}
	}
	for i := range list {
		o := &list[i]
		if all || o.Status != BestOpening && o.Status != WorseOpening {
			if o.Bounds, err = s.Solve(ctx, o.Moves[0]); err != nil {
				return nil, err
			}
			o.Status = s.compareToValue(value, o.Bounds)
		}
	}
	return list, nil
}

// compareToValue compares the first player's bounds after a move with the value of the game.
func (s *Solver) compareToValue(value, move Bounds) OpeningStatus {
	if s.first == board.White {
		value.Low, value.High = -value.High, -value.Low
		move.Low, move.High = -move.High, -move.Low
	}
	switch {
	case move.High < value.Low:
		return WorseOpening
	case value.Exact() && move.Low >= value.Low:
		return BestOpening
	}
	return UndecidedOpening
}

// listOpenings returns the first moves without their values.
func (s *Solver) listOpenings() ([]Opening, error) {
	at, err := s.playLine(nil)
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
		k, _ := p.canonical(p.stones[p.side], p.stones[p.side.Opponent()], board.Pass)
		p.board.Undo()
		p.stones = stonesOn(&p.board.View)
		if i := slices.Index(keys, k); i >= 0 && fewStones(p.stones) {
			list[i].Moves = append(list[i].Moves, move)
		} else {
			keys = append(keys, k)
			list = append(list, Opening{Moves: []board.Point{move}})
		}
	}
	return append(list, Opening{Moves: []board.Point{board.Pass}}), nil
}

// compareOpenings proves whether each move keeps the value. It spends the same effort on all moves
// before it raises the effort.
func (s *Solver) compareOpenings(ctx context.Context, value Bounds, list []Opening) error {
	keeps, loses := value.Low, 1-value.Low
	if s.first == board.White {
		keeps, loses = -value.Low, value.Low+1
	}
	what := "value"
	if s.p.repRule = anyRule; value.RuleSpecific {
		s.p.repRule, what = opponentRule, "ruled"
	}
	open := true
	for effort := uint64(initialEffort); open && ctx.Err() == nil; effort *= 2 {
		open = false
		for i := range list {
			o := &list[i]
			key := s.queryKey(what, o.Moves[:1])
			if s.bounds = s.knownBounds(key); s.compareToValue(value, s.bounds) == UndecidedOpening {
				at, err := s.playLine(o.Moves[:1])
				if err != nil {
					return err
				}
				s.bounds.RuleSpecific = value.RuleSpecific
				good := s.p.proveWithin(ctx, s.first, keeps, at, s.maxLine(), effort)
				s.recordBound(s.first, good)
				bad := s.p.proveWithin(ctx, s.first.Opponent(), loses, at, s.maxLine(), effort)
				s.recordBound(s.first.Opponent(), bad)
				open = open || s.compareToValue(value, s.bounds) == UndecidedOpening && (good.answer == unknown ||
					bad.answer == unknown)
				s.p.table.proven[key] = s.bounds
			}
			o.Bounds, o.Status = s.bounds, s.compareToValue(value, s.bounds)
		}
	}
	return nil
}

// recordBound improves the bounds with a proven result for a side.
func (s *Solver) recordBound(side board.Color, v marginResult) {
	switch {
	case v.answer != yes:
	case side == board.Black:
		s.bounds.Low = max(s.bounds.Low, v.margin)
	default:
		s.bounds.High = min(s.bounds.High, -v.margin)
	}
}

// maxBestLine is the maximum length of a line of best play.
const maxBestLine = 100

// Line returns a line of best play by both players from the start, up to two passes or until
// nothing is left to decide. The line is empty if value is not exact.
func (s *Solver) Line(ctx context.Context, value Bounds) ([]board.Point, error) {
	var line []board.Point
	for value.Exact() && len(line) < maxBestLine {
		at, err := s.playLine(line)
		if err != nil {
			return nil, err
		}
		target := value.Low
		if at.mover == board.White {
			target = -target
		}
		v := s.proveForMover(ctx, at, target, value.RuleSpecific)
		move := s.rootMove(at)
		if v.answer != yes || move == noMove {
			return line, nil
		}
		line = append(line, move)
		if move == board.Pass && at.passed {
			return line, nil
		}
	}
	return line, nil
}

// proveForMover proves that the mover gets a target known to be attainable.
func (s *Solver) proveForMover(ctx context.Context, at turnState, target int, byRule bool) (v marginResult) {
	if s.p.repRule = anyRule; byRule {
		s.p.repRule = opponentRule
	}
	for effort := uint64(initialEffort); v.answer == unknown && ctx.Err() == nil; effort *= 2 {
		v = s.p.proveWithin(ctx, at.mover, target, at, s.maxLine(), effort)
	}
	if v.answer == yes || !byRule {
		return v
	}
	s.p.repRule = exactRule
	s.p.pathMemo = nil
	v = marginResult{}
	for s.depth = 1; v.answer == unknown && ctx.Err() == nil && s.depth <= maxDepth; s.depth = nextDepth(s.depth) {
		v = s.p.proveToDepth(ctx, at.mover, target, at, s.depth)
	}
	return v
}

// rootMove returns the first move in the last proof, or noMove if the position is decided
// statically.
func (s *Solver) rootMove(at turnState) board.Point {
	p := s.p
	if p.rootMove != noMove {
		return p.rootMove
	}
	k, by := p.key(p.stones, at.ko) // the mover was the prover
	if e := p.table.find(k, p.stateMarks(at)); e != nil {
		return p.tableMove(e, by)
	}
	return noMove
}
