package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/engine/matches"
)

// fairFile is the name of the plot in a folder.
const fairFile = "komi.svg"

// selfNamed is how the player of a search for komi is called.
const selfNamed = "own"

func komiCommand(f *flags) *cobra.Command {
	k := &fairness{f: f}
	cmd := &cobra.Command{
		Use:   "komi",
		Short: "Find the fair komi of a board by self-play",
		Long: "Plays games of the computer against itself at several komi and estimates the komi\n" +
			"at which Black wins half of them, with a 95 % interval. Games begin with the empty\n" +
			"board and differ only by their seeds: first some at every komi, then more near the\n" +
			"fair one. No resignation. Except under territory scoring, every stone left is alive,\n" +
			"so that each score is exact. The answer holds for this player at these visits; a\n" +
			"stronger player may find another.\n" +
			"\n" +
			"On a Rosette board all differences in area are even, because the number of points\n" +
			"is even. Unless dame are left, any komi strictly between two of them decides games\n" +
			"alike. If the games confirm this, the fit uses the middle of each such step.",
		Example: "  rosette komi --board rosette-3 --visits 400 --games 200 --from -2 --to 14 --out base3\n" +
			"  rosette komi --board rosette-5 --time 1s --games 400 --parallel 2 --out base5",
		RunE: func(cmd *cobra.Command, _ []string) error { return k.command(cmd) },
	}
	set := cmd.Flags()
	set.IntVar(&k.all, "games", 100, "`number` of games")
	set.Float64Var(&k.from, "from", 0, "the lowest `komi` to play at")
	set.Float64Var(&k.to, "to", 15, "the highest `komi` to play at")
	set.Float64Var(&k.step, "step", 1, "`points` from one komi to the next, 0.5 or a whole number")
	set.IntVar(&k.parallel, "parallel", 1, "`number` of games at the same time")
	set.IntVar(&k.maxMoves, "max-moves", 0, "games are scored as they stand after this `number` of moves (default: three for each point)")
	set.StringVar(&k.out, "out", "", "`folder` for the finished games; the same command continues there")
	set.StringVar(&k.plot, "plot", "", "`FILE.svg` for a plot of the win rates; an existing file is overwritten")
	set.BoolVar(&k.asJSON, "json", false, "print the summary as one JSON object")
	f.register(cmd, []string{"board", "rules"}, computerFlags)
	refuse(cmd, "komi", "--komi is what is sought here; use --from and --to")
	return cmd
}

// A fairness is a search for fair komi.
type fairness struct {
	f              *flags
	all            int
	from, to, step float64
	parallel       int
	maxMoves       int
	out            string
	plot           string
	asJSON         bool

	folder *folder
	games  []matches.Game // finished ones
	run    *matches.Series
	asked  conditions
}

// Bounds of what the flags take.
const (
	mostGames = 1_000_000
	mostKomi  = 200
)

// command is rosette komi.
func (k *fairness) command(cmd *cobra.Command) (err error) {
	if err := k.check(); err != nil {
		return err
	}
	if err := k.prepare(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.folder.close()) }()
	played := k.play(cmd.Context(), newProgress(cmd.ErrOrStderr()))
	if len(k.games) == 0 {
		return played
	}
	return errors.Join(played, k.report(cmd.OutOrStdout()))
}

// check says which flags are out of bounds.
func (k *fairness) check() error {
	for _, bound := range []struct {
		name       string
		n          int
		least, top int
	}{
		{"games", k.all, 1, mostGames},
		{"parallel", k.parallel, 1, configure.MaxThreads},
		{"max-moves", k.maxMoves, 0, mostMoves},
	} {
		if bound.n < bound.least || bound.n > bound.top {
			return usageError{fmt.Errorf("--%s %d; use %d to %d", bound.name, bound.n, bound.least, bound.top)}
		}
	}
	for _, komi := range []struct {
		name string
		at   float64
	}{{"from", k.from}, {"to", k.to}} {
		if 2*komi.at != math.Trunc(2*komi.at) || math.IsInf(komi.at, 0) { // NaN is unlike itself
			return usageError{fmt.Errorf("--%s %v; use a whole or half number", komi.name, komi.at)}
		}
	}
	switch {
	case !(k.step == 0.5 || k.step >= 1 && k.step == math.Trunc(k.step)) || math.IsInf(k.step, 0):
		return usageError{fmt.Errorf("--step %v; use 0.5 or a whole number of points", k.step)}
	case !(k.from+k.step <= k.to):
		return usageError{fmt.Errorf("--from %v --to %v; use two komi that are --step %v apart or more", k.from, k.to, k.step)}
	case (k.to-k.from)/k.step >= mostKomi:
		return usageError{fmt.Errorf("--from %v --to %v are more than %d komi; use a larger --step than %v", k.from, k.to, mostKomi, k.step)}
	case k.f.fromFile():
		return usageError{errors.New("a search for komi knows no board from a file; use --board rosette-5 or another by name")}
	}
	return nil
}

// prepare reads the player, draws up the series and opens the folder.
func (k *fairness) prepare() error {
	graph, rules, err := k.f.position()
	if err != nil {
		return err
	}
	for _, komi := range []float64{k.from, k.to} {
		if rules.Komi = komi; rules.Check() != nil {
			return usageError{rules.Check()}
		}
	}
	rules = matches.Exact(rules)
	rules.Komi = 0
	player, err := k.f.contestantOf(selfNamed + " = resign=no")
	if err != nil {
		return usageError{err}
	}
	if k.maxMoves == 0 {
		k.maxMoves = 3 * graph.Points()
	}
	k.asked = conditions{
		Kind: "komi", Board: graph.Name(), Rules: rules, Players: []string{player.text}, Openings: "seeds alone",
		Defaults: fmt.Sprintf("level=%s visits=%d time=%v threads=%d", k.f.config.Level, k.f.config.Visits, k.f.config.Time, player.config.Threads),
		Seed:     k.f.randomSeed(), MaxMoves: k.maxMoves,
		Komi: fmt.Sprintf("%v to %v by %v", k.from, k.to, k.step),
	}
	if hash := k.f.config.NetworkHash(graph, rules); hash != "" {
		k.asked.Defaults += " network=" + hash
	}
	if k.folder, k.games, err = openFolder(k.out, &k.asked, k.f.set.Changed("seed")); err != nil {
		return err
	}
	k.run = &matches.Series{
		Graph: graph, Rules: rules, Games: k.all, Parallel: k.parallel, MaxMoves: k.maxMoves, Seed: k.asked.Seed,
		Player: player.enter(time.Minute, matches.NewMeter(ownTime), &deadstones.Cache{Judge: deadstones.Judge{Network: k.f.config.NetworkFor, Seed: k.asked.Seed}}),
	}
	for i := range int((k.to-k.from)/k.step) + 1 {
		k.run.Grid = append(k.run.Grid, k.from+float64(i)*k.step)
	}
	return nil
}

// play plays what is not yet played, tells each game, and says whether it was
// interrupted.
func (k *fairness) play(ctx context.Context, p *progress) error {
	if len(k.games) > 0 {
		p.sayf("%d games of %d are played already", len(k.games), k.all)
	}
	done := k.games[:len(k.games):len(k.games)]
	k.run.Played = func(g matches.Game) error {
		if err := k.folder.keep(g); err != nil {
			return err
		}
		k.games = append(k.games, g)
		p.sayf("game %d of %d: komi %v, %s (%s, %d moves); %s", g.Number+1, k.all, g.Trial.Komi, g.Result, g.End, g.Moves, k.short())
		return nil
	}
	var unsaid error // what the log could not take
	k.run.Log = func(text string) {
		if k.folder.path == "" {
			p.done()
			p.sayf("%s", text)
		} else if _, err := fmt.Fprintf(k.folder.log, "%s %s\n", time.Now().Format(time.RFC3339), text); err != nil {
			unsaid = fmt.Errorf("--out: %w", err)
		}
	}
	err := errors.Join(k.run.Run(ctx, done), unsaid)
	p.done()
	if ctx.Err() == nil {
		return err
	}
	if k.out == "" {
		return fmt.Errorf("interrupted after %d games, which are lost; with --out the same command would continue", len(k.games))
	}
	return fmt.Errorf("interrupted after %d games; the same command continues", len(k.games))
}

// short says in half a line how it stands.
func (k *fairness) short() string {
	curve, err := matches.FitKomi(k.games)
	if err != nil {
		return "fair komi unknown yet"
	}
	return fmt.Sprintf("fair komi about %.1f", curve.Even)
}

// report prints what was found and keeps it.
func (k *fairness) report(out io.Writer) error {
	s := k.summary()
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if err := errors.Join(k.folder.write(summaryFile, text), k.draw(s)); err != nil {
		return err
	}
	if !k.asJSON {
		text = []byte(s.words())
	}
	_, err = out.Write(text)
	return err
}

// draw plots the shares where a file or folder is named.
func (k *fairness) draw(s *fairSummary) error {
	var picture bytes.Buffer
	title := fmt.Sprintf("%s, %s, %s, %d games", k.asked.Board, ruleset(k.asked), k.asked.Defaults, len(k.games))
	var fair *matches.Fair
	if s.Unknown == "" {
		fair = &s.found
	}
	if err := matches.PlotFair(&picture, title, s.rows, fair); err != nil {
		return err
	}
	if err := k.folder.write(fairFile, picture.Bytes()); err != nil || k.plot == "" {
		return err
	}
	return writeFile(io.Discard, k.plot, true, picture.Bytes())
}
