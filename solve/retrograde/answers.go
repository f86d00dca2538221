package retrograde

import (
	"context"
	"maps"
	"time"

	"rosette/internal/runlog"
)

// An answer holds what is known about every root at one threshold. It is a line in the log.
type answer struct {
	Roots     string `json:"roots"` // the board and the roots, see [Solver.rootKey]
	Threshold int    `json:"threshold"`
	// found in the table for the threshold 1 - Threshold, see [Solver.decide]
	Swapped  bool    `json:"swapped,omitempty"`
	Labels   []label `json:"labels"` // by root: 0 open, 1 Black gets the threshold, 2 White prevents it
	Strict   []label `json:"strict"` // the same, if every repetition fails
	Sweeps   int     `json:"sweeps"`
	Finished bool    `json:"finished,omitempty"` // further sweeps add nothing; false in logs without the field
	Open     int     `json:"open"`               // labels that the table leaves open
	States   int     `json:"states"`             // open states reached from the roots
	Searched int     `json:"searched"`           // nodes searched with their history
	GivenUp  int     `json:"givenUp"`            // components whose search was abandoned
	Seconds  float64 `json:"seconds"`            // since the table was begun
}

// answer computes the answer for a threshold from the table in r, which was labelled for it or for
// the threshold with the colours swapped.
func (s *Solver) answer(ctx context.Context, r *run, threshold int) error {
	g := newGraph(r.table, mostStates, mostEffort)
	a := answer{
		Roots: s.rootKey(), Threshold: threshold, Swapped: threshold != r.threshold, Sweeps: r.sweeps,
		Finished: r.finished(), Open: r.open,
	}
	for _, root := range s.roots {
		n, from := root.node, root.before
		if a.Swapped {
			n, from = n.swapped(), from.swapped()
		}
		strict, exact := g.value(n), g.solve(ctx, n, from)
		if a.Swapped {
			strict, exact = strict.swapped(), exact.swapped()
		}
		a.Strict, a.Labels = append(a.Strict, strict), append(a.Labels, exact)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	a.States = g.discovered
	a.Searched = g.searched
	a.GivenUp = g.gaveUp
	a.Seconds = time.Since(r.begun).Seconds()
	s.take(a)
	s.keep(threshold, g)
	if s.log == nil {
		return nil
	}
	return s.log.Append(a)
}

// take records an answer. It keeps what an earlier answer has proven.
func (s *Solver) take(a answer) {
	before, known := s.answers[a.Threshold]
	if !known && !a.Swapped {
		s.tables++
	}
	for root := range before.Labels {
		if a.Labels[root] == open {
			a.Labels[root] = before.Labels[root]
		}
		if a.Strict[root] == open {
			a.Strict[root] = before.Strict[root]
		}
	}
	s.answers[a.Threshold] = a
}

// read takes the answers and the lines of best play from earlier runs.
func (s *Solver) read(contents runlog.Contents) error {
	answers, err := runlog.Decode[answer](contents)
	if err != nil {
		return err
	}
	lines, err := runlog.Decode[bestLine](contents)
	if err != nil {
		return err
	}
	for _, a := range answers {
		if a.Roots == s.rootKey() {
			s.take(a)
		}
	}
	for _, l := range lines {
		if l.Roots == s.rootKey() {
			s.lines[l.Margin] = l.Line
		}
	}
	return nil
}

// early reports whether an answer may have come before the last sweep over its table although the
// options want more sweeps.
func (s *Solver) early(a answer) bool {
	return !a.Finished && (s.options.Sweeps == 0 || s.options.Sweeps > a.Sweeps)
}

// answered reports whether there is an answer for a root at a threshold that more work cannot
// improve.
func (s *Solver) answered(root, threshold int) bool {
	a, known := s.answers[threshold]
	return known && (a.Strict[root] != open || !s.early(a))
}

// Tighten repeats answers that earlier runs gave before the last sweep, as long as that may narrow
// a root's strict bounds. It starts next to the margin in b, the proven bounds. A table
// without saved layers is labelled again.
func (s *Solver) Tighten(ctx context.Context, root int, b Bounds) (Bounds, error) {
	again := func(threshold int) error {
		if _, known := s.answers[threshold]; !known || s.answered(root, threshold) {
			return nil
		}
		return s.decide(ctx, threshold)
	}
	b = s.Proven(root, b)
	for t := b.Low; t > b.StrictLow; t-- {
		if err := again(t); err != nil {
			return b, err
		}
		b = s.Proven(root, b)
	}
	for t := b.High + 1; t <= b.StrictHigh; t++ {
		if err := again(t); err != nil {
			return b, err
		}
		b = s.Proven(root, b)
	}
	return b, nil
}

// Proven returns the bounds from [Solver.Bounds] that are known without more work.
func (s *Solver) Proven(root int, b Bounds) Bounds {
	for threshold, a := range s.answers {
		switch a.Labels[root] {
		case blackWins:
			b.Low = max(b.Low, threshold)
		case whiteWins:
			b.High = min(b.High, threshold-1)
		}
		switch a.Strict[root] {
		case blackWins:
			b.StrictLow = max(b.StrictLow, threshold)
		case whiteWins:
			b.StrictHigh = min(b.StrictHigh, threshold-1)
		}
	}
	return b
}

// keep keeps the tables that strategies for the best bounds need, if their order is known.
func (s *Solver) keep(threshold int, g *graph) {
	if g.order == nil {
		return
	}
	s.proofs[threshold] = g
	b := s.Proven(0, Bounds{Low: -s.words.points, High: s.words.points})
	maps.DeleteFunc(s.proofs, func(t int, _ *graph) bool { return t != b.Low && t != b.High+1 })
}
