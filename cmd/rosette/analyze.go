package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/game/sgf"
)

// A reviewing is what rosette analyze was asked for.
type reviewing struct {
	*flags
	to, report     string
	asJSON         bool
	line           int
	lenient, force bool
	notes          notebook
}

// reviewVisits is what a position gets when nobody says.
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
	if err := r.check(); err != nil {
		return usageError{err}
	}
	c, err := firstGame(cmd, name, r.lenient, "reviewed")
	if err != nil {
		return err
	}
	root := c.Trees[0]
	game, err := r.read(root)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := r.open(cmd, game); err != nil {
		return err
	}
	return r.finish(r.study(cmd, name, c, game))
}

// study searches and writes, the whole or what there was time for.
func (r *reviewing) study(cmd *cobra.Command, name string, c *sgf.Collection, game *review.Review) error {
	stopped := r.look(cmd, game)
	judged := game.Judge()
	if err := game.Write(judged, r.line); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	wrong := r.write(cmd, c, game, judged)
	if stopped == nil {
		return wrong
	}
	kept, then := ", which are kept", ""
	if wrong != nil {
		kept = ""
	}
	if r.notes.file != nil {
		then = "; the same command goes on"
	}
	return joinLine(fmt.Errorf("stopped after %d of %d moves%s: %w%s", max(0, game.Done-1), len(game.Turns)-1, kept, stopped, then), wrong)
}

// check says which flags cannot be, before anybody waits for a search.
func (r *reviewing) check() error {
	if r.line < 0 || r.line > 100 {
		return fmt.Errorf("--line %d; use 0 for no variations, or up to 100 moves", r.line)
	}
	for _, to := range []string{r.to, r.report} {
		if to == "" || to == "-" {
			continue
		}
		there, err := os.Stat(to)
		if err != nil {
			continue
		}
		if _, err := os.Stat(r.part()); there.IsDir() || !r.force && (r.part() == "" || err != nil) {
			return fmt.Errorf("%s exists already; use another name, or --force", to)
		}
	}
	return nil
}

// read takes the game by the rules of the file and the flags.
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

// asks is what a position is searched for.
func (r *reviewing) asks() engine.SearchParams {
	q := engine.SearchParams{Visits: r.config.Visits, Time: r.config.Time}
	if q.Visits == 0 && q.Time == 0 {
		q.Visits = reviewVisits
	}
	return q
}

// look searches, and shows how far it has come.
func (r *reviewing) look(cmd *cobra.Command, game *review.Review) error {
	bar := newBar(cmd.ErrOrStderr(), len(game.Turns))
	defer bar.done()
	bar.show(game.Seen())
	config := r.config
	config.Threads, config.Seed = 1, r.notes.seed
	err := game.Look(cmd.Context(), configure.Analyzer{Config: config}, r.asks(), r.config.Cores(), func(turn int) error {
		bar.show(game.Seen())
		return r.notes.keep(game.Sight(turn))
	})
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	return err
}

// write puts what was found where the flags want it.
func (r *reviewing) write(cmd *cobra.Command, c *sgf.Collection, game *review.Review, judged []review.Judged) error {
	out := cmd.OutOrStdout()
	if r.report != "" {
		var page bytes.Buffer
		title := game.Root.Players()
		if title == "" {
			title = "A game on " + game.Graph.Name()
		}
		if err := game.Page(&page, title, under(game), judged); err != nil {
			return err
		}
		if err := r.put(out, r.report, page.Bytes()); err != nil {
			return err
		}
	}
	if r.asJSON {
		if judged == nil {
			judged = []review.Judged{}
		}
		if err := json.NewEncoder(out).Encode(judged); err != nil {
			return err
		}
	}
	if r.to == "" && (r.asJSON || r.report != "") {
		return nil
	}
	var text bytes.Buffer
	if err := sgf.Write(&text, c); err != nil {
		return err
	}
	return r.put(out, r.to, text.Bytes())
}

// put writes a file, over what this review has written there before it was
// stopped.
func (r *reviewing) put(out io.Writer, to string, text []byte) error {
	if err := writeFile(out, to, r.force || r.notes.wrote(to), text); err != nil {
		return err
	}
	return r.notes.writes(to, text)
}

// under says what was played, in one line.
func under(game *review.Review) string {
	root := game.Root
	words := []string{game.Graph.Name(), game.Rules.Preset, fmt.Sprintf("komi %v", game.Rules.Komi), sgf.SimpleText(root.Raw("DT")), sgf.SimpleText(root.Raw("RE"))}
	var said []string
	for _, w := range words {
		if w != "" {
			said = append(said, plain("%s", w))
		}
	}
	return strings.Join(said, ", ")
}
