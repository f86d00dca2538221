package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rosette/play"
	"rosette/server/store"
)

func databaseListCommand() *cobra.Command {
	var asked archiveFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [ID…]",
		Short: "List the games of a server",
		Long: "Prints a line for each game, the newest first: its ID, when it was opened, board,\n" +
			"players, moves and result. It changes nothing and may run beside serve.",
		Example: "  rosette database list\n  rosette database list --board rosette-5 --over --json",
		RunE: func(cmd *cobra.Command, ids []string) error {
			var found []store.Archived
			damaged, err := asked.read(cmd, ids, func(g store.Archived, _ *play.Match) error {
				found = append(found, g)
				return nil
			})
			if err != nil {
				return err
			}
			slices.SortStableFunc(found, func(a, b store.Archived) int { return b.Opened.Compare(a.Opened) })
			if asJSON {
				err = printJSONLines(cmd.OutOrStdout(), found)
			} else {
				err = printArchive(cmd.OutOrStdout(), found)
			}
			return errors.Join(err, damaged)
		},
	}
	asked.register(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a line of JSON for each game")
	return cmd
}

// printJSONLines prints games, one line of JSON each.
func printJSONLines(out io.Writer, games []store.Archived) error {
	lines := json.NewEncoder(out)
	for _, g := range games {
		if err := lines.Encode(g); err != nil {
			return err
		}
	}
	return nil
}

// printArchive prints games as a table.
func printArchive(out io.Writer, games []store.Archived) error {
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "id\topened\tboard\tblack\twhite\tmoves\tresult")
	for _, g := range games {
		fmt.Fprintln(table, strings.Join([]string{
			g.ID, g.Opened.UTC().Format(time.DateTime), g.Board, g.Black, g.White, fmt.Sprint(g.Moves), g.Result,
		}, "\t"))
	}
	return table.Flush()
}
