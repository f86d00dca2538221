package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/internal/output"
	"rosette/internal/progress"
	"rosette/lab/endings"
)

// examEndingsFlags are the flags for exam endings.
type examEndingsFlags struct {
	*flags
	draw   bool
	want   [4]int // by the order of endings.Kinds
	tries  int
	seeds  int
	played bool
	games  int
	before int
	nodes  int
	log    string
	to     output.File
}

func examEndings(f *flags) *cobra.Command {
	e := &examEndingsFlags{flags: f, want: [4]int{20, 5, 5, 5}}
	cmd := &cobra.Command{
		Use:   "endings [FILE]",
		Short: "Test the judgement of dead stones on proven final positions",
		Long: "Judges each position in FILE with several seeds. Prints every chain with a\n" +
			"certain but wrong status, then the numbers of right, unsure and wrong\n" +
			"positions of each kind: seki, dead, first (the first to move decides) and ko.\n" +
			"It fails if one is wrong.\n\n" +
			"With --make it instead generates such positions on --board, proves them by\n" +
			"exhaustive search and writes them. With --play the computer plays --games\n" +
			"games on --board; the last positions of each are judged and solved, and it\n" +
			"fails if a certain judgement leaves a move worth points. With --log, the same\n" +
			"command resumes an interrupted run.",
		Example: "  rosette lab exam endings docs/bench/endings.jsonl --seeds 10\n" +
			"  rosette lab exam endings --make --board rosette-4 --seed 1 -o endings.jsonl\n" +
			"  rosette lab exam endings --play --board rosette-3 --visits 10 --games 300",
		Args: func(cmd *cobra.Command, args []string) error {
			if e.draw && e.played {
				return usageError{errors.New("--make and --play exclude each other; use one of them")}
			}
			if (e.draw || e.played) == (len(args) == 1) || len(args) > 1 {
				return usageError{errors.New("no positions; use FILE, or --make and -o, or --play")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case e.draw:
				return e.make(cmd)
			case e.played:
				return e.play(cmd)
			}
			return e.run(cmd, args[0])
		},
	}
	set := cmd.Flags()
	set.BoolVar(&e.draw, "make", false, "generate positions")
	for i, kind := range endings.Kinds {
		intFlag(set, &e.want[i], string(kind), e.want[i], 0, maxGames,
			fmt.Sprintf("`number` of %s positions to generate", kind))
	}
	intFlag(set, &e.tries, "tries", 100_000, 1, 1<<30, "maximum `number` of attempts")
	intFlag(set, &e.seeds, "seeds", 1, 1, 1000, "`number` of seeds for each position")
	set.BoolVar(&e.played, "play", false, "play games and judge their last positions")
	intFlag(set, &e.games, "games", 100, 1, maxGames, "`number` of games to play")
	intFlag(set, &e.before, "before", 4, 0, 100, "judge a game from this `number` of stones before its last one")
	intFlag(set, &e.nodes, "nodes", 100_000, 1, 1<<40, "maximum `number` of positions in a search of the whole board")
	set.StringVar(&e.log, "log", "", "`FILE.jsonl` with the finished positions; the same command resumes from it")
	outputFlag(set, &e.to, "output `file`; - for standard output")
	f.register(cmd, gameFlags, []string{"visits", "seed"})
	reword(cmd, "seed", runSeed)
	reword(cmd, "visits",
		fmt.Sprintf("maximum `number` of visits for each move in --play (default: %d)", endings.DefaultVisits))
	return cmd
}

// make draws positions and writes them.
func (e *examEndingsFlags) make(cmd *cobra.Command) error {
	if err := checkOutput(e.to, ".jsonl"); err != nil {
		return err
	}
	graph, rules, err := e.position()
	if err != nil {
		return err
	}
	g := endings.Generator{
		Graph: graph, Rules: rules, Seed: e.config.Seed, Want: map[endings.Kind]int{}, Tries: e.tries,
	}
	for i, kind := range endings.Kinds {
		g.Want[kind] = e.want[i]
	}
	all := g.Generate(cmd.Context())
	if err := cmd.Context().Err(); err != nil {
		return fmt.Errorf("incomplete, nothing written: %w", err)
	}
	var text bytes.Buffer
	if err := endings.Write(&text, all); err != nil {
		return err
	}
	return e.to.Write(cmd.OutOrStdout(), text.Bytes())
}

// run judges the positions in a file.
func (e *examEndingsFlags) run(cmd *cobra.Command, name string) error {
	all, id, err := endings.ReadFile(name)
	if err != nil {
		return usageError{err}
	}
	bar := progress.NewBar(cmd.ErrOrStderr(), len(all))
	defer bar.Clear()
	exam := endings.Exam{Judge: e.config.SeededJudge(), Seeds: e.seeds}
	if err := exam.Log.Open(e.log, version(), id); err != nil {
		return usageError{fmt.Errorf("--log %w", err)}
	}
	defer exam.Log.Close() // every line is on disk
	exam.Log.Progress = bar.Set
	table, err := exam.Run(cmd.Context(), all, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	bar.Clear()
	fmt.Fprint(cmd.OutOrStdout(), table)
	if table.Wrong() > 0 {
		return fmt.Errorf("%d certain and wrong", table.Wrong())
	}
	return nil
}

// play plays games and judges their final positions.
func (e *examEndingsFlags) play(cmd *cobra.Command) error {
	graph, rules, err := e.position()
	if err != nil {
		return err
	}
	rules.Komi = 0
	exam := endings.PlayedExam{
		Graph: graph, Rules: rules, Seed: e.config.Seed, Games: e.games, Before: e.before, Nodes: uint64(e.nodes),
		Engine: e.config,
	}
	if err := exam.Log.Open(e.log, version(), exam.Conditions()); err != nil {
		return usageError{fmt.Errorf("--log %w", err)}
	}
	defer exam.Log.Close() // every line is on disk
	bar := progress.NewBar(cmd.ErrOrStderr(), e.games)
	defer bar.Clear()
	exam.Log.Progress = bar.Set
	table, err := exam.Run(cmd.Context(), cmd.OutOrStdout())
	if err != nil {
		return err
	}
	bar.Clear()
	fmt.Fprint(cmd.OutOrStdout(), &table)
	if n := table.Wrong(); n > 0 {
		return fmt.Errorf("%d certain though a move is worth points", n)
	}
	return nil
}
