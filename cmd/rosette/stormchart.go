package main

import (
	"github.com/spf13/cobra"

	"rosette/lab/storm"
)

func stormChartCommand() *cobra.Command {
	curve := ""
	cmd := &cobra.Command{
		Use:   "chart FILE.jsonl…",
		Short: "Draw measurements of rosette lab storm",
		Long: "Draws rows of rosette lab storm games, spectators or history, as --out and --json write\n" +
			"them, and writes an SVG. There is a line for each kind of server: SQLite, PostgreSQL,\n" +
			"and several servers on one database.",
		Example: "  rosette lab storm chart --curve games sqlite/rows.jsonl postgres/rows.jsonl > games.svg",
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
	cmd.Flags().StringVar(&curve, "curve", "games", "`scenario` whose rows are drawn: games, spectators or history")
	return cmd
}
