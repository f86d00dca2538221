package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"rosette/play"
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
			j, err := store.OpenSQLite(file)
			if err != nil {
				return err
			}
			return errors.Join(examine(cmd.Context(), j, cmd.OutOrStdout()), j.Close())
		},
	}
	cmd.Flags().StringVar(&data, "data", dataFolder(), "`folder` with the games")
	return cmd
}

// examine replays every match and counts what it finds.
func examine(ctx context.Context, j *store.SQLite, out io.Writer) error {
	sound, ill := 0, 0
	for id, err := range j.Matches(ctx) {
		if err != nil {
			return err
		}
		events, err := j.Events(ctx, id, 0)
		if err == nil {
			_, err = play.Replay(events)
		}
		if err != nil {
			ill++
			fmt.Fprintf(out, "%s: %v\n", id, err)
			continue
		}
		sound++
	}
	fmt.Fprintf(out, "%d games are sound, %d are not\n", sound, ill)
	if ill > 0 {
		return fmt.Errorf("%d of %d games cannot be replayed", ill, sound+ill)
	}
	return nil
}
