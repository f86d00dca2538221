package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rosette/lab/matches"
)

// ladderFlags are the flags for a round-robin.
type ladderFlags struct {
	runFlags
	list, anchor, plot, curve string
}

func ladderCommand(f *flags) *cobra.Command {
	l := &ladderFlags{runFlags: runFlags{flags: f, kind: "ladder"}}
	cmd := &cobra.Command{
		Use:   "ladder PLAYER PLAYER…",
		Short: "Rate several engines in a round robin",
		Long: "Plays every pair of players, as rosette match does, and prints Bradley-Terry\n" +
			"ratings relative to the anchor, with 95 % intervals. With --reach, only players\n" +
			"close to each other in the list play each other. Write each player as for\n" +
			"rosette match, or list the players in --players FILE, one per line; lines that\n" +
			"begin with # are comments. A plot goes to the --out folder.",
		Example: "  rosette ladder 'k1 = visits=1000' 'k2 = visits=2000' 'k4 = visits=4000' \\\n      --anchor k1=0 --out ladder\n" +
			"  rosette ladder --reach 2 --pairs 20 level=1 level=2 level=3 level=4 level=5\n" +
			"  rosette ladder --reach 2 --visits 64 network=000000.rnet network=000001.rnet \\\n      --curve rising.svg",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(cmd, args) },
	}
	l.register(cmd, 10)
	intFlag(cmd.Flags(), &l.reach, "reach", 0, 0, maxGames,
		"pair only players up to this `number` of places apart in the list; 2 suffices if it is sorted by strength, 0 for all")
	set := cmd.Flags()
	set.StringVar(&l.list, "players", "", "`FILE` with one player per line")
	set.StringVar(&l.anchor, "anchor", "", "`NAME=ELO` of a player with a known rating (default: the first player, 0)")
	set.StringVar(&l.plot, "plot", "", "`FILE.svg` for a plot of the ratings, overwritten if it exists")
	set.StringVar(&l.curve, "curve", "",
		"`FILE.svg` for a plot of network ratings over training steps, overwritten if it exists")
	return cmd
}

// run plays a ladder and prints the ratings.
func (l *ladderFlags) run(cmd *cobra.Command, args []string) (err error) {
	texts, err := playerTexts(l.list, args)
	if err := errors.Join(checkPicture("plot", l.plot, l.out), checkPicture("curve", l.curve, l.out), err); err != nil {
		return err
	}
	run, players, err := l.open(texts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	names := matches.PlayerNames(players)
	anchor, elo, err := matches.ReadAnchor(l.anchor, names)
	if err != nil {
		return usageError{fmt.Errorf("--anchor %w", err)}
	}
	steps, err := l.steps(run, players)
	if err != nil {
		return err
	}
	summary := func() (matches.LadderSummary, error) {
		return matches.NewLadderSummary(run.Conditions, names, run.Games, anchor, elo)
	}
	played := l.play(cmd, run, func(matches.Game) string {
		s, err := summary()
		if err != nil {
			return err.Error()
		}
		return s.Line()
	})
	s, err := summary()
	if err != nil {
		return errors.Join(played, err)
	}
	if err := l.report(cmd.OutOrStdout(), run, s, s.Text()); err != nil {
		return joinLine(played, err)
	}
	return joinLine(played, l.draw(run, s, steps))
}

// draw plots the ratings if a file or folder is named.
func (l *ladderFlags) draw(run *matches.Run, s matches.LadderSummary, steps map[string]float64) error {
	rated, learned, err := s.Plots(steps)
	if err != nil {
		return err
	}
	if err := run.WriteFile(matches.PlotFile, rated); err != nil {
		return err
	}
	return cmp.Or(writePicture(l.plot, rated), writePicture(l.curve, learned))
}

// steps returns the networks' learning steps, or nil without --curve.
func (l *ladderFlags) steps(run *matches.Run, players []*matches.Spec) (map[string]float64, error) {
	if l.curve == "" {
		return nil, nil
	}
	steps, err := matches.LearningSteps(players, run.Graph(), run.Conditions.Rules)
	if err != nil {
		return nil, usageError{fmt.Errorf("--curve: %w", err)}
	}
	return steps, nil
}

// playerTexts returns the players on the command line and in a file, if any, with one player a
// line.
func playerTexts(file string, args []string) ([]string, error) {
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, usageError{fmt.Errorf("--players: %w", err)}
		}
		args = append(args, matches.ReadPlayerList(string(text))...)
	}
	if len(args) < 2 {
		return nil, usageError{
			fmt.Errorf("a ladder needs two or more players, not %d; each is %s", len(args), matches.SpecSyntax),
		}
	}
	return args, nil
}
