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
		Long: "Plays the computer against itself and counts how often the search prefers a\n" +
			"move next to the last one, for each pattern of stones around it. Prints one\n" +
			"pattern and its weight per line: x is the player to move, o the opponent, # off\n" +
			"the board; a move that is not next to the last one has the weight 1. To use the\n" +
			"table for all boards with this lattice, copy it to engine/pattern/tables and\n" +
			"rebuild the program.",
		Example: "  rosette lab shapes --board square-9 --komi 7 --rules tromp-taylor --seed 1 \\\n      --out square.txt",
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
	cmd.Flags().StringVar(&out.Name, "out", "", "output `FILE.txt` (default: standard output)")
	forceFlag(cmd.Flags(), &out)
	f.register(cmd, gameFlags, []string{"visits", "threads", "seed"})
	reword(cmd, "visits", fmt.Sprintf("`number` of visits in each search (default: %d)", learn.DefaultVisits))
	return cmd
}

// learnPatterns plays the games and shows progress.
func learnPatterns(cmd *cobra.Command, f *flags, games int) (*pattern.Table, error) {
	graph, rules, err := f.position()
	if err != nil {
		return nil, err
	}
	if _, ok := pattern.NewNeighbourhoods(graph); !ok {
		return nil, usageError{fmt.Errorf("--board %s: shapes supports honeycombs and square boards only", graph.Name())}
	}
	p := progress.New(cmd.ErrOrStderr())
	defer p.Clear()
	return learn.Plan{
		Start: game.New(graph, rules), Games: games, Seed: f.randomSeed(), Threads: f.config.Cores(),
		Visits: f.config.Visits, Evaluator: f.config.PlayoutEvaluator,
	}.Learn(cmd.Context(), func(done int) { p.Printf("%d of %d games", done, games) })
}
