package solve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// A Solution holds the proven results for a board: bounds on the margin with komi, Black minus
// White, a line of best play and the first moves. It is encoded as a JSON object.
type Solution struct {
	Board      string       `json:"board"`
	Rules      game.Rules   `json:"rules"`
	Low        float64      `json:"low"`
	High       float64      `json:"high"`
	Exact      bool         `json:"exact"`            // low and high are the same
	Repetition []string     `json:"repetition"`       // the rules under which the bounds hold
	Result     string       `json:"result,omitempty"` // empty if not exact
	Best       []string     `json:"best,omitempty"`   // first moves proven to keep the value
	Openings   []FirstMoves `json:"openings"`
	Line       []string     `json:"line,omitempty"`
	Strict     *Strict      `json:"strict,omitempty"` // bounds under other rules too; only by retrograde analysis
	Nodes      uint64       `json:"nodes"`            // positions, by retrograde analysis
	Seconds    float64      `json:"seconds"`
}

// Strict holds bounds with komi that hold under the solution's rules and under others: each
// repetition counts as the failure of the side that proves the bound.
type Strict struct {
	Repetition []string `json:"repetition"`
	Low        float64  `json:"low"`
	High       float64  `json:"high"`
}

// FirstMoves are symmetric first moves and bounds on their margin with komi.
type FirstMoves struct {
	Moves  []string      `json:"moves"`
	Low    float64       `json:"low"`
	High   float64       `json:"high"`
	Status OpeningStatus `json:"standing"`
}

// Solution solves the start, then a line of best play, then the first moves, all of them if all is
// set. Parts that ctx leaves no time for stay undecided. If storing labels fails it returns the
// proven results with the error.
func (s *Solver) Solution(ctx context.Context, all bool) (*Solution, error) {
	if found, does, err := s.analyse(ctx, all); err != nil || does && (found.Exact || ctx.Err() != nil) {
		return found, err
	}
	value, err := s.Solve(ctx)
	if err != nil {
		return nil, err
	}
	line, err := s.Line(ctx, value)
	if err != nil {
		return nil, err
	}
	openings, err := s.Openings(ctx, value, all)
	if err != nil {
		return nil, err
	}
	return s.newSolution(value, openings, line), nil
}

// newSolution converts proven results to a solution.
func (s *Solver) newSolution(value Bounds, openings []Opening, line []board.Point) *Solution {
	g := s.start.Graph()
	r := s.p.rules
	p := s.Progress()
	found := &Solution{
		Board: g.Name(), Rules: r, Low: float64(value.Low) - r.Komi, High: float64(value.High) - r.Komi,
		Exact: value.Exact(), Line: g.Names(line), Nodes: p.Nodes, Seconds: p.Elapsed.Seconds(),
	}
	for _, rule := range s.HoldUnder(value) {
		found.Repetition = append(found.Repetition, rule.String())
	}
	if found.Exact {
		found.Result = resultOf(found.Low).String()
	}
	for _, o := range openings {
		names := g.Names(o.Moves)
		low, high := float64(o.Bounds.Low)-r.Komi, float64(o.Bounds.High)-r.Komi
		found.Openings = append(found.Openings, FirstMoves{names, low, high, o.Status})
		if o.Status == BestOpening {
			found.Best = append(found.Best, names...)
		}
	}
	return found
}

// resultOf returns the result of a game with that margin.
func resultOf(margin float64) game.Result {
	r := game.Result{By: game.ByScore, Margin: max(margin, -margin)}
	switch {
	case margin > 0:
		r.Winner = board.Black
	case margin < 0:
		r.Winner = board.White
	}
	return r
}

// Write writes a solution as one JSON object or as text; see [Solution.WriteText].
func (s *Solution) Write(w io.Writer, asJSON, all bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(s)
	}
	return s.WriteText(w, all)
}

// WriteText writes a solution as text, with all first moves or only the undecided ones.
func (s *Solution) WriteText(w io.Writer, all bool) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, komi %g: ", s.Board, s.Rules.Komi)
	if s.Exact {
		fmt.Fprintf(&text, "%s\n", s.Result)
	} else {
		fmt.Fprintf(&text, "not solved; Black's margin is %+g to %+g\n", s.Low, s.High)
	}
	fmt.Fprintf(&text, "proven under repetition %s\n", strings.Join(s.Repetition, ", "))
	if s.Strict != nil {
		fmt.Fprintf(&text, "under repetition %s too: Black's margin is %+g to %+g\n",
			strings.Join(s.Strict.Repetition, ", "), s.Strict.Low, s.Strict.High)
	}
	if len(s.Best) > 0 {
		fmt.Fprintf(&text, "best first moves: %s\n", strings.Join(s.Best, " "))
	}
	if len(s.Line) > 0 {
		fmt.Fprintf(&text, "best play: %s\n", strings.Join(s.Line, " "))
	}
	for _, o := range s.Openings {
		if all || o.Status == UndecidedOpening {
			fmt.Fprintf(&text, "%-6s %s: %s\n", o.Status, o.bounds(), strings.Join(o.Moves, " "))
		}
	}
	what := "nodes"
	if s.Strict != nil {
		what = "positions"
	}
	fmt.Fprintf(&text, "%d %s\n", s.Nodes, what)
	_, err := io.WriteString(w, text.String())
	return err
}

// bounds returns the margin, or both bounds, with signs.
func (m FirstMoves) bounds() string {
	if m.Low == m.High {
		return fmt.Sprintf("%+g", m.Low)
	}
	return fmt.Sprintf("%+g to %+g", m.Low, m.High)
}
