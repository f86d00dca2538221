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
		Long: "Plays every opening twice between two networks at equal visits, by search only: no\n" +
			"resignation, no passing rules, no clock. Each player is a network FILE, the socket\n" +
			"of an evaluation server (python3 -m learn.serve NET --socket SOCKET), or playouts.\n" +
			"Games unfinished at --minutes are scored as they stand.",
		Example: "  rosette lab trial new.rnet old.rnet --board rosette-3 --pairs 100\n" +
			"  rosette lab trial /tmp/new.sock playouts --parallel 512 --minutes 5 --json",
		Args: namedArguments,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if !(minutes >= 0 && minutes <= maxMinutes) {
				return usageError{fmt.Errorf("--minutes %v; use a number above 0, or 0 for no bound", minutes)}
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
	intFlag(set, &m.Parallel, "parallel", 0, 0, maxAtOnce, "`number` of games at once; 0 for one on each core")
	set.Float64Var(&minutes, "minutes", 0, "`minutes` until the match ends; 0 for no limit")
	set.BoolVar(&asJSON, "json", false, "print the result as a line of JSON")
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
