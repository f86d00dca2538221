package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
)

// A solving is what the flags of solve say.
type solving struct {
	*flags
	table   string
	memory  size
	limit   time.Duration
	every   time.Duration
	all     bool
	asJSON  bool
	quiet   bool
	started time.Time
	said    time.Time
	saved   time.Time
}

func solveCommand(f *flags) *cobra.Command {
	s := &solving{flags: f}
	cmd := &cobra.Command{
		Use:   "solve",
		Short: "Solve small boards exactly",
		Long: "Proves the score that both sides can force, and the best first moves, under area\n" +
			"scoring. It proves two bounds, one for each side, in which every repetition counts\n" +
			"against that side; if they meet, the value holds under any repetition rule. If they\n" +
			"cannot meet, the given rule decides. Ctrl-C and --limit print what is proven so\n" +
			"far; with --table the same command continues from there. rosette-1 is solved with\n" +
			"about a million nodes; rosette-2 has not been solved.\n" +
			"\n" +
			"The exit status is 0 if the value is proven, 3 if there are only bounds, 1 after\n" +
			"an error, such as in writing the table, and 2 if the command line is wrong.",
		Example: "  rosette solve --board rosette-1 --komi 1\n  rosette solve --board square-4 --all\n" +
			"  rosette solve --board rosette-2 --table base2.table --memory 2G --limit 1h",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	cmd.Flags().StringVar(&s.table, "table", "", "save proofs to this `file`, and continue from those in it")
	s.memory = 256 << 20
	cmd.Flags().Var(&s.memory, "memory", "`size` of the table in memory, such as 256M or 2G")
	cmd.Flags().DurationVar(&s.limit, "limit", 0, "give up after this `duration` (default: never)")
	cmd.Flags().DurationVar(&s.every, "save-every", 10*time.Minute, "checkpoint interval of the table, a `duration`")
	cmd.Flags().BoolVar(&s.all, "all", false, "solve every first move")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&s.quiet, "quiet", false, "print no progress")
	f.register(cmd, gameFlags)
	return cmd
}

// A solution is what solve prints as JSON.
type solution struct {
	Board      string       `json:"board"`
	Rules      game.Rules   `json:"rules"`
	Low        float64      `json:"low"`  // margins, Black less White, komi counted
	High       float64      `json:"high"` // the same as low when it is solved
	Exact      bool         `json:"exact"`
	Repetition []string     `json:"repetition"` // the rules under which it is proven
	Result     string       `json:"result,omitempty"`
	Best       []string     `json:"best,omitempty"`
	Openings   []firstMoves `json:"openings"`
	Line       []string     `json:"line,omitempty"`
	Nodes      uint64       `json:"nodes"`
	Seconds    float64      `json:"seconds"`
}

// firstMoves are a class of first moves.
type firstMoves struct {
	Moves    []string `json:"moves"`
	Low      float64  `json:"low"`
	High     float64  `json:"high"`
	Standing string   `json:"standing"`
}

// roomBeside is what a search needs beside its table, in bytes.
const roomBeside = 256 << 20

func (s *solving) run(cmd *cobra.Command) error {
	graph, rules, err := s.position()
	if err != nil {
		return err
	}
	memory := int64(s.memory)
	if s.limit < 0 || s.every < time.Second {
		return usageError{errors.New("--limit and --save-every take durations such as 10m or 2h, the second at least 1s")}
	}
	s.started, s.said, s.saved = time.Now(), time.Now(), time.Now()
	debug.SetMemoryLimit(memory + memory/4 + roomBeside) // or the table counts as what garbage may grow by
	table := solve.NewTable(memory)
	var solver *solve.Solver
	var lost error // why the table could not be kept on the way
	report := func(p solve.Progress) {
		if lost == nil {
			lost = s.tell(cmd.ErrOrStderr(), p, table, graph, rules)
		}
	}
	solver, err = solve.New(board.New(graph), board.Black, rules, solve.Options{Table: table, Report: report})
	if err != nil {
		return usageError{err}
	}
	if err := s.load(cmd.ErrOrStderr(), table, graph, rules); err != nil {
		return err
	}
	ctx := cmd.Context()
	if s.limit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.limit)
		defer stop()
	}
	found, err := s.solve(ctx, solver, graph, rules)
	if err != nil {
		return err
	}
	err = errors.Join(s.print(cmd.OutOrStdout(), found), s.save(table, graph, rules))
	if err == nil && !found.Exact {
		return s.open()
	}
	return err
}

// open says that the board is not solved, and how to go on.
func (s *solving) open() error {
	if s.table == "" {
		return undecidedError{errors.New("not solved: these are bounds; give it a longer --limit, and a --table to go on from")}
	}
	return undecidedError{fmt.Errorf("not solved: these are bounds; the same command goes on from %s", s.table)}
}

// solve proves the value, then a line of best play, then the first moves.
func (s *solving) solve(ctx context.Context, solver *solve.Solver, g *board.Graph, r game.Rules) (solution, error) {
	value, err := solver.Solve(ctx)
	if err != nil {
		return solution{}, err
	}
	line, err := solver.Line(ctx, value)
	if err != nil {
		return solution{}, err
	}
	openings, err := solver.Openings(ctx, value, s.all)
	if err != nil {
		return solution{}, err
	}
	p := solver.Progress()
	found := solution{
		Board: g.Name(), Rules: r, Low: float64(value.Low) - r.Komi, High: float64(value.High) - r.Komi,
		Exact: value.Exact(), Line: g.Names(line), Nodes: p.Nodes, Seconds: p.Elapsed.Seconds(),
	}
	for _, rule := range solver.HoldUnder(value) {
		found.Repetition = append(found.Repetition, rule.String())
	}
	if found.Exact {
		found.Result = margin(found.Low).String()
	}
	for _, o := range openings {
		names := g.Names(o.Moves)
		found.Openings = append(found.Openings, firstMoves{names, float64(o.Bounds.Low) - r.Komi, float64(o.Bounds.High) - r.Komi, string(o.Status)})
		if o.Status == solve.BestOpening {
			found.Best = append(found.Best, names...)
		}
	}
	return found, nil
}

// margin returns the result that a margin is.
func margin(m float64) game.Result {
	r := game.Result{By: game.ByScore, Margin: max(m, -m)}
	switch {
	case m > 0:
		r.Winner = board.Black
	case m < 0:
		r.Winner = board.White
	}
	return r
}

// print writes the solution.
func (s *solving) print(out io.Writer, f solution) error {
	if s.asJSON {
		return json.NewEncoder(out).Encode(f)
	}
	fmt.Fprintf(out, "%s, komi %g: ", f.Board, f.Rules.Komi)
	if f.Exact {
		fmt.Fprintf(out, "%s\n", f.Result)
	} else {
		fmt.Fprintf(out, "not solved; Black's margin is %+g to %+g\n", f.Low, f.High)
	}
	fmt.Fprintf(out, "proven under repetition %s\n", strings.Join(f.Repetition, ", "))
	if len(f.Best) > 0 {
		fmt.Fprintf(out, "best first moves: %s\n", strings.Join(f.Best, " "))
	}
	if len(f.Line) > 0 {
		fmt.Fprintf(out, "best play: %s\n", strings.Join(f.Line, " "))
	}
	for _, o := range f.Openings {
		if !s.all && o.Standing != string(solve.UndecidedOpening) {
			continue
		}
		fmt.Fprintf(out, "%-6s %s: %s\n", o.Standing, bounds(o.Low, o.High), strings.Join(o.Moves, " "))
	}
	_, err := fmt.Fprintf(out, "%d nodes\n", f.Nodes)
	return err
}

// bounds writes a margin, or both bounds.
func bounds(low, high float64) string {
	if low == high {
		return fmt.Sprintf("%+g", low)
	}
	return fmt.Sprintf("%+g to %+g", low, high)
}

// pause is how long progress stays quiet.
const pause = 10 * time.Second

// tell says now and then how far the solver is, and keeps the table.
func (s *solving) tell(out io.Writer, p solve.Progress, t *solve.Table, g *board.Graph, r game.Rules) error {
	if !s.quiet && time.Since(s.said) > pause {
		s.said = time.Now()
		fmt.Fprintf(out, "%v: %s without komi, %d turns deep, %.3g nodes, %.3g nodes/s, table %.0f %% full\n",
			p.Elapsed.Round(time.Second), p.Bounds, p.Depth, float64(p.Nodes), float64(p.Nodes)/p.Elapsed.Seconds(),
			100*float64(p.Entries)/float64(p.Room))
	}
	if s.table == "" || time.Since(s.saved) < s.every {
		return nil
	}
	s.saved = time.Now()
	if err := s.save(t, g, r); err != nil {
		fmt.Fprintf(out, "%v; solving goes on without\n", err)
		return err
	}
	return nil
}

// load reads the table of the flags, if it is there.
func (s *solving) load(out io.Writer, t *solve.Table, g *board.Graph, r game.Rules) error {
	if s.table == "" {
		return nil
	}
	file, err := os.Open(s.table)
	if errors.Is(err, fs.ErrNotExist) {
		return s.save(t, g, r) // better to know at once that it cannot be written
	}
	if err != nil {
		return fmt.Errorf("--table: %w", err)
	}
	defer file.Close()
	err = t.Read(file, g, r)
	if damage := new(solve.DamagedError); errors.As(err, &damage) {
		fmt.Fprintf(out, "%s is damaged: %v; bounds that were proven stand, the rest is proven again\n", s.table, damage)
		return nil
	}
	if errors.Is(err, solve.ErrOtherTable) {
		return usageError{fmt.Errorf("--table %s: %w; use another name", s.table, err)}
	}
	return err
}

// save writes the table beside its name first, so that a full disk leaves what
// was there.
func (s *solving) save(t *solve.Table, g *board.Graph, r game.Rules) error {
	if s.table == "" {
		return nil
	}
	beside := fmt.Sprintf("%s.%d.part", s.table, os.Getpid())
	file, err := os.Create(beside)
	if err != nil {
		return fmt.Errorf("the table cannot be kept: %w", err)
	}
	err = t.Write(file, g, r)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(beside, s.table)
	}
	if err != nil {
		return fmt.Errorf("the table cannot be kept, %s stays as it was: %w", s.table, errors.Join(err, os.Remove(beside)))
	}
	return nil
}
