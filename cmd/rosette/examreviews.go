package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/engine/review/background"
	"rosette/internal/progress"
	"rosette/lab/records"
	"rosette/lab/reviews"
)

// examReviewsFlags are the flags for exam reviews.
type examReviewsFlags struct {
	*flags
	parts       []string
	judge       string
	judgeVisits int
	answers     string
	asJSON      bool
}

func examReviews(f *flags) *cobra.Command {
	e := &examReviewsFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "reviews LIST DIR",
		Short: "Compare mistakes in reviews with another engine's analysis",
		Long: "Reviews the games in LIST as the server does, with --visits for each position. A\n" +
			"judge, another engine with KataGo's analysis protocol, searches the same\n" +
			"positions. The table shows how many of the mistakes and blunders lose 2 points\n" +
			"or more by the judge, how many are the judge's first choice, and how many of the\n" +
			"moves that lose 5 points or more were found.\n\n" +
			"The files may be anywhere below DIR; they are identified by SHA-256. A line in\n" +
			"LIST is: board, SHA-256, part, rules, komi, FIRST-LAST move to compare, source.\n" +
			"The judge's answers are stored in --answers, so that the same command resumes.",
		Example: "  rosette lab exam reviews docs/bench/reviews.txt games --answers judge.jsonl \\\n" +
			"      --judge 'katago analysis -config analysis.cfg -model b6c96.bin.gz'\n" +
			"  rosette lab exam reviews hex.txt games --answers hex.jsonl \\\n" +
			"      --judge 'rosette analysis' --judge-visits 5000",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageError{fmt.Errorf("%s takes a list of records and the directory with their files: LIST DIR",
					cmd.CommandPath())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd, args[0], args[1]) },
	}
	set := cmd.Flags()
	set.StringSliceVar(&e.parts, "part", nil, "only these `parts` of the list, separated by commas")
	set.StringVar(&e.judge, "judge", "", "`command` that starts the judge, its words separated by spaces")
	intFlag(set, &e.judgeVisits, "judge-visits", 200, 1, 1_000_000, "`number` of visits to each position by the judge")
	set.StringVar(&e.answers, "answers", "", "`FILE.jsonl` with the judge's answers; missing ones are added")
	set.BoolVar(&e.asJSON, "json", false, "print one line of JSON for each move")
	f.register(cmd, []string{"network", "visits", "threads", "seed"})
	reword(cmd, "visits", "maximum `number` of visits for each position (default: 150)")
	reword(cmd, "seed", "random seed, a whole `number` (default: 0)")
	return cmd
}

func (e *examReviewsFlags) run(cmd *cobra.Command, list, dir string) (err error) {
	command := strings.Fields(e.judge)
	if len(command) == 0 || e.answers == "" {
		return usageError{errors.New("name the judge with --judge and the file with its answers with --answers")}
	}
	all, err := reviews.ReadFile(list, e.parts)
	if err != nil {
		return usageError{err}
	}
	config := e.config
	config.Threads = 1
	c := &reviews.Comparison{
		Analyzer: configure.Analyzer{Config: config}, Threads: e.config.Cores(),
		Params: review.ParamsOf(cmp.Or(e.config.Visits, background.DefaultVisits), 0),
	}
	if c.Files, err = records.Find(dir); err != nil {
		return usageError{err}
	}
	if c.Judge, err = reviews.NewJudge(command, e.judgeVisits, e.answers, cmd.ErrOrStderr()); err != nil {
		return usageError{err}
	}
	defer func() { err = errors.Join(err, c.Judge.Close()) }()
	return e.compare(cmd, c, all)
}

// compare compares the records and prints moves or a table.
func (e *examReviewsFlags) compare(cmd *cobra.Command, c *reviews.Comparison, all []reviews.Record) error {
	bar := progress.NewBar(cmd.ErrOrStderr(), 100*len(all))
	defer bar.Clear()
	var moves []reviews.Move
	for i, record := range all {
		found, err := c.Compare(cmd.Context(), record, func(done, total int) { bar.Set(100*i + 100*done/total) })
		if err != nil {
			return err
		}
		moves = append(moves, found...)
		for _, m := range found {
			if !e.asJSON {
				break
			}
			if err := json.NewEncoder(cmd.OutOrStdout()).Encode(m); err != nil {
				return err
			}
		}
	}
	if e.asJSON {
		return nil
	}
	return reviews.WriteTable(cmd.OutOrStdout(), moves)
}
