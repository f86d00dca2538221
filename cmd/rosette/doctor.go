package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rosette/internal/quote"
	"rosette/server/store"
)

func doctorCommand() *cobra.Command {
	var games databaseLocation
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check all stored games by replaying them",
		Long: "Replays every game in --data or --database from its events by the current\n" +
			"rules. It changes nothing, may run while the server runs, and continues past\n" +
			"damage. It fails if a game is invalid, or if the file is an incomplete copy of\n" +
			"a database in use.",
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
		fmt.Fprintf(out, "%s removed\n", quote.Count(r.Removed, "guest game"))
	}
	errs := "no errors"
	if r.Err() != nil {
		errs = fmt.Sprintf("%d damaged", len(r.Damaged))
	}
	fmt.Fprintf(out, "%s checked, %s\n", quote.Count(r.Games, "game"), errs)
}
