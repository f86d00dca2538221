package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/lab/matches"
)

// longMatchPairs is the default maximum number of pairs in a match with --sprt.
const longMatchPairs = 5000

// matchLong is the help text for rosette match.
const matchLong = "Plays every opening twice with the colours swapped, and prints the difference\n" +
	"in Elo with its 95 % interval, computed from the results of pairs. A player is\n" +
	"either [NAME = ] options for the built-in player (level, visits, time, threads,\n" +
	"memory, network, bits, playouts, seed, resign), such as \"level=8 visits=400\",\n" +
	"or a GTP engine's command. Put time=2s before the command to give the engine\n" +
	"that time per move. clock=30s sets the time for a game; clock=20s+1s adds a\n" +
	"second per move, for built-in players only. --level, --visits, --time,\n" +
	"--threads, --memory and --network are the defaults of built-in players\n" +
	"(network=none for playouts), which use one thread.\n\n" +
	"This program decides legality and result. A player that crashes, hangs, sends\n" +
	"an unreadable reply, refuses to move, plays an illegal move or exceeds its\n" +
	"clock loses the game (W+F), and so does one that cannot be restarted. The match\n" +
	"stops if a player cannot be started at the beginning, or fails to start in\n" +
	"three games in a row. If an engine rejects a legal move, its rules differ, and\n" +
	"the pair is discarded. Stones are dead only if the rules let players agree and\n" +
	"both name the same stones. log.txt in --out has all commands and replies."

func matchCommand(f *flags) *cobra.Command {
	r := &runFlags{flags: f, kind: "match"}
	var test string
	var alpha, beta float64
	cmd := &cobra.Command{
		Use:   "match PLAYER PLAYER",
		Short: "Play a match between two engines and estimate the Elo difference",
		Long:  matchLong,
		Example: "  rosette match --visits 800 'level=full' 'level=10' --pairs 50 --out ten\n" +
			"  rosette match --board square-9 --komi 7 --sprt 0,50 'time=300ms' \\\n      'gnugo --mode gtp --level 10 --chinese-rules --positional-superko\n      --allow-suicide --capture-all-dead'\n" +
			"  rosette match 'net = network=first.rnet time=500ms' 'none = time=500ms'\n" +
			"  rosette match 'quick = clock=10s+100ms' 'slow = clock=1m+500ms'\n" +
			"  rosette match 'new = visits=2000' 'old = ./rosette-old gtp --visits 2000'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return usageError{fmt.Errorf("a match needs two players, not %d; each is %s", len(args), matches.SpecSyntax)}
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.sprt, err = sprtOf(cmd, test, alpha, beta); err != nil {
				return err
			}
			if r.sprt != nil && !cmd.Flags().Changed("pairs") {
				r.pairs = longMatchPairs
			}
			return playMatch(cmd, r, args)
		},
	}
	r.register(cmd, 50)
	cmd.Flags().StringVar(&test, "sprt", "",
		"`ELO0,ELO1`: stop when a sequential test accepts one of the two differences (at most 5000 pairs, or --pairs)")
	cmd.Flags().Float64Var(&alpha, "alpha", 0.05, "`probability` that --sprt accepts ELO1 when ELO0 is true")
	cmd.Flags().Float64Var(&beta, "beta", 0.05, "`probability` that --sprt accepts ELO0 when ELO1 is true")
	return cmd
}

// sprtOf reads --sprt, --alpha and --beta. It returns nil without --sprt.
func sprtOf(cmd *cobra.Command, test string, alpha, beta float64) (*matches.SPRT, error) {
	if test == "" {
		if cmd.Flags().Changed("alpha") || cmd.Flags().Changed("beta") {
			return nil, usageError{errors.New("--alpha and --beta need --sprt ELO0,ELO1")}
		}
		return nil, nil
	}
	sprt, err := matches.ParseSPRT(test, alpha, beta)
	if err != nil {
		return nil, usageError{fmt.Errorf("--sprt %w", err)}
	}
	return sprt, nil
}

// playMatch plays a match and prints the results.
func playMatch(cmd *cobra.Command, r *runFlags, args []string) (err error) {
	run, players, err := r.open(args)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	score := matches.NewPairScore(players[0].Name, r.sprt)
	for _, g := range run.Games {
		score.Add(g)
	}
	summary := func() matches.MatchSummary {
		return matches.NewMatchSummary(run.Conditions, players[0].Name, players[1].Name, score.Standing())
	}
	played := r.play(cmd, run, func(g matches.Game) string {
		score.Add(g)
		return summary().Line()
	})
	if len(run.Games) == 0 {
		return played
	}
	s := summary()
	return joinLine(played, r.report(cmd.OutOrStdout(), run, s, s.Text()))
}
