package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine/pattern"
	"rosette/engine/pattern/learn"
	"rosette/game"
	"rosette/internal/output"
	"rosette/internal/progress"
)

func shapesCommand(f *flags) *cobra.Command {
	var games int
	var out output.File
	cmd := &cobra.Command{
		Use:   "shapes",
		Short: "Learn pattern weights from self-play",
		Long: "Plays games of the computer against itself and counts, by the stones around them,\n" +
			"which moves next to the last one the search visits most. It prints one pattern and\n" +
			"its weight on each line: x is the player to move, o the opponent, # off the board; a\n" +
			"move away from the last one weighs 1. To use the table for all boards of the\n" +
			"lattice, put it into engine/pattern/tables and build the program again.",
		Example: "  rosette lab shapes --board square-9 --komi 7 --rules tromp-taylor --games 700 --seed 1 --out square.txt",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			table, err := learnPatterns(cmd, f, games)
			if err != nil {
				return err
			}
			var text bytes.Buffer
			if err := table.Write(&text); err != nil {
				return err
			}
			return out.Write(cmd.OutOrStdout(), text.Bytes())
		},
	}
	intFlag(cmd.Flags(), &games, "games", 700, 1, maxGames, "`number` of games")
	cmd.Flags().StringVar(&out.Name, "out", "", "`FILE.txt` for the table (default: standard output)")
	forceFlag(cmd.Flags(), &out)
	f.register(cmd, gameFlags, []string{"visits", "threads", "seed"})
	reword(cmd, "visits", fmt.Sprintf("`number` of visits of each search (default: %d)", learn.DefaultVisits))
	return cmd
}

// learnPatterns plays the games and shows progress.
func learnPatterns(cmd *cobra.Command, f *flags, games int) (*pattern.Table, error) {
	graph, rules, err := f.position()
	if err != nil {
		return nil, err
	}
	if _, ok := pattern.NewNeighbourhoods(graph); !ok {
		return nil, usageError{fmt.Errorf("--board %s: shapes are of honeycombs and square boards", graph.Name())}
	}
	p := progress.New(cmd.ErrOrStderr())
	defer p.Clear()
	return learn.Plan{
		Start: game.New(graph, rules), Games: games, Seed: f.randomSeed(), Threads: f.config.Cores(),
		Visits: f.config.Visits, Evaluator: f.config.PlayoutEvaluator,
	}.Learn(cmd.Context(), func(done int) { p.Printf("%d of %d games", done, games) })
}
