package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"rosette/store"
)

func doctorCommand(*flags) *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check all stored games by replaying them",
		Long: "Reads the games in --data and replays each from its events by the rules of this\n" +
			"program. It changes nothing, and fails if a game is not valid.",
		Example: "  rosette doctor\n  rosette doctor --data /var/lib/rosette",
		RunE: func(cmd *cobra.Command, _ []string) error {
			file := filepath.Join(data, "rosette.db")
			if _, err := os.Stat(file); err != nil {
				return usageError{fmt.Errorf("--data: %w; use the folder that serve was given", err)}
			}
			events, err := store.OpenSQLite(file)
			if err != nil {
				return err
			}
			return errors.Join(printCheck(cmd.Context(), events, cmd.OutOrStdout()), events.Close())
		},
	}
	cmd.Flags().StringVar(&data, "data", dataFolder(), "`folder` with the games")
	return cmd
}

// printCheck prints which matches of a store cannot be replayed.
func printCheck(ctx context.Context, r store.Reader, out io.Writer) error {
	sound, damaged := 0, 0
	for match, err := range store.Check(ctx, r) {
		switch {
		case match == "":
			return err
		case err != nil:
			damaged++
			fmt.Fprintf(out, "%s: %v\n", match, err)
		default:
			sound++
		}
	}
	fmt.Fprintf(out, "%d games are sound, %d are not\n", sound, damaged)
	if damaged > 0 {
		return fmt.Errorf("%d of %d games cannot be replayed", damaged, sound+damaged)
	}
	return nil
}
