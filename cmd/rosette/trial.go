package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/internal/progress"
	"rosette/lab/matches"
	"rosette/lab/train"
)

func trialCommand(f *flags) *cobra.Command {
	m := &train.Match{}
	var minutes float64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "trial FIRST SECOND",
		Short: "Play a match between two networks at equal visits",
		Long: "Plays every opening twice, with the colours swapped, between two networks at\n" +
			"equal visits, by search alone: without resignation, passing rules or clock. A\n" +
			"player is a network FILE, the socket of an evaluation server (python3 -m\n" +
			"learn.serve NET --socket SOCKET), or playouts. Games unfinished after\n" +
			"--minutes are scored as they stand.",
		Example: "  rosette lab trial new.rnet old.rnet --board rosette-3 --pairs 100\n" +
			"  rosette lab trial /tmp/new.sock playouts --parallel 512 --minutes 5 --json",
		Args: namedArguments,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if !(minutes >= 0 && minutes <= maxMinutes) {
				return usageError{fmt.Errorf("--minutes %v; use a number above 0, or 0 for no limit", minutes)}
			}
			if m.Graph, m.Rules, err = f.position(); err != nil {
				return err
			}
			if m.Seed = f.randomSeed(); m.Parallel == 0 {
				m.Parallel = f.config.Cores()
			}
			r, err := playTrial(cmd, m, args, minutesOf(minutes))
			if err != nil && (cmd.Context().Err() == nil || r.Standing.Games == 0) {
				return err
			}
			return joinLine(err, printLine(cmd.OutOrStdout(), asJSON, r))
		},
	}
	set := cmd.Flags()
	intFlag(set, &m.Pairs, "pairs", 40, 1, maxBatches,
		"`number` of openings, each played twice with the colours swapped")
	intFlag(set, &m.Visits, "trial-visits", 64, 1, configure.MaxVisits, "`number` of visits per move")
	intFlag(set, &m.Parallel, "parallel", 0, 0, maxAtOnce, "`number` of concurrent games; 0 for one per core")
	set.Float64Var(&minutes, "minutes", 0, "stop after this number of `minutes`; 0 for no limit")
	set.BoolVar(&asJSON, "json", false, "print the result as one line of JSON")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	return cmd
}

// playTrial plays a match between two named players and shows the standing.
func playTrial(cmd *cobra.Command, m *train.Match, names []string, limit time.Duration) (train.MatchResult, error) {
	p := progress.New(cmd.ErrOrStderr())
	defer p.Clear()
	r, err := m.PlayNamed(cmd.Context(), [2]string(names), limit, func(now matches.Standing) {
		onTerminal(p, fmt.Sprintf("%d–%d, %d drawn", now.Wins, now.Losses, now.Draws))
	})
	if errors.As(err, new(train.PlayerError)) {
		err = usageError{err}
	}
	return r, err
}
