package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine/review"
	"rosette/lab/advice"
)

// leastConfirmed is the least share of advices that the judge must confirm.
const leastConfirmed = 0.95

func examCoach(f *flags) *cobra.Command {
	games := 3
	cmd := &cobra.Command{
		Use:   "coach",
		Short: "Test a coach's advices with a longer search",
		Long: fmt.Sprintf("Plays --games games at --level in which Black has a coach and refuses one\n"+
			"advice in eight. Each advice is compared with the best move elsewhere by a\n"+
			"search with ten times the visits. Prints a line for each advice, then totals.\n"+
			"It fails if the coach repeats a refused advice, or if fewer than 19 of 20\n"+
			"advices are worth %d points or more.", review.LeastWorth),
		Example: "  rosette lab exam coach --board rosette-3 --level 1 --games 3 --seed 1",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			graph, rules, err := f.position()
			if err != nil {
				return err
			}
			exam := advice.Exam{
				Graph: graph, Rules: rules, Engine: f.config, Games: games,
				Seed: f.config.Seed, Visits: f.config.Visits,
			}
			exam.Engine.Visits = 0
			table, err := exam.Run(cmd.Context(), cmd.OutOrStdout())
			if err != nil {
				return err
			}
			fmt.Fprint(cmd.OutOrStdout(), table)
			if table.Repeated > 0 || float64(table.Worth) < leastConfirmed*float64(table.Advices) {
				return fmt.Errorf("repeated %d, confirmed %d of %d", table.Repeated, table.Worth, table.Advices)
			}
			return nil
		},
	}
	intFlag(cmd.Flags(), &games, "games", games, 1, maxGames, "`number` of games to play")
	f.register(cmd, gameFlags, []string{"level", "network", "visits", "seed"})
	reword(cmd, "seed", runSeed)
	reword(cmd, "visits", "maximum `number` of visits for each search by the coach (default: as on a server)")
	return cmd
}
