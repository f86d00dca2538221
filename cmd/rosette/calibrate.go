package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/internal/progress"
	"rosette/lab/calibration"
)

// calibrateFlags are the flags for lab calibrate.
type calibrateFlags struct {
	*flags
	positions, finished int
	asJSON              bool
}

func calibrateCommand(f *flags) *cobra.Command {
	c := &calibrateFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "calibrate [FILE]",
		Short: "Measure whether a network's lead can be believed",
		Long: "Measures a network on positions drawn by --seed, without search: whether the\n" +
			"lead moves by a point when komi does, by the score head and by the sum of\n" +
			"ownership; how much lead and win probability differ between rules that change\n" +
			"nothing (ko and suicide); and whether finished positions with dead stones are\n" +
			"seen as finished. The network that comes with the program plays the games that\n" +
			"positions come from. Without --board it measures the usual boards, and without\n" +
			"--rules the usual rules by area and by territory.",
		Example: "  rosette lab calibrate\n  rosette lab calibrate new.rnet --board square-19 --positions 40 --seed 2",
		Args:    networkArgument,
		RunE:    func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	set := cmd.Flags()
	intFlag(set, &c.positions, "positions", 20, 1, 10_000, "`number` of positions with komi and rules varied")
	intFlag(set, &c.finished, "finished", 0, 0, 10_000, "`number` of finished positions")
	set.BoolVar(&c.asJSON, "json", false, "print JSON, a line for each board and ruleset")
	f.register(cmd, []string{"board", "rules", "seed"})
	reword(cmd, "seed", runSeed)
	return cmd
}

func (c *calibrateFlags) run(cmd *cobra.Command, files []string) error {
	plans, err := c.plans(files)
	if err != nil {
		return err
	}
	if !c.asJSON {
		fmt.Fprintln(cmd.OutOrStdout(), calibration.Header())
	}
	bar := progress.NewBar(cmd.ErrOrStderr(), len(plans)*(c.positions+c.finished))
	defer bar.Clear()
	for i, plan := range plans {
		report, err := plan.Run(cmd.Context(), func(done int) { bar.Set(i*(c.positions+c.finished) + done) })
		if err != nil {
			return err
		}
		bar.Clear()
		if c.asJSON {
			err = json.NewEncoder(cmd.OutOrStdout()).Encode(report)
		} else {
			_, err = fmt.Fprintln(cmd.OutOrStdout(), report)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// plans returns a plan for each board and ruleset. A network file is measured on the boards of its
// lattice.
func (c *calibrateFlags) plans(files []string) (all []calibration.Plan, err error) {
	names := calibration.Boards
	if c.set.Changed("board") {
		names = []string{c.boardName}
	}
	for _, name := range names {
		onBoard := *c.flags
		onBoard.boardName = name
		graph, rules, err := onBoard.position()
		if err != nil {
			return nil, err
		}
		rulesets := []game.Rules{rules}
		if !c.set.Changed("rules") {
			rulesets = calibration.Rulesets(graph)
		}
		for _, r := range rulesets {
			net, _, err := c.networkFor(game.New(graph, r), files)
			switch {
			case err != nil && len(files) > 0 && !c.set.Changed("board"):
				continue
			case err != nil:
				return nil, err
			}
			all = append(all, calibration.Plan{
				Network: net, Player: neural.Shipped(graph, r), Graph: graph, Rules: r,
				Positions: c.positions, Finished: c.finished, Seed: c.config.Seed,
			})
		}
	}
	if len(all) == 0 {
		return nil, usageError{fmt.Errorf("%s is for none of the usual boards; name one with --board", files[0])}
	}
	return all, nil
}
