package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/game/sgf"
	"rosette/report"
)

// A reviewing is what rosette analyze was asked for.
type reviewing struct {
	*flags
	to, report             string
	line                   int
	asJSON, lenient, force bool
}

// reviewVisits are the visits of a position without --visits and --time.
const reviewVisits = 3000

func analyzeCommand(f *flags) *cobra.Command {
	r := &reviewing{flags: f}
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
			"  rosette analyze game.sgf --time 5s -o reviewed.sgf\n" +
			"  rosette analyze game.sgf --visits 20000 --json",
		Args: fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args[0]) },
	}
	set := cmd.Flags()
	set.StringVarP(&r.to, "output", "o", "", "the `file` to write the reviewed record to (default: standard output)")
	set.StringVar(&r.report, "report", "", "an HTML `file` for a page with a graph and diagrams")
	set.BoolVar(&r.asJSON, "json", false, "print every move as JSON instead of the record")
	set.IntVar(&r.line, "line", 10, "longest better variation, a `number` of moves")
	set.BoolVar(&r.lenient, "lenient", false, "skip invalid parts instead of failing")
	set.BoolVar(&r.force, "force", false, "overwrite an existing file")
	f.register(cmd, []string{"rules", "komi", "network", "time", "visits", "threads", "seed"})
	refuse(cmd, "level", "analyze takes no --level: it always thinks as well as it can")
	return cmd
}

func (r *reviewing) run(cmd *cobra.Command, name string) error {
	if r.line < 0 || r.line > 100 {
		return usageError{fmt.Errorf("--line %d; use 0 for no variations, or up to 100 moves", r.line)}
	}
	if busy := review.TakenFile(nil, r.force, r.to, r.report); busy != "" {
		return taken(busy)
	}
	c, err := firstGame(cmd, name, r.lenient, "reviewed")
	if err != nil {
		return err
	}
	game, err := r.read(c.Trees[0])
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	checkpoint, err := r.open(cmd, game)
	if err != nil {
		return err
	}
	err = r.review(cmd, c, game, checkpoint)
	return errors.Join(err, checkpoint.Close(err == nil))
}

// read replays the game by the rules of the file and the flags.
func (r *reviewing) read(root *sgf.Node) (*review.Review, error) {
	g, _, err := sgf.MainLine(root, -1)
	if err != nil {
		return nil, err
	}
	under, err := (&scoring{flags: r.flags}).under(root, g)
	if err != nil {
		return nil, err
	}
	return review.Read(root, under.Rules())
}

// params returns what a position is searched for.
func (r *reviewing) params() engine.SearchParams {
	p := engine.SearchParams{Visits: r.config.Visits, Time: r.config.Time}
	if p.Visits == 0 && p.Time == 0 {
		p.Visits = reviewVisits
	}
	return p
}

// open opens the checkpoint and says from where the review goes on.
func (r *reviewing) open(cmd *cobra.Command, game *review.Review) (*review.Checkpoint, error) {
	positions, err := game.Key()
	if err != nil {
		return nil, err
	}
	p, name := r.params(), review.CheckpointName(r.to, r.report)
	key := review.Key{Positions: positions, Visits: p.Visits, Time: p.Time, Seed: r.randomSeed(), Network: r.config.NetworkHash(game.Graph, game.Rules)}
	c, err := review.OpenCheckpoint(name, game, key, !r.set.Changed("seed"), r.force)
	switch {
	case errors.Is(err, review.ErrNotCheckpoint):
		return nil, usageError{fmt.Errorf("%w; move it away, or use --force", err)}
	case errors.Is(err, review.ErrOtherReview):
		return nil, usageError{fmt.Errorf("%s keeps an unfinished review of another game, or with other --rules, --komi, --visits, --time, --seed or --network; repeat that command, or use --force", name)}
	case err != nil:
		return nil, err
	}
	if busy := review.TakenFile(c, r.force, r.to, r.report); busy != "" {
		return nil, errors.Join(taken(busy), c.Close(false))
	}
	if n := game.Searched(); n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "going on with %s: %d of %d positions are searched already\n", name, n, len(game.Turns))
	}
	return c, nil
}

// review searches and writes, the whole or what there was time for.
func (r *reviewing) review(cmd *cobra.Command, c *sgf.Collection, game *review.Review, checkpoint *review.Checkpoint) error {
	stopped := r.search(cmd, game, checkpoint)
	all := game.Assess()
	wrong := game.Annotate(all, r.line)
	if wrong == nil {
		files := report.ReviewFiles{Record: r.to, Page: r.report, JSON: r.asJSON}
		wrong = files.Write(c, game, all, func(name string, text []byte) error {
			if err := writeFile(cmd.OutOrStdout(), name, r.force || checkpoint.Wrote(name), text); err != nil {
				return err
			}
			return checkpoint.SaveFile(name, text)
		})
	}
	if stopped == nil {
		return wrong
	}
	kept, then := ", which are kept", ""
	if wrong != nil {
		kept = ""
	}
	if checkpoint.Kept() {
		then = "; the same command goes on"
	}
	return joinLine(fmt.Errorf("stopped after %d of %d moves%s: %w%s", max(0, game.Done-1), len(game.Turns)-1, kept, stopped, then), wrong)
}

// search searches what has not been searched and shows how far it has come.
func (r *reviewing) search(cmd *cobra.Command, game *review.Review, checkpoint *review.Checkpoint) error {
	bar := newBar(cmd.ErrOrStderr(), len(game.Turns))
	defer bar.done()
	bar.show(game.Searched())
	config := r.config
	config.Threads, config.Seed = 1, checkpoint.Seed()
	err := game.Run(cmd.Context(), configure.Analyzer{Config: config}, r.params(), r.config.Cores(), func(turn int) error {
		bar.show(game.Searched())
		return checkpoint.Save(game.Result(turn))
	})
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	return err
}
