package testsuite

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"rosette/engine"
	"rosette/lab/matches"
)

// intervalText returns an estimate and its interval, scaled, as two table columns. The second is
// empty if the interval is unknown.
func intervalText(i engine.Interval, scale float64, digits int) string {
	if !i.Bounded() {
		return fmt.Sprintf("%.*f\t", digits, scale*i.At)
	}
	return fmt.Sprintf("%.*f\t%.*f–%.*f", digits, scale*i.At, digits, scale*i.Low, digits, scale*i.High)
}

// Grades summarizes results.
type Grades struct {
	BestMove    engine.Interval `json:"best"`   // share of positions where a best move was found
	Winner      engine.Interval `json:"winner"` // share of correct winners, two per position
	PointsLost  engine.Interval `json:"lost"`   // mean loss per move, in points
	MarginError engine.Interval `json:"off"`    // mean error of the margin, in points
}

// GradesOf summarizes results for at least one position. Shares have Wilson intervals. Means are
// never negative, so their bounds stop at 0.
func GradesOf(results []Result) Grades {
	var lost, errors []float64
	best, winners := 0, 0
	for _, r := range results {
		if r.PointsLost == 0 {
			best++
		}
		winners += r.WinnersRight
		lost, errors = append(lost, float64(r.PointsLost)), append(errors, r.MarginError)
	}
	n := float64(len(results))
	return Grades{
		BestMove:    matches.Wilson(float64(best), n),
		Winner:      matches.Wilson(float64(winners), 2*n),
		PointsLost:  meanOf(lost),
		MarginError: meanOf(errors),
	}
}

// meanOf returns the mean of nonnegative values.
func meanOf(values []float64) engine.Interval {
	i := matches.Mean(values)
	if i.Low < 0 {
		i.Low = 0
	}
	return i
}

// A Report is a player's result in a suite. It is encoded as a JSON object.
type Report struct {
	Suite        string  `json:"exam"` // file name
	Board        string  `json:"board"`
	Positions    int     `json:"questions"`
	Player       string  `json:"player"`
	Network      string  `json:"network,omitempty"` // hash
	Visits       int     `json:"visits,omitempty"`  // per search; 0 for a player
	Seed         uint64  `json:"seed"`
	RandomChance float64 `json:"chance"`         // see [Suite.RandomChance]
	Raw          *Grades `json:"look,omitempty"` // by a single evaluation; nil for a player
	Search       Grades  `json:"search"`         // by a search or a player
}

// DefaultVisits is the usual number of visits per search in a run.
const DefaultVisits = 64

// Report runs the suite and summarizes the results. It leaves Suite, Player and Network empty. It
// fails only if ctx ends first.
func (s *Suite) Report(ctx context.Context, o RunOptions) (Report, error) {
	r := Report{
		Board: s.Graph.Name(), Positions: len(s.Positions), Visits: o.Visits, Seed: o.Seed,
		RandomChance: s.RandomChance(),
	}
	results, err := s.Run(ctx, o)
	if err != nil {
		return Report{}, err
	}
	if r.Search = GradesOf(results.Search); o.NewPlayer != nil {
		r.Visits = 0
	} else {
		raw := GradesOf(results.Raw)
		r.Raw = &raw
	}
	return r, nil
}

// WriteTable writes a suite's reports, at least one, as a text table with two rows per evaluator
// and one per player.
func WriteTable(w io.Writer, reports []Report) error {
	first := reports[0]
	fmt.Fprintf(w, "%s: %d positions of %s; random choice finds %.1f %% of the best moves\n",
		first.Suite, first.Positions, first.Board, 100*first.RandomChance)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "best move %\t95 %\twinner %\t95 %\tpoints lost\t95 %\tmargin off\t95 %\tby\t  player")
	row := func(g *Grades, by, player string) {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t  %s\n", intervalText(g.BestMove, 100, 1),
			intervalText(g.Winner, 100, 1),
			intervalText(g.PointsLost, 1, 2), intervalText(g.MarginError, 1, 2), by, player)
	}
	for _, r := range reports {
		if r.Raw == nil {
			row(&r.Search, "its moves", r.Player)
			continue
		}
		row(r.Raw, "look", r.Player)
		row(&r.Search, fmt.Sprintf("%d visits", r.Visits), r.Player)
	}
	return table.Flush()
}
