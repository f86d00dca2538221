package main

import "github.com/spf13/cobra"

// labGroups are the commands under rosette lab.
var labGroups = []group{
	{"training", "Networks and training:", []func(*flags) *cobra.Command{
		networkCommand, trainCommand, selfplayCommand, archiveCommand, trialCommand, shapesCommand,
	}},
	{"values", "Exact values and fair komi:", []func(*flags) *cobra.Command{
		solveCommand, komiCommand, evenCommand, perftCommand,
	}},
	{"measurement", "Measurement:", []func(*flags) *cobra.Command{
		benchCommand, calibrateCommand, examCommand, stormCommand,
	}},
}

func labCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Train networks, solve boards, measure engines and servers",
		Long: "Commands for research: networks and their training, exact values of small\n" +
			"boards, fair komi, and measurements of the engine and a server. Long runs store\n" +
			"results in a folder, and the same command resumes an interrupted run.",
		Example: "  rosette lab train --board rosette-2 --minutes 10\n" +
			"  rosette lab komi --board rosette-5 --time 1s --games 400\n  rosette lab bench",
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addGroups(cmd, f, labGroups)
	return cmd
}
