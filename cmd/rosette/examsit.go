package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/lab/testsuite"
	"rosette/lab/train"
)

func examSit(f *flags) *cobra.Command {
	var plot string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sit FILE PLAYER…",
		Short: "Score networks and levels on solved positions",
		Long: "Tests each PLAYER on a test suite: a network FILE or playouts, without search\n" +
			"and with a search of --visits, or a level such as level=5, which chooses\n" +
			"moves. Komi is set so that perfect play wins by half a point: only the best\n" +
			"moves win. Winner and score are also tested at the komi where perfect play\n" +
			"loses by half a point. Board and rules come from the suite. The same --seed\n" +
			"gives the same answers.",
		Example: "  rosette lab exam sit exam.jsonl playouts --visits 1000\n" +
			"  rosette lab exam sit exam.jsonl run/networks/*.rnet --plot rising.svg\n" +
			"  rosette lab exam sit exam.jsonl level=1 level=10 level=22",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError{fmt.Errorf("%s takes a test suite and players: FILE PLAYER…, where PLAYER is a network file, %s, or a level such as level=5",
					cmd.CommandPath(), train.Playouts)}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return sitExam(cmd, f, args[0], args[1:], plot, asJSON) },
	}
	cmd.Flags().StringVar(&plot, "plot", "",
		"`FILE.svg` for a plot of scores over training steps, one curve for each run; overwritten if it exists")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each player")
	f.register(cmd, []string{"visits", "threads", "seed"})
	reword(cmd, "visits", "maximum `number` of visits for each position (default: 64)")
	reword(cmd, "seed", "random seed, a whole `number` (default: 0)")
	return cmd
}

// sitExam tests players with a suite, and prints and draws their results.
func sitExam(cmd *cobra.Command, f *flags, file string, names []string, plot string, asJSON bool) error {
	if err := checkPicture("plot", plot, ""); err != nil {
		return err
	}
	suite, err := readSuite(cmd.InOrStdin(), file)
	if err != nil {
		return err
	}
	players, err := suite.ReadPlayers(names, f.readNetwork)
	if err != nil {
		return usageError{err}
	}
	var reports []testsuite.Report
	var steps []float64
	for _, p := range players {
		r, err := testPlayer(cmd, f, suite, p)
		if r.Suite = file; err == nil && asJSON {
			err = json.NewEncoder(cmd.OutOrStdout()).Encode(r)
		}
		if err != nil {
			return err
		}
		r.Suite, r.Player = quote.Printable("%s", r.Suite), quote.Printable("%s", r.Player)
		reports, steps = append(reports, r), append(steps, p.Steps)
	}
	if !asJSON {
		if err := testsuite.WriteTable(cmd.OutOrStdout(), reports); err != nil {
			return err
		}
	}
	var picture bytes.Buffer
	err = testsuite.Chart(reports, steps).SVG(&picture)
	return errors.Join(err, writePicture(plot, picture.Bytes()))
}

// testPlayer tests one player.
func testPlayer(
	cmd *cobra.Command, f *flags, suite *testsuite.Suite, p testsuite.NamedPlayer,
) (testsuite.Report, error) {
	bar := progress.NewBar(cmd.ErrOrStderr(), len(suite.Positions))
	defer bar.Clear()
	o := testsuite.RunOptions{
		Visits: cmp.Or(f.config.Visits, testsuite.DefaultVisits),
		Seed:   f.config.Seed, Threads: f.config.Cores(), Progress: bar.Set,
	}
	return p.Report(cmd.Context(), suite, o, f.config)
}
