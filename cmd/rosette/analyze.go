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
		Short: "Review a game: win rates, scores, mistakes and better moves",
		Long: "Searches every position in the main line and writes a copy of the record with\n" +
			"win rates and scores, the mistakes, and better moves as variations. --report\n" +
			"also writes an HTML page with a graph and diagrams. A mistake is a move whose\n" +
			"loss exceeds twice the error of the review, by two longer searches. A last line\n" +
			"compares reviews on this board with a stronger engine.\n\n" +
			"Ctrl-C writes the part of the review that is complete. While a review is\n" +
			"incomplete, its state is in a .part file next to -o or --report, and the same\n" +
			"command resumes it.",
		Example: "  rosette analyze game.sgf -o reviewed.sgf --report game.html\n" +
			"  rosette analyze game.sgf --visits 20000 --json",
		Args: fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args[0]) },
	}
	set := cmd.Flags()
	outputFlag(set, &r.to, "`file` for the reviewed record (default: standard output)")
	set.StringVar(&r.report, "report", "", "HTML `file` for a report with a graph and diagrams")
	set.BoolVar(&r.asJSON, "json", false, "print the reading and each move as JSON, not the record")
	intFlag(set, &r.line, "line", 10, 0, 100, "maximum `number` of moves in a better variation")
	intFlag(set, &r.maxMoves, "max-moves", 2000, 1, maxMoves,
		"maximum `number` of moves to review")
	registerGame(set)
	f.registerRecord(cmd, "network", "time", "visits", "threads", "seed", "charset")
	reword(cmd, "time", "time for each position, a `duration` such as 500ms or 2s (default: no limit)")
	reword(cmd, "visits", "maximum `number` of visits for each position (default: 3000, unless --time is given)")
	refuse(cmd, "level", "analyze has no --level: it always plays at full strength")
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
	builtIn := r.config.Network == nil && !r.config.Playouts
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", name, review.StrengthText(game.Graph, builtIn))
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
		fmt.Fprintf(cmd.ErrOrStderr(), "resuming %s: %d of %d positions are complete\n", name, n,
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
		return usageError{fmt.Errorf("-o and --report are the same file; use two")}
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
	remark(cmd, name, line)
	override, err := f.override()
	if err != nil {
		return nil, err
	}
	r, err := review.Read(c.Trees[0], override, most)
	if err == nil && r.Left > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: reviewed the first %d of %d moves; use --max-moves for more\n", name,
			most, most+r.Left)
	}
	return r, err
}
