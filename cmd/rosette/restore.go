package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rosette/server/store"
	"rosette/server/store/location"
)

func restoreCommand() *cobra.Command {
	var to location.Location
	var force bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup",
		Long: "Checks a file that rosette database backup wrote and copies it to --data. With\n" +
			"--force it moves the games in --data aside and replaces them. Stop the server\n" +
			"first.",
		Example: "  rosette database restore games.db\n  rosette database restore --data /var/lib/rosette --force /mnt/2026-11-22.db",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if to.Folder == location.Memory {
				return usageError{errors.New("--data memory stores nothing; use a folder")}
			}
			if err := to.Check(); err != nil {
				return err
			}
			if _, err := os.Stat(args[0]); err != nil {
				return usageError{err}
			}
			aside, err := store.Restore(cmd.Context(), args[0], to.File(), force, time.Now())
			if aside != "" {
				fmt.Fprintf(cmd.OutOrStdout(), "the former games are in %s\n", aside)
			}
			if errors.Is(err, fs.ErrExist) && !force {
				err = usageError{err}
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s restored to %s\n", args[0], to.Folder)
			return nil
		},
	}
	cmd.Flags().StringVar(&to.Folder, dataFlag, location.DefaultFolder(), "`folder` for the games, created if absent")
	cmd.Flags().BoolVar(&force, "force", false, "replace existing games, and accept an incomplete file")
	return cmd
}
