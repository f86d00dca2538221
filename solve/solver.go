package solve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
	"rosette/solve/retrograde"
)

// Bounds are proven bounds on a margin, Black minus White, without komi. [Solver.HoldUnder] returns
// the repetition rules under which they hold.
type Bounds struct {
	Low, High int
	// StrictLow and StrictHigh mean that no better bound exists while every repetition counts
	// against the side that proves the bound.
	StrictLow, StrictHigh bool
	// RuleSpecific means that the bounds hold under the solver's own repetition rule, and possibly
	// under no other. A table file calls it Ruled.
	RuleSpecific bool `json:"Ruled"`
}

// Exact reports whether the bounds meet.
func (b Bounds) Exact() bool { return b.Low == b.High }

// Done reports whether nothing more can be proven.
func (b Bounds) Done() bool { return b.Exact() || b.StrictLow && b.StrictHigh }

// String returns the margin, or both bounds, with signs.
func (b Bounds) String() string {
	if b.Exact() {
		return fmt.Sprintf("%+d", b.Low)
	}
	return fmt.Sprintf("%+d to %+d", b.Low, b.High)
}

// Progress is the state of a running solver.
type Progress struct {
	Depth    int // moves of the longest line so far
	Nodes    uint64
	Elapsed  time.Duration
	Bounds   Bounds // for the position being solved
	Entries  int    // used in the table
	Capacity int    // size of the table
}

// String describes the progress in one line.
func (p Progress) String() string {
	return fmt.Sprintf("%v: %s without komi, %d turns deep, %s nodes, %s nodes/s, table %.0f %% full",
		p.Elapsed.Round(time.Second), p.Bounds, p.Depth, quote.Rounded(float64(p.Nodes)),
		quote.Rounded(float64(p.Nodes)/p.Elapsed.Seconds()),
		100*float64(p.Entries)/float64(p.Capacity))
}

// A Solver proves margins on one board under one ruleset. It is not safe for concurrent use.
type Solver struct {
	p       *prover
	first   board.Color
	start   *board.Board
	started time.Time
	bounds  Bounds
	depth   int // for iterative deepening

	retrograde *retrograde.Options
	known      Bounds // for the start, by retrograde analysis
}

// Options configure a [Solver]. The zero value allocates a table of 64 MB.
type Options struct {
	Table      *Table
	Report     func(Progress)      // called every few thousand nodes, if not nil
	Retrograde *retrograde.Options // if not nil, [Solver.Solution] labels every position if possible
}

// defaultTableMemory is the default table size in bytes.
const defaultTableMemory = 64 << 20

// New returns a solver for games that begin at b with first to move. It does not change b. The
// one-line error names the unsupported property of the board or the rules.
func New(b *board.Board, first board.Color, r game.Rules, o Options) (*Solver, error) {
	if n := b.Graph().Points(); n > MostPoints {
		return nil,
			fmt.Errorf("%s has %d points and the solver takes up to %d: use rosette-1 to rosette-3, or a square board up to 8x8",
				b.Graph().Name(), n, MostPoints)
	}
	if err := checkRules(r); err != nil {
		return nil, err
	}
	if o.Table == nil {
		o.Table = NewTable(defaultTableMemory)
	}
	s := &Solver{start: b.Clone(), first: first, started: time.Now(), retrograde: o.Retrograde}
	s.known = Bounds{Low: -b.Graph().Points(), High: b.Graph().Points()}
	s.p = &prover{boardTables: newBoardTables(b.Graph()), rules: r, table: o.Table}
	if o.Report != nil {
		s.p.report = func() { o.Report(s.Progress()) }
	}
	return s, nil
}

// checkRules returns an error for rules where the margin is more than the final area on the board.
func checkRules(r game.Rules) error {
	switch {
	case r.Scoring != game.ScoringArea:
		return errors.New(
			"the solver counts area: use rules with scoring AREA, such as mindsports-chinese or tromp-taylor",
		)
	case r.Tax == game.TaxAll:
		return errors.New("the solver does not support a tax on every group; use tax NONE or SEKI")
	case r.Button || r.FirstPass == game.FirstPassHalfPoint:
		return errors.New(
			"the solver knows no pass that is worth points: use rules with hasButton false and firstPassByWhite COUNTED",
		)
	case r.Supply.Limited():
		return errors.New("the solver does not limit the supply of stones; use supply 0")
	}
	return nil
}

// Progress returns the state of the solver.
func (s *Solver) Progress() Progress {
	entries, capacity := s.p.table.Filled()
	return Progress{max(s.depth, s.p.longest), s.p.nodes, time.Since(s.started), s.bounds, entries, capacity}
}

// playLine plays a line from the start and returns the state after it, without the stones.
func (s *Solver) playLine(line []board.Point) (turnState, error) {
	p := s.p
	p.board = s.start.Clone()
	p.stones = stonesOn(&p.board.View)
	p.path, p.captures = p.path[:0], 0
	at := turnState{mover: s.first, ko: board.Pass}
	p.pushState(at)
	for i, move := range line {
		next := turnState{mover: at.mover.Opponent(), ko: board.Pass}
		if move == board.Pass {
			next.passed = true
		} else {
			if move == at.ko || p.stones[board.Black]>>move&1 != 0 || p.stones[board.White]>>move&1 != 0 ||
				!p.allows(move, at.mover) {
				return at, fmt.Errorf("move %d of the line, %s, is illegal", i+1,
					s.start.Graph().PointName(move))
			}
			next.played = true
			if p.play(move, at.mover) > 0 {
				p.captures++
			}
			if at.played || p.rules.Repetition != game.KoNaturalSituational {
				next.ko = p.board.Ko()
			}
		}
		p.pushState(next)
		at = next
	}
	return at, nil
}

// initialEffort is the node limit for the first attempt at a query; each further attempt doubles
// it.
const initialEffort = 1 << 12

// boundsUnder improves bounds under a repetition rule, with effort nodes for each query. It reports
// whether more effort may improve them further.
func (s *Solver) boundsUnder(
	ctx context.Context, l repetitionRule, effort uint64, within Bounds, line []board.Point,
) (Bounds, bool, error) {
	at, err := s.playLine(line)
	if err != nil {
		return Bounds{}, false, err
	}
	key := s.queryKey(map[repetitionRule]string{anyRule: "value", opponentRule: "ruled"}[l], line)
	s.bounds = s.knownBounds(key)
	s.bounds.RuleSpecific = l != anyRule
	s.bounds.Low, s.bounds.High = max(s.bounds.Low, within.Low), min(s.bounds.High, within.High)
	defer func() { s.p.table.proven[key] = s.bounds }()
	s.p.repRule, s.p.pathMemo = l, nil
	open := false
	for _, side := range []board.Color{at.mover, at.mover.Opponent()} {
		open = s.raiseBound(ctx, side, at, effort) || open
	}
	return s.bounds, open && !s.bounds.Done(), nil
}

// raiseBound proves point after point for a side until that fails. It reports whether more effort
// may prove more.
func (s *Solver) raiseBound(ctx context.Context, side board.Color, at turnState, effort uint64) bool {
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
		v := s.p.proveWithin(ctx, side, target, at, s.maxLine(), effort)
		switch {
		case v.answer == unknown:
			return true
		case v.answer == no:
			*strict = v.repeated != abandoned && s.p.repRule == anyRule
			return false
		case side == board.White:
			*got = -v.margin
		default:
			*got = v.margin
		}
	}
	return false
}

// maxDepth limits iterative deepening, in moves.
const maxDepth = 250

// nextDepth returns the next depth. The steps grow with depth, where a single move rarely matters.
func nextDepth(depth int) int { return depth + 1 + depth/64 }

// queryKey returns the key for a query about a line in the table of proven bounds.
func (s *Solver) queryKey(what string, line []board.Point) string {
	h := s.start.Hash()
	text := fmt.Sprintf("%s %x%x %v", what, h.Hi, h.Lo, s.first)
	for _, move := range line {
		text += " " + s.start.Graph().PointName(move)
	}
	return text
}

// knownBounds returns the table's bounds for a query.
func (s *Solver) knownBounds(key string) Bounds {
	if b, ok := s.p.table.proven[key]; ok {
		return b
	}
	return Bounds{Low: -s.p.points, High: s.p.points}
}
