package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/internal/output"
	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/lab/testsuite"
	"rosette/solve/retrograde"
)

// examMakeFlags are the flags for exam make.
type examMakeFlags struct {
	gen    testsuite.Generator
	nodes  int
	labels size // memory for a table with every position; 0 searches instead
	table  string
	to     output.File
}

func examMake(f *flags) *cobra.Command {
	m := &examMakeFlags{}
	cmd := &cobra.Command{
		Use:   "make",
		Short: "Make a test suite of solved positions",
		Long: "Plays games with some random moves. From the end of each game it goes back move\n" +
			"by move, for as long as the solver can prove the score of every move. Scores\n" +
			"are by area with all stones alive, under the repetition rule in --rules;\n" +
			"earlier positions of the game count as repetitions. With --labels it uses\n" +
			"positions from all stages of the games and solves them by labelling every\n" +
			"position of the board: up to 24 points, ko SITUATIONAL, no suicide; these\n" +
			"positions are set up without earlier moves. Symmetric duplicates and positions\n" +
			"where all moves are equally good are left out.\n\n" +
			"The first line of the file is JSON that describes the run; every other line is\n" +
			"a position. The same seed makes the same file. Nothing is written if the run\n" +
			"fails.",
		Example: "  rosette lab exam make --board rosette-2 --positions 300 --seed 1 -o exam.jsonl\n" +
			"  rosette lab exam make --board square-4 --labels 1G -o exam.jsonl \\\n      --rules '{\"preset\":\"mindsports-chinese\",\"tax\":\"NONE\"}'",
	}
	set := cmd.Flags()
	intFlag(set, &m.gen.Positions, "positions", 300, 1, maxGames,
		"maximum `number` of positions")
	intFlag(set, &m.gen.Games, "games", 10_000, 1, maxGames, "maximum `number` of games to search")
	intFlag(set, &m.nodes, "nodes", 1_000_000, 1, configure.MaxVisits,
		"`number` of solver nodes for each position and its moves; more find harder positions")
	set.Var(&m.labels, "labels",
		"label every position in tables up to this `size`, such as 1G, instead of searching (16 points: 40M; rosette-2: 12.5G)")
	set.StringVar(&m.table, "table", "", "save labels to `FILE`.layers, and resume from it")
	outputFlag(set, &m.to, "output `file`; - for standard output")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return m.run(cmd, f) }
	return cmd
}

// run generates a suite and writes it.
func (m *examMakeFlags) run(cmd *cobra.Command, f *flags) error {
	if err := m.check(f); err != nil {
		return err
	}
	if m.labels > 0 {
		m.gen.Labels = m.labelling(cmd.ErrOrStderr(), f.config.Cores())
	}
	if err := m.gen.Check(); err != nil {
		return usageError{err}
	}
	ended := m.showProgress(cmd.ErrOrStderr())
	defer ended()
	suite, err := m.gen.Generate(cmd.Context())
	if large := new(retrograde.SizeError); errors.As(err, &large) {
		return usageError{fmt.Errorf("--labels %v: %w", &m.labels, err)}
	}
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := suite.Write(&text); err != nil {
		return err
	}
	ended()
	if err := m.to.Write(cmd.OutOrStdout(), text.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s from %s\n", quote.Count(len(suite.Positions), "position"),
		quote.Count(suite.Games, "game"))
	return nil
}

// showProgress shows the positions found so far, unless labelling shows its own progress. The
// returned function clears the line.
func (m *examMakeFlags) showProgress(out io.Writer) (ended func()) {
	if m.labels > 0 {
		return func() {}
	}
	p := progress.NewMeter(out, "positions", 0, m.gen.Positions)
	m.gen.Progress = func(positions, games int) {
		text := "" // without a terminal nothing is printed before the end
		if p.OnTerminal() {
			text = fmt.Sprintf("%d games", games)
		}
		p.Set(positions, text)
	}
	return p.Close
}

// check checks the flags and applies them to the games.
func (m *examMakeFlags) check(f *flags) (err error) {
	if err := checkOutput(m.to, ".jsonl"); err != nil {
		return err
	}
	if m.table != "" && m.labels == 0 {
		return usageError{errors.New("--table needs --labels")}
	}
	if f.fromFile() {
		return usageError{
			fmt.Errorf("--board %s: a test suite needs a board with a name, such as rosette-2", f.boardName),
		}
	}
	m.gen.Seed = f.randomSeed()
	m.gen.Nodes = uint64(m.nodes)
	m.gen.Threads = f.config.Cores()
	m.gen.NewEvaluator = f.config.PlayoutEvaluator
	m.gen.Graph, m.gen.Rules, err = f.position()
	return err
}

// labelling returns the options for a solver that labels every position.
func (m *examMakeFlags) labelling(out io.Writer, threads int) *retrograde.Options {
	// Without a limit the heap may grow by the table's size.
	debug.SetMemoryLimit(int64(m.labels) + int64(m.labels)/4 + searchMemory)
	line := progress.NewSlow(out)
	o := &retrograde.Options{Memory: int64(m.labels), Threads: threads, SaveEvery: saveEvery, Note: line.Note}
	o.Report = func(p retrograde.Progress) { line.Show(p) }
	if m.table != "" {
		o.Folder = m.table + ".layers"
	}
	return o
}
