package solve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// Bounds are what is proven of a margin, Black less White, without komi. Under
// which rules of repetition they hold, [Solver.Holds] says.
type Bounds struct {
	Low, High int
	// Strict tells of each bound that there is no better one as long as every
	// repetition counts against the side that it is proven for.
	StrictLow, StrictHigh bool
	// Ruled tells that the bounds hold under the rule of repetition that was
	// asked for, and maybe not under others.
	Ruled bool
}

// Exact tells whether the bounds meet.
func (b Bounds) Exact() bool { return b.Low == b.High }

// Done tells whether nothing more can be proven.
func (b Bounds) Done() bool { return b.Exact() || b.StrictLow && b.StrictHigh }

// String returns the margin, or both bounds.
func (b Bounds) String() string {
	if b.Exact() {
		return fmt.Sprintf("%+d", b.Low)
	}
	return fmt.Sprintf("%+d to %+d", b.Low, b.High)
}

// A Progress is where a solver stands.
type Progress struct {
	Depth   int // turns of the longest line so far
	Nodes   uint64
	Took    time.Duration
	Bounds  Bounds // of the position that is being solved
	Entries int    // in the table
	Room    int
}

// A Solver proves margins on one board under one ruleset. It is not safe for
// concurrent use.
type Solver struct {
	p      *prover
	first  board.Color
	start  *board.Board
	began  time.Time
	bounds Bounds
	depth  int // turns ahead, when the search deepens by turns
}

// Options say how to solve. The zero value takes a table of its own.
type Options struct {
	Table  *Table
	Report func(Progress) // called now and then
}

// tableMemory is what a solver takes when it is given no table.
const tableMemory = 64 << 20

// New returns a solver for positions that begin at b with first to move, or
// says in one line what of the board or the rules it cannot solve.
func New(b *board.Board, first board.Color, r game.Rules, o Options) (*Solver, error) {
	if n := b.Graph().Points(); n > MostPoints {
		return nil, fmt.Errorf("%s has %d points and the solver takes up to %d: use rosette-1 to rosette-3, or a square board up to 8x8", b.Graph().Name(), n, MostPoints)
	}
	if err := countable(r); err != nil {
		return nil, err
	}
	if o.Table == nil {
		o.Table = NewTable(tableMemory)
	}
	s := &Solver{start: b.Clone(), first: first, began: time.Now()}
	s.p = &prover{ground: newGround(b.Graph()), rules: r, table: o.Table}
	if o.Report != nil {
		s.p.report = func() { o.Report(s.Progress()) }
	}
	return s, nil
}

// countable says which choice of the rules makes the margin more than what
// stands on the board at the end.
func countable(r game.Rules) error {
	switch {
	case r.Scoring != game.ScoringArea:
		return errors.New("the solver counts area: use rules with scoring AREA, such as mindsports-chinese or tromp-taylor")
	case r.Tax == game.TaxAll:
		return errors.New("the solver cannot tax every group: use rules with tax NONE or SEKI")
	case r.Button || r.FirstPass == game.FirstPassHalfPoint:
		return errors.New("the solver knows no pass that is worth points: use rules with hasButton false and firstPassByWhite COUNTED")
	case r.Supply != 0:
		return errors.New("the solver gives the players any number of stones: use rules with supply 0")
	}
	return nil
}

// Progress returns where the solver stands.
func (s *Solver) Progress() Progress {
	entries, room := s.p.table.Filled()
	return Progress{max(s.depth, s.p.longest), s.p.nodes, time.Since(s.began), s.bounds, entries, room}
}

// follow plays a line from the start and returns what is not stones of the
// state it leads to.
func (s *Solver) follow(line []board.Point) (spot, error) {
	p := s.p
	p.board = s.start.Clone()
	p.stood = standing(p.board)
	p.path, p.captures = p.path[:0], 0
	at := spot{mover: s.first, ko: board.Pass}
	p.enter(at)
	for i, move := range line {
		next := spot{mover: at.mover.Opponent(), ko: board.Pass}
		if move == board.Pass {
			next.passed = true
		} else {
			if move == at.ko || p.stood[board.Black]>>move&1 != 0 || p.stood[board.White]>>move&1 != 0 || !p.allows(move, at.mover) {
				return at, fmt.Errorf("move %d of the line, %s, is against the rules", i+1, s.start.Graph().PointName(move))
			}
			next.played = true
			if p.play(move, at.mover) > 0 {
				p.captures++
			}
			if at.played || p.rules.Repetition != game.KoNaturalSituational {
				next.ko = p.board.Ko()
			}
		}
		p.enter(next)
		at = next
	}
	return at, nil
}

// Value proves bounds of the margin after a line from the start until they
// meet, nothing more is found, or ctx ends. What it has by then holds.
func (s *Solver) Value(ctx context.Context, line ...board.Point) (Bounds, error) {
	for effort := uint64(firstEffort); ; effort *= 2 {
		b, open, err := s.value(ctx, anyRule, effort, Bounds{Low: -s.p.points, High: s.p.points}, line)
		if err != nil || !open || ctx.Err() != nil {
			return b, err
		}
	}
}

// firstEffort is how many nodes one question may take at first.
const firstEffort = 1 << 12

// value proves bounds within others with so many nodes a question, and tells
// whether more effort may bring more.
func (s *Solver) value(ctx context.Context, l law, effort uint64, within Bounds, line []board.Point) (Bounds, bool, error) {
	at, err := s.follow(line)
	if err != nil {
		return Bounds{}, false, err
	}
	key := s.asked(map[law]string{anyRule: "value", ownRule: "ruled"}[l], line)
	s.bounds = s.known(key)
	s.bounds.Ruled = l != anyRule
	s.bounds.Low, s.bounds.High = max(s.bounds.Low, within.Low), min(s.bounds.High, within.High)
	defer func() { s.p.table.proven[key] = s.bounds }()
	s.p.law, s.p.memo = l, nil
	open := false
	for _, side := range []board.Color{at.mover, at.mover.Opponent()} {
		open = s.raise(ctx, side, at, effort) || open
	}
	return s.bounds, open && !s.bounds.Done(), nil
}

// raise proves one more point for a side as long as that works, and tells
// whether more effort may prove more.
func (s *Solver) raise(ctx context.Context, side board.Color, at spot, effort uint64) bool {
	for !s.bounds.Done() {
		got, strict := &s.bounds.Low, &s.bounds.StrictLow
		target := s.bounds.Low + 1
		if side == board.White {
			got, strict = &s.bounds.High, &s.bounds.StrictHigh
			target = -s.bounds.High + 1
		}
		if *strict {
			return false
		}
		v := s.p.force(ctx, side, target, at, s.reach(), effort)
		switch {
		case v.answer == unknown:
			return true
		case v.answer == no:
			*strict = v.repeated != inexact && s.p.law == anyRule
			return false
		case side == board.White:
			*got = -v.margin
		default:
			*got = v.margin
		}
	}
	return false
}

// deepest is how many turns ahead the solver looks at most.
const deepest = 250

// deeper returns the next depth. Far down a turn more is hardly news.
func deeper(depth int) int { return depth + 1 + depth/64 }

// asked names a question about a line.
func (s *Solver) asked(what string, line []board.Point) string {
	h := s.start.Hash()
	text := fmt.Sprintf("%s %x%x %v", what, h.Hi, h.Lo, s.first)
	for _, move := range line {
		text += " " + s.start.Graph().PointName(move)
	}
	return text
}

// known returns what the table holds of a question.
func (s *Solver) known(key string) Bounds {
	if b, ok := s.p.table.proven[key]; ok {
		return b
	}
	return Bounds{Low: -s.p.points, High: s.p.points}
}
