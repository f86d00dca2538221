package main

import (
	"github.com/spf13/cobra"

	"rosette/lab/storm"
)

func stormChartCommand() *cobra.Command {
	curve := ""
	cmd := &cobra.Command{
		Use:   "chart FILE.jsonl…",
		Short: "Plot measurements of rosette lab storm",
		Long: "Plots rows that rosette lab storm games, spectators or history wrote with\n" +
			"--out or --json, and prints an SVG with one curve per kind of server: SQLite,\n" +
			"PostgreSQL, several servers on one database.",
		Example: "  rosette lab storm chart sqlite/rows.jsonl postgres/rows.jsonl > games.svg",
		Args:    namedArguments,
		RunE: func(cmd *cobra.Command, files []string) error {
			var all []storm.Row
			for _, name := range files {
				rows, err := storm.ReadRows(name)
				if err != nil {
					return err
				}
				all = append(all, rows...)
			}
			return storm.Draw(cmd.OutOrStdout(), curve, all)
		},
	}
	cmd.Flags().StringVar(&curve, "curve", "games", "`scenario` to plot: games, spectators or history")
	return cmd
}
