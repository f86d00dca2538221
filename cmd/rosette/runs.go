package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/engine/configure"
	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/lab/matches"
)

// Bounds for games, and flag descriptions that several commands share.
const (
	maxGames      = 1_000_000
	maxMoves      = 100_000
	maxMovesUsage = "score unfinished games after this `number` of moves (default: three per point)"
	outUsage      = "`folder` for the finished games; the same command resumes there"
)

// runFlags are the flags that match and ladder share.
type runFlags struct {
	*flags
	kind         string
	pairs        int
	reach        int
	parallel     int
	openingMoves int
	openings     string
	balanced     float64
	moveTimeout  time.Duration
	maxMoves     int
	adjudicate   float64
	out          string
	asJSON       bool
	sprt         *matches.SPRT
}

// register adds the flags to a command.
func (r *runFlags) register(cmd *cobra.Command, pairs int) {
	set := cmd.Flags()
	intFlag(set, &r.pairs, "pairs", pairs, 1, maxGames,
		"`number` of openings for each pair of players, each played twice with the colours swapped")
	intFlag(set, &r.parallel, "parallel", 1, 1, configure.MaxThreads, "`number` of concurrent games")
	intFlag(set, &r.openingMoves, "opening-moves", 4, 0, 100, "`number` of random moves in an opening")
	set.Float64Var(&r.balanced, "balanced", 0,
		"use only openings whose win rate after 1000 visits is within `x` of 50 %, for example 0.1 for 40 to 60 %; 0 for all")
	set.StringVar(&r.openings, "openings", "", "`FILE.sgf` with one game per opening, instead of random openings")
	set.DurationVar(&r.moveTimeout, "move-timeout", time.Minute,
		"a GTP engine loses the game if a reply takes longer than this `duration`")
	intFlag(set, &r.maxMoves, "max-moves", 0, 0, maxMoves, maxMovesUsage)
	r.registerAdjudicate(set)
	set.StringVar(&r.out, "out", "", outUsage)
	set.BoolVar(&r.asJSON, "json", false, "print the summary as one JSON object")
	r.flags.register(cmd, graphFlags, computerFlags, []string{"charset"})
	reword(cmd, "threads", ownThreads)
}

// registerAdjudicate adds the flag --adjudicate.
func (r *runFlags) registerAdjudicate(set *pflag.FlagSet) {
	set.Float64Var(&r.adjudicate, "adjudicate", 0,
		"win `probability`, such as 0.99, at which a game ends when both built-in players give it to one side for 8 turns; "+
			"0 for never")
}

// checkAdjudicate returns an error if --adjudicate is out of bounds.
func (r *runFlags) checkAdjudicate() error {
	if r.adjudicate != 0 && !(r.adjudicate > 0.5 && r.adjudicate < 1) {
		return usageError{
			fmt.Errorf("--adjudicate %v; use a probability between 0.5 and 1, such as 0.99, or 0", r.adjudicate),
		}
	}
	return nil
}

// check returns an error if flags are out of bounds or contradict each other.
func (r *runFlags) check() error {
	switch {
	case r.moveTimeout <= 0 || r.moveTimeout > configure.MaxTime:
		return usageError{
			fmt.Errorf("--move-timeout %v; use a duration up to %v, such as 60s", r.moveTimeout, configure.MaxTime),
		}
	case r.balanced != 0 && !(r.balanced > 0 && r.balanced < 0.5):
		return usageError{fmt.Errorf("--balanced %v; use a number between 0 and 0.5, such as 0.1, or 0", r.balanced)}
	case r.openings != "" && r.set.Changed("opening-moves"):
		return usageError{errors.New("--opening-moves and --openings exclude each other; use one of them")}
	case r.balanced > 0 && r.openings != "":
		return usageError{errors.New("--balanced and --openings exclude each other; use one of them")}
	}
	return r.checkAdjudicate()
}

// open reads the players and opens the run.
func (r *runFlags) open(texts []string) (*matches.Run, []*matches.Spec, error) {
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	graph, rules, err := r.position()
	if err != nil {
		return nil, nil, err
	}
	players, err := r.specReader().ReadAll(texts)
	if err != nil {
		return nil, nil, usageError{err}
	}
	p := matches.Plan{
		Kind: r.kind, Graph: graph, Rules: rules, Players: players, Defaults: r.config, Memory: r.memoryText(),
		Pairs: r.pairs, Reach: r.reach, Parallel: r.parallel, MaxMoves: r.maxMoves, OpeningMoves: r.openingMoves,
		Balanced:      r.balanced,
		AnswerTimeout: r.moveTimeout, Adjudicate: r.adjudicate, SPRT: r.sprt,
		Dir: r.out, Seed: r.randomSeed(), FixedSeed: r.set.Changed("seed"),
	}
	if r.openings != "" {
		if p.Book, err = os.ReadFile(r.openings); err != nil {
			return nil, nil, usageError{fmt.Errorf("--openings: %w", err)}
		}
		p.BookCharset = string(r.charset)
	}
	run, err := p.Open()
	return run, players, r.openError(err)
}

// openError names the flag in an error from [matches.Plan.Open].
func (r *runFlags) openError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*matches.BookError)):
		return usageError{fmt.Errorf("--openings %s: %w", r.openings, err)}
	case errors.As(err, new(matches.AdjudicateGTPError)):
		return usageError{fmt.Errorf("--%w", err)}
	}
	return outError(err)
}

// outError names --out in an error about a run's directory.
func outError(err error) error {
	if errors.As(err, new(*matches.UnusableDirError)) {
		return usageError{fmt.Errorf("--out %w", err)}
	}
	return fmt.Errorf("--out: %w", err)
}

// play plays a run and reports each game, followed by the standing that line returns.
func (r *runFlags) play(cmd *cobra.Command, run *matches.Run, line func(matches.Game) string) error {
	done := len(run.Games)
	p := progress.NewMeter(cmd.ErrOrStderr(), "games", done, run.Total())
	defer p.Close()
	if done > 0 {
		p.Note(fmt.Sprintf("resuming: %d of %d games are finished", done, run.Total()))
	}
	return run.Play(cmd.Context(), func(g matches.Game) {
		p.Set(len(run.Games), fmt.Sprintf("game %d of %d: %s – %s %s (%s, %s); %s", g.Number+1, run.Total(),
			g.Black, g.White, g.Result, g.End, quote.Count(g.Moves, "move"), line(g)))
	}, p.Note)
}

// report prints a summary as text or JSON, and writes the JSON to the run's directory.
func (r *runFlags) report(
	out io.Writer, run interface{ WriteFile(string, []byte) error }, summary any, text string,
) error {
	asJSON, err := json.MarshalIndent(summary, "", "  ")
	if err != nil {
		return err
	}
	asJSON = append(asJSON, '\n')
	shown := []byte(text)
	if r.asJSON {
		shown = asJSON
	}
	if _, err := out.Write(shown); err != nil {
		return err
	}
	return run.WriteFile(matches.SummaryFile, asJSON)
}
