package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/game/sgf"
	"rosette/internal/output"
	"rosette/internal/progress"
	"rosette/lab/report"
)

// analyzeFlags are the flags for analyze.
type analyzeFlags struct {
	*flags
	to             output.File
	report         string
	line, maxMoves int
	asJSON         bool
}

func analyzeCommand(f *flags) *cobra.Command {
	r := &analyzeFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "analyze FILE",
		Short: "Review a game: win rate and score of every move, mistakes, better moves",
		Long: "Searches every position of the main line of a record and writes a copy with the\n" +
			"win rate and the score as properties and comments, named mistakes, and better\n" +
			"moves as variations. --report also writes an HTML page with a graph of the game\n" +
			"and diagrams of the mistakes. A move is called a mistake only if its loss is\n" +
			"larger than two standard errors of the search, so more --visits find more.\n" +
			"\n" +
			"Ctrl-C writes what is done. Until the review is complete, its state is kept in a\n" +
			"file with the name of -o or --report and the ending .part; the same command\n" +
			"continues an interrupted review.",
		Example: "  rosette analyze game.sgf -o reviewed.sgf --report game.html\n" +
			"  rosette analyze game.sgf --visits 20000 --json",
		Args: fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args[0]) },
	}
	set := cmd.Flags()
	outputFlag(set, &r.to, "the `file` to write the reviewed record to (default: standard output)")
	set.StringVar(&r.report, "report", "", "an HTML `file` for a page with a graph and diagrams")
	set.BoolVar(&r.asJSON, "json", false, "print every move as JSON instead of the record")
	intFlag(set, &r.line, "line", 10, 0, 100, "longest better variation, a `number` of moves")
	intFlag(set, &r.maxMoves, "max-moves", 2000, 1, maxMoves,
		"review at most this `number` of moves, from the first one")
	registerGame(set)
	f.registerRecord(cmd, "network", "time", "visits", "threads", "seed", "charset")
	reword(cmd, "time", "time for each position, such as 500ms or 2s (default: no limit)")
	reword(cmd, "visits", "largest `number` of visits for each position (default: 3000, without --time)")
	refuse(cmd, "level", "analyze takes no --level: it always thinks as well as it can")
	return cmd
}

func (r *analyzeFlags) run(cmd *cobra.Command, name string) error {
	if err := r.checkFiles(); err != nil {
		return err
	}
	c, err := firstGame(cmd, name, "reviewed")
	if err != nil {
		return err
	}
	game, err := r.readReview(cmd, name, c, r.maxMoves)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	checkpoint, err := r.open(cmd, game)
	if err != nil {
		return err
	}
	searchErr := r.search(cmd, game, checkpoint)
	if short := review.Shortness(game.Assess()); short != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", name, short)
	}
	files := report.ReviewFiles{Record: r.to.Name, Page: r.report, JSON: r.asJSON}
	writeErr := files.WriteAnnotated(c, game, r.line, func(name string, text []byte) error {
		to := output.File{Name: name, Force: r.to.Force || checkpoint.Wrote(name)}
		if err := to.Write(cmd.OutOrStdout(), text); err != nil {
			return err
		}
		return checkpoint.SaveFile(name, text)
	})
	err = joinLine(game.Stopped(searchErr, writeErr == nil && (r.to.Name != "" || r.report != ""), checkpoint.Kept()),
		writeErr)
	return errors.Join(err, checkpoint.Close(err == nil))
}

// open opens the checkpoint and prints where the review continues.
func (r *analyzeFlags) open(cmd *cobra.Command, game *review.Review) (*review.Checkpoint, error) {
	name, params := review.CheckpointName(r.to.Name, r.report), review.ParamsOf(r.config.Visits, r.config.Time)
	network := r.config.NetworkHash(game.Graph, game.Rules)
	c, err := game.OpenCheckpoint(name, params, r.randomSeed(), network, !r.set.Changed("seed"), r.to.Force)
	switch {
	case errors.Is(err, review.ErrNotCheckpoint), errors.Is(err, review.ErrOtherReview):
		return nil, usageError{fmt.Errorf("%w, or use --force", err)}
	case err != nil:
		return nil, err
	}
	if busy := review.TakenFile(c, r.to.Force, r.to.Name, r.report); busy != "" {
		return nil, errors.Join(output.ExistsError(busy), c.Close(false))
	}
	if n := game.Searched(); n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "going on with %s: %d of %d positions are searched already\n", name, n,
			len(game.Turns))
	}
	return c, nil
}

// search searches the remaining positions and shows progress.
func (r *analyzeFlags) search(cmd *cobra.Command, game *review.Review, checkpoint *review.Checkpoint) error {
	bar := progress.NewBar(cmd.ErrOrStderr(), len(game.Turns))
	defer bar.Clear()
	bar.Set(game.Searched())
	config := r.config
	config.Threads, config.Seed = 1, checkpoint.Seed()
	save := func(turn int) error {
		bar.Set(game.Searched())
		return checkpoint.Save(game.Result(turn))
	}
	params := review.ParamsOf(r.config.Visits, r.config.Time)
	return game.RunDeepening(cmd.Context(), configure.Analyzer{Config: config}, params, r.config.Cores(), save)
}

// checkFiles returns an error if two outputs have the same file, or a file cannot be written.
func (r *analyzeFlags) checkFiles() error {
	if r.report != "" && filepath.Clean(cmp.Or(r.to.Name, "-")) == filepath.Clean(r.report) {
		return usageError{fmt.Errorf("-o and --report name the same file; give each its own")}
	}
	if err := cmp.Or(r.to.CheckName(), output.File{Name: r.report}.CheckName()); err != nil {
		return err
	}
	if busy := review.TakenFile(nil, r.to.Force, r.to.Name, r.report); busy != "" {
		return output.ExistsError(busy)
	}
	return nil
}

// readReview replays the main line of a record's first game for a review, up to most moves and
// under the rules from the flags. It prints how many moves it leaves out.
func (f *flags) readReview(cmd *cobra.Command, name string, c *sgf.Collection, most int) (*review.Review, error) {
	line, err := f.replay(c, 0, -1)
	if err != nil {
		return nil, err
	}
	warn(cmd, name, line.Problems)
	r, err := review.Read(c.Trees[0], line.Game.Rules(), most)
	if err == nil && r.Left > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: the first %d of %d moves are reviewed; use --max-moves for more\n", name,
			most, most+r.Left)
	}
	return r, err
}
