package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rosette/internal/progress"
	"rosette/lab/endings"
)

// An endingsExam holds the flags of exam endings.
type endingsExam struct {
	*flags
	draw  bool
	want  [4]int // by the order of endings.Kinds
	tries int
	seeds int
	to    string
	force bool
}

func examEndings(f *flags) *cobra.Command {
	e := &endingsExam{flags: f, want: [4]int{20, 5, 5, 5}}
	cmd := &cobra.Command{
		Use:   "endings [FILE]",
		Short: "Test the judge of dead stones on final positions with a proof",
		Long: "Judges each position of FILE with several seeds and prints every chain whose certain\n" +
			"status is not the proven one, then how many positions of each kind are right, unsure\n" +
			"and wrong. It fails if one is wrong. With --make it draws such positions on --board\n" +
			"instead, proves them by exhaustive search, and writes them. The kinds are seki, dead,\n" +
			"first (who moves first decides) and ko. The same seed makes the same file.",
		Example: "  rosette lab exam endings docs/bench/endings.jsonl --seeds 10\n" +
			"  rosette lab exam endings --make --board rosette-4 --seed 1 -o endings.jsonl",
		Args: func(cmd *cobra.Command, args []string) error {
			if e.draw == (len(args) == 1) || len(args) > 1 {
				return usageError{errors.New("name a FILE of positions, or use --make and -o")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if e.draw {
				return e.make(cmd)
			}
			return e.run(cmd, args[0])
		},
	}
	set := cmd.Flags()
	set.BoolVar(&e.draw, "make", false, "draw positions")
	for i, kind := range endings.Kinds {
		intFlag(set, &e.want[i], string(kind), e.want[i], 0, maxGames, fmt.Sprintf("`number` of positions of the kind %s to draw", kind))
	}
	intFlag(set, &e.tries, "tries", 100_000, 1, 1<<30, "largest `number` of draws")
	intFlag(set, &e.seeds, "seeds", 1, 1, 1000, "`number` of seeds to judge each position with")
	set.StringVarP(&e.to, "output", "o", "", "the `file` to write; - is standard output")
	set.BoolVar(&e.force, "force", false, "overwrite an existing file")
	f.register(cmd, gameFlags, []string{"seed"})
	reword(cmd, "seed", runSeed)
	return cmd
}

// make draws positions and writes them.
func (e *endingsExam) make(cmd *cobra.Command) error {
	if e.to == "" {
		return usageError{errors.New("no file to write; use -o FILE.jsonl")}
	}
	graph, rules, err := e.position()
	if err != nil {
		return err
	}
	g := endings.Generator{Graph: graph, Rules: rules, Seed: e.config.Seed, Want: map[endings.Kind]int{}, Tries: e.tries}
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
	return writeFile(cmd.OutOrStdout(), e.to, e.force, text.Bytes())
}

// run judges the positions of a file.
func (e *endingsExam) run(cmd *cobra.Command, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return usageError{err}
	}
	defer file.Close()
	all, err := endings.Read(file)
	if err != nil {
		return usageError{fmt.Errorf("%s: %w", name, err)}
	}
	bar := progress.NewBar(cmd.ErrOrStderr(), len(all))
	defer bar.Clear()
	exam := endings.Exam{Judge: e.config.SeededJudge(), Seeds: e.seeds, Progress: bar.Set}
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
