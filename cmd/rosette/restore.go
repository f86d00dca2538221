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
		Short: "Put the games of a backup in place",
		Long: "Checks a file that backup wrote and copies it to --data. With --force it replaces\n" +
			"the games that are there and keeps those aside, unless serve is using them.",
		Example: "  rosette database restore games.db\n  rosette database restore --data /var/lib/rosette --force /mnt/backup/2026-11-22.db",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if to.Folder == location.Memory {
				return usageError{errors.New("--data memory keeps nothing; name a folder")}
			}
			if err := to.Check(); err != nil {
				return err
			}
			if _, err := os.Stat(args[0]); err != nil {
				return usageError{err}
			}
			aside, err := store.Restore(cmd.Context(), args[0], to.File(), force, time.Now())
			if aside != "" {
				fmt.Fprintf(cmd.OutOrStdout(), "the games that were there are in %s\n", aside)
			}
			if errors.Is(err, fs.ErrExist) && !force {
				err = usageError{err}
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "the games of %s are in %s\n", args[0], to.Folder)
			return nil
		},
	}
	cmd.Flags().StringVar(&to.Folder, dataFlag, location.DefaultFolder(), "`folder` for the games, created if absent")
	cmd.Flags().BoolVar(&force, "force", false, "replace games that are there, and take a file that is not complete")
	return cmd
}
