package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/lab/komi"
	"rosette/lab/matches"
)

// komiFlags are the flags for a search for fair komi.
type komiFlags struct {
	runFlags
	games          int
	from, to, step float64
	plot           string
}

func komiCommand(f *flags) *cobra.Command {
	k := &komiFlags{runFlags: runFlags{flags: f, kind: "komi"}}
	cmd := &cobra.Command{
		Use:   "komi",
		Short: "Find the fair komi of a board by self-play",
		Long: "Plays the computer against itself at several komi and estimates the komi at\n" +
			"which Black wins half the games, with a 95 % interval. Games start from the\n" +
			"empty board and differ only in their seeds: first some at every komi, then more\n" +
			"near the fair one. No player resigns; --adjudicate 0.98 ends decided games and\n" +
			"saves a fifth of the time. Scores are exact: except under territory scoring,\n" +
			"all stones left are alive. The result holds for this player at these visits; a\n" +
			"stronger one may differ.\n\n" +
			"On a Rosette board the number of points is even, so all area differences are\n" +
			"even. Without dame, every komi strictly between two neighbouring differences\n" +
			"gives the same winners. If the games confirm this, the fit uses the middle of\n" +
			"each such step.",
		Example: "  rosette lab komi --board rosette-3 --visits 400 --from -2 --to 14 --out base3\n" +
			"  rosette lab komi --board rosette-5 --time 1s --games 400 --out base5",
		RunE: func(cmd *cobra.Command, _ []string) error { return k.run(cmd) },
	}
	set := cmd.Flags()
	intFlag(set, &k.games, "games", 100, 1, maxGames, "`number` of games")
	set.Float64Var(&k.from, "from", 0, "lowest `komi` (default: 0)")
	set.Float64Var(&k.to, "to", 15, "highest `komi`")
	set.Float64Var(&k.step, "step", 1, "`points` between two komi, 0.5 or a whole number")
	intFlag(set, &k.parallel, "parallel", 1, 1, configure.MaxThreads, "`number` of concurrent games")
	intFlag(set, &k.maxMoves, "max-moves", 0, 0, maxMoves, maxMovesUsage)
	k.registerAdjudicate(set)
	set.StringVar(&k.out, "out", "", outUsage)
	set.BoolVar(&k.asJSON, "json", false, "print the summary as one JSON object")
	set.StringVar(&k.plot, "plot", "", "`FILE.svg` for a plot of Black's wins, overwritten if it exists")
	f.register(cmd, []string{"board", "rules"}, computerFlags)
	reword(cmd, "threads", ownThreads)
	refuse(cmd, "komi", "komi has no --komi: it searches from --from to --to")
	return cmd
}

// run searches and prints the results.
func (k *komiFlags) run(cmd *cobra.Command) (err error) {
	plan, err := k.planned()
	if err != nil {
		return err
	}
	run, err := plan.Open()
	if err != nil {
		return outError(err)
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	done := len(run.Played)
	p := progress.NewMeter(cmd.ErrOrStderr(), "games", done, k.games)
	defer p.Close()
	if done > 0 {
		p.Note(fmt.Sprintf("resuming: %d of %d games are finished", done, k.games))
	}
	played := run.Play(cmd.Context(), func(g matches.Game) {
		p.Set(len(run.Played), fmt.Sprintf("game %d of %d: komi %v, %s (%s, %s); %s", g.Number+1, k.games,
			g.Trial.Komi, g.Result, g.End, quote.Count(g.Moves, "move"), run.Line()))
	}, p.Note)
	p.Close()
	if len(run.Played) == 0 {
		return played
	}
	s := run.Summary(run.Command(k.changed("rules", "network", "level", "visits", "time", "threads", "memory")),
		version(), time.Now())
	err = errors.Join(played, k.report(cmd.OutOrStdout(), run, s, komi.Text(s)))
	picture, plotErr := run.Plot()
	if plotErr == nil {
		plotErr = writePicture(k.plot, picture)
	}
	return errors.Join(err, plotErr)
}

// planned returns the plan from the flags.
func (k *komiFlags) planned() (p komi.Plan, err error) {
	if k.fromFile() {
		return p, usageError{
			errors.New("komi does not support board files; use a board such as rosette-5"),
		}
	}
	if err := errors.Join(checkPicture("plot", k.plot, k.out), k.checkAdjudicate()); err != nil {
		return p, err
	}
	graph, rules, err := k.position()
	if err != nil {
		return p, err
	}
	player, err := k.specReader().Read("own = resign=no")
	if err != nil {
		return p, usageError{err}
	}
	p = komi.Plan{
		Graph: graph, Rules: rules, Player: player, Defaults: k.config, Memory: k.memoryText(),
		Games: k.games, From: k.from, To: k.to, Step: k.step, Parallel: k.parallel, MaxMoves: k.maxMoves,
		Adjudicate: k.adjudicate,
		Dir:        k.out, Seed: k.randomSeed(), FixedSeed: k.set.Changed("seed"),
	}
	if err := p.Check(); err != nil {
		return p, usageError{fmt.Errorf("--%w", err)}
	}
	return p, nil
}
