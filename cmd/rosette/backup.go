package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rosette/server/store"
)

func backupCommand() *cobra.Command {
	var games databaseLocation
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy all stored games to a file",
		Long: "Writes the games in --data to a new file, which appears when it is complete. It holds\n" +
			"what is secret too (hashes of passwords, e-mail addresses, private messages, keys), so\n" +
			"only you can read it (mode 0600): keep it so where you copy it.\n" +
			"It may run beside serve; the file has every move that was accepted when it began.\n" +
			"Do not copy the database by other means while serve runs: part of it is in a\n" +
			"second file. A database of PostgreSQL is copied by pg_dump, see docs/server.md.",
		Example: "  rosette database backup games.db\n  rosette database backup --data /var/lib/rosette /mnt/backup/$(date +%F).db",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if games.URL != "" {
				return usageError{
					errors.New("--database: pg_dump makes a backup of PostgreSQL, as docs/server.md says"),
				}
			}
			if err := games.exists(); err != nil {
				return err
			}
			if _, err := os.Lstat(args[0]); err == nil {
				return usageError{fmt.Errorf("%s exists: name a new file", args[0])}
			}
			if err := store.Backup(cmd.Context(), games.File(), args[0]); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "the games are in %s\n", args[0])
			return nil
		},
	}
	games.register(cmd.Flags(), "`folder` with the games")
	return cmd
}

// oneFile accepts the name of one file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usageError{fmt.Errorf("%s takes the name of one file; see %[1]s --help", cmd.CommandPath())}
	}
	return nil
}
