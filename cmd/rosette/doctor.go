package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rosette/server/store"
)

func doctorCommand() *cobra.Command {
	var games databaseLocation
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check all stored games by replaying them",
		Long: "Reads the games in --data or --database and replays each from its events by the rules of this\n" +
			"program. It changes nothing, may run beside serve, and goes on where the file is\n" +
			"damaged. It fails if a game is not valid, or if the file was copied while serve\n" +
			"was writing to it and is not complete.",
		Example: "  rosette database doctor\n  rosette database doctor --data /var/lib/rosette --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := games.source()
			if err != nil {
				return err
			}
			report, err := store.Check(cmd.Context(), from)
			if err != nil {
				return err
			}
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(report)
			} else {
				printReport(cmd.OutOrStdout(), report)
			}
			if err != nil {
				return err
			}
			return report.Err()
		},
	}
	games.register(cmd.Flags(), "`folder` with the games")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON")
	return cmd
}

// printReport prints the faults in a database, one a line, and the number of games.
func printReport(out io.Writer, r store.Report) {
	for _, line := range r.Database {
		fmt.Fprintln(out, line)
	}
	for _, d := range r.Damaged {
		fmt.Fprintf(out, "%s: %s\n", d.Game, d.Error)
	}
	if r.Removed > 0 {
		fmt.Fprintf(out, "%d games of guests were removed\n", r.Removed)
	}
	fmt.Fprintf(out, "%d games are sound, %d are not\n", r.Sound, len(r.Damaged))
}
