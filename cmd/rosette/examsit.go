package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rosette/chart"
	"rosette/engine"
	"rosette/engine/matches"
	"rosette/engine/neural"
	"rosette/engine/testsuite"
)

// examVisits is what a search has for a question unless --visits says.
const examVisits = 64

// A sitting is what the flags of exam sit say.
type sitting struct {
	*flags
	plot   string
	asJSON bool
}

func examSit(f *flags) *cobra.Command {
	s := &sitting{flags: f}
	cmd := &cobra.Command{
		Use:   "sit FILE PLAYER…",
		Short: "Score networks on solved positions",
		Long: "Evaluates all positions of a test suite with every PLAYER, a network FILE or playouts,\n" +
			"without search and with a search of --visits (default 64). The best move is asked for at\n" +
			"the komi at which perfect play wins by half a point, so that only the best moves win;\n" +
			"winner and score are asked for at that komi and at the one at which perfect play loses\n" +
			"by half a point. The same --seed (default 0) gives the same answers. Board and rules are\n" +
			"those of the suite.",
		Example: "  rosette exam sit exam.jsonl playouts --visits 1000\n" +
			"  rosette exam sit exam.jsonl run/networks/*.rnet --plot rising.svg",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError{fmt.Errorf(
					"%s takes a test suite and players: FILE PLAYER…, where PLAYER is a network file or %s",
					cmd.CommandPath(), playoutsName)}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, args[0], args[1:]) },
	}
	cmd.Flags().StringVar(&s.plot, "plot", "",
		"`FILE.svg` for a plot of the scores, networks over their training steps, a curve for each run; an existing file is overwritten")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print a line of JSON for each player")
	f.register(cmd, []string{"visits", "threads", "seed"})
	return cmd
}

// A sitter is a player with a name.
type sitter struct {
	name string
	net  *neural.Network // nil for playouts
}

// An examResult is how a player did, as JSON.
type examResult struct {
	Exam      string     `json:"exam"`
	Board     string     `json:"board"`
	Questions int        `json:"questions"`
	Player    string     `json:"player"`
	Network   string     `json:"network,omitempty"` // its hash
	Visits    int        `json:"visits"`
	Seed      uint64     `json:"seed"`
	Chance    float64    `json:"chance"` // of finding a best move by lot
	Look      examGrades `json:"look"`
	Search    examGrades `json:"search"`
}

// examGrades are shares and means with their 95 % intervals.
type examGrades struct {
	Best   engine.Interval `json:"best"`   // share of the questions in which a best move was found
	Winner engine.Interval `json:"winner"` // share of the outcomes that were named right, two for each question
	Lost   engine.Interval `json:"lost"`   // points given away by a move
	Off    engine.Interval `json:"off"`    // points by which the margin was wrong
}

// gradesOf adds answers up.
func gradesOf(all []testsuite.Result) examGrades {
	var lost, off []float64
	best, named := 0, 0
	for _, a := range all {
		if a.PointsLost == 0 {
			best++
		}
		named += a.WinnersRight
		lost, off = append(lost, float64(a.PointsLost)), append(off, a.MarginError)
	}
	n := float64(len(all))
	return examGrades{
		Best:   matches.Wilson(float64(best), n),
		Winner: matches.Wilson(float64(named), 2*n),
		Lost:   atLeastNothing(matches.Mean(lost)),
		Off:    atLeastNothing(matches.Mean(off)),
	}
}

// atLeastNothing is a mean of what is never negative.
func atLeastNothing(i engine.Interval) engine.Interval {
	i.Low = max(0, i.Low)
	return i
}

func (s *sitting) run(cmd *cobra.Command, file string, players []string) error {
	if s.plot != "" {
		if err := checkPicture("plot", s.plot); err != nil {
			return err
		}
	}
	e, err := readExam(cmd.InOrStdin(), file)
	if err != nil {
		return err
	}
	sitters, err := s.sitters(e, players)
	if err != nil {
		return err
	}
	var all []examResult
	for _, one := range sitters {
		r, err := s.sit(cmd, e, one)
		if err != nil {
			return err
		}
		r.Exam = file
		if all = append(all, r); s.asJSON {
			if err := json.NewEncoder(cmd.OutOrStdout()).Encode(r); err != nil {
				return err
			}
		}
	}
	if !s.asJSON {
		if err := reportExam(cmd.OutOrStdout(), all); err != nil {
			return err
		}
	}
	return s.draw(all, sitters)
}

// readExam reads a file, or the standard input for -.
func readExam(in io.Reader, name string) (*testsuite.Suite, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, usageError{err}
		}
		defer file.Close()
		in = file
	}
	e, err := testsuite.Read(in)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	return e, nil
}

// sitters opens all networks before any is asked.
func (s *sitting) sitters(e *testsuite.Suite, names []string) (all []sitter, err error) {
	for _, name := range names {
		one := sitter{name: name}
		if name != playoutsName {
			if one.net, err = s.networks.read(name); err != nil {
				return nil, usageError{fmt.Errorf("%w; name a network file or %s", err, playoutsName)}
			}
			if !one.net.Applies(e.Graph, e.Rules) {
				return nil, usageError{fmt.Errorf("%s knows no %s: its lattice is the %s", name, e.Graph.Name(), neural.LatticeName(one.net.Lattice))}
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// sit lets one player answer.
func (s *sitting) sit(cmd *cobra.Command, e *testsuite.Suite, one sitter) (examResult, error) {
	r := examResult{Board: e.Graph.Name(), Questions: len(e.Positions), Player: one.name, Visits: s.config.Visits, Seed: s.config.Seed, Chance: e.RandomChance()}
	if r.Visits == 0 {
		r.Visits = examVisits
	}
	if one.net != nil {
		r.Network = one.net.Hash
	}
	show := newBar(cmd.ErrOrStderr(), len(e.Positions))
	defer show.done()
	paper, err := e.Run(cmd.Context(), testsuite.RunOptions{
		NewEvaluator: minded(one.net), Visits: r.Visits, Seed: s.config.Seed, Threads: s.config.Cores(), Progress: show.show,
	})
	if errors.Is(err, context.Canceled) {
		return r, fmt.Errorf("%s was interrupted; nothing is said of it", one.name)
	}
	if err == nil {
		r.Look, r.Search = gradesOf(paper.Raw), gradesOf(paper.Search)
	}
	return r, err
}

// spelled writes an interval for people, each number so many times.
func spelled(i engine.Interval, times float64, digits int) string {
	if !i.Bounded() { // of a single question
		return fmt.Sprintf("%.*f\t", digits, times*i.At)
	}
	return fmt.Sprintf("%.*f\t%.*f–%.*f", digits, times*i.At, digits, times*i.Low, digits, times*i.High)
}

// reportExam is the table for people.
func reportExam(out io.Writer, all []examResult) error {
	first := all[0]
	fmt.Fprintf(out, "%s: %d positions of %s; random choice finds %.1f %% of the best moves\n", plain("%s", first.Exam), first.Questions, first.Board, 100*first.Chance)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "best move %\t95 %\twinner %\t95 %\tpoints lost\t95 %\tmargin off\t95 %\tby\t  player")
	for _, r := range all {
		for _, row := range []struct {
			by    string
			marks examGrades
		}{{"look", r.Look}, {fmt.Sprintf("%d visits", r.Visits), r.Search}} {
			m := row.marks
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t  %s\n", spelled(m.Best, 100, 1), spelled(m.Winner, 100, 1), spelled(m.Lost, 1, 2), spelled(m.Off, 1, 2), row.by, plain("%s", r.Player))
		}
	}
	return w.Flush()
}

// drawnMarks are the panels of the plot, with their series.
var drawnMarks = []struct {
	title  string
	series []drawnSeries
}{
	{"best move found, %", []drawnSeries{
		{"search", func(r examResult) engine.Interval { return r.Search.Best }},
		{"first look", func(r examResult) engine.Interval { return r.Look.Best }},
	}},
	{"winner known, %", []drawnSeries{
		{"search", func(r examResult) engine.Interval { return r.Search.Winner }},
		{"first look", func(r examResult) engine.Interval { return r.Look.Winner }},
	}},
}

// A drawnSeries is a share of the positions that a plot shows.
type drawnSeries struct {
	name string
	of   func(r examResult) engine.Interval
}

// across returns where each player stands on the axis, and what that says: steps
// of learning if all are networks that tell them, else their order.
func across(sitters []sitter) (at []float64, axis string) {
	for _, one := range sitters {
		if one.net == nil {
			return inOrder(sitters)
		}
		steps, err := matches.NetworkSteps(one.net)
		if err != nil {
			return inOrder(sitters)
		}
		at = append(at, steps)
	}
	return at, "steps of learning"
}

func inOrder(sitters []sitter) (at []float64, axis string) {
	for i := range sitters {
		at = append(at, float64(i+1))
	}
	return at, "player, in the order named"
}

// runs returns the number of the training run that each player belongs to, and how
// many runs there are. A player that does not stand further on than the one
// before begins another run.
func runs(at []float64) (of []int, all int) {
	for i := range at {
		if i == 0 || at[i] <= at[i-1] {
			all++
		}
		of = append(of, all)
	}
	return of, all
}

// examPanels are the shares by player, each run a series of its own.
func examPanels(all []examResult, at []float64) (panels []chart.Panel) {
	run, several := runs(at)
	for _, mark := range drawnMarks {
		p := chart.Panel{Y: chart.Axis{Label: mark.title}, Height: 210}
		for _, drawn := range mark.series {
			for i, r := range all {
				if i == 0 || run[i] != run[i-1] {
					name := drawn.name
					if several > 1 {
						name = fmt.Sprintf("%s, run %d", name, run[i])
					}
					p.Series = append(p.Series, chart.Series{Name: name})
				}
				s, share := &p.Series[len(p.Series)-1], drawn.of(r)
				point := chart.Point{X: at[i], Y: 100 * share.At}
				if share.Bounded() {
					point.Low, point.High = 100*share.Low, 100*share.High
				}
				s.Points = append(s.Points, point)
			}
		}
		panels = append(panels, p)
	}
	return panels
}

// draw plots the shares.
func (s *sitting) draw(all []examResult, sitters []sitter) error {
	if s.plot == "" {
		return nil
	}
	at, axis := across(sitters)
	var picture bytes.Buffer
	title := fmt.Sprintf("Agreement with exact play: %d positions of %s, %d visits", all[0].Questions, all[0].Board, all[0].Visits)
	c := chart.Chart{Title: title, X: chart.Axis{Label: axis + "; 95 % intervals"}, Panels: examPanels(all, at)}
	if err := c.SVG(&picture); err != nil {
		return err
	}
	return writeFile(io.Discard, s.plot, true, picture.Bytes())
}
