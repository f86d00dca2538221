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
		Short: "Test the judge of dead stones on final positions with a proof",
		Long: "Judges each position of FILE with several seeds and prints every chain whose certain\n" +
			"status is not the proven one, then how many positions of each kind are right, unsure\n" +
			"and wrong. It fails if one is wrong. With --make it draws such positions on --board\n" +
			"instead, proves them by exhaustive search, and writes them. The kinds are seki, dead,\n" +
			"first (who moves first decides) and ko. The same seed makes the same file. With --play\n" +
			"the computer plays --games on --board, and the last positions of each are judged and\n" +
			"searched as a whole: it fails if the judge is certain though more than dame is left.\n" +
			"With --log, the same command continues an interrupted run.",
		Example: "  rosette lab exam endings docs/bench/endings.jsonl --seeds 10 --log judged.jsonl\n" +
			"  rosette lab exam endings --make --board rosette-4 --seed 1 -o endings.jsonl\n" +
			"  rosette lab exam endings --play --board rosette-3 --visits 10 --games 300",
		Args: func(cmd *cobra.Command, args []string) error {
			if e.draw && e.played {
				return usageError{errors.New("--make draws positions and --play plays games: use one of them")}
			}
			if (e.draw || e.played) == (len(args) == 1) || len(args) > 1 {
				return usageError{errors.New("name a FILE of positions, or use --make and -o, or --play")}
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
	set.BoolVar(&e.draw, "make", false, "draw positions")
	for i, kind := range endings.Kinds {
		intFlag(set, &e.want[i], string(kind), e.want[i], 0, maxGames,
			fmt.Sprintf("`number` of positions of the kind %s to draw", kind))
	}
	intFlag(set, &e.tries, "tries", 100_000, 1, 1<<30, "largest `number` of draws")
	intFlag(set, &e.seeds, "seeds", 1, 1, 1000, "`number` of seeds to judge each position with")
	set.BoolVar(&e.played, "play", false, "play games and judge their ends")
	intFlag(set, &e.games, "games", 100, 1, maxGames, "`number` of games to play")
	intFlag(set, &e.before, "before", 4, 0, 100, "`number` of stones before the last one from which a game is judged")
	intFlag(set, &e.nodes, "nodes", 100_000, 1, 1<<40, "largest `number` of positions of a search of the whole board")
	set.StringVar(&e.log, "log", "", "`FILE.jsonl` of what is done, from which the same command continues")
	outputFlag(set, &e.to, "the `file` to write; - is standard output")
	f.register(cmd, gameFlags, []string{"visits", "seed"})
	reword(cmd, "seed", runSeed)
	reword(cmd, "visits",
		fmt.Sprintf("largest `number` of visits for each move of --play (default: %d)", endings.DefaultVisits))
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
		return fmt.Errorf("the positions were not finished, and nothing is written: %w", err)
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
