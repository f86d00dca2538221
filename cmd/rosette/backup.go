package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rosette/internal/quote"
	"rosette/server/store"
)

func backupCommand() *cobra.Command {
	var games databaseLocation
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database to a file",
		Long: "Writes a complete copy of the database in --data to a new file, even while the\n" +
			"server is running. It contains every move accepted before the command began. Do\n" +
			"not copy the database in another way while the server is running: recent\n" +
			"changes are in a second file. Use pg_dump for PostgreSQL; see docs/server.md.\n\n" +
			"The file contains secrets: password hashes, e-mail addresses, private messages\n" +
			"and keys. Only you can read it (mode 0600); protect copies as well.",
		Example: "  rosette database backup games.db\n  rosette database backup --data /var/lib/rosette /mnt/backup/$(date +%F).db",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if games.URL != "" {
				return usageError{
					errors.New("use pg_dump to back up PostgreSQL; see docs/server.md"),
				}
			}
			if err := games.exists(); err != nil {
				return err
			}
			if _, err := os.Lstat(args[0]); err == nil {
				return usageError{fmt.Errorf("%s exists; use a new file", args[0])}
			}
			if err := store.Backup(cmd.Context(), games.File(), args[0]); err != nil {
				return err
			}
			n, err := store.CountGames(cmd.Context(), store.File(args[0]))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s written to %s\n", quote.Count(n, "game"), args[0])
			return err
		},
	}
	games.register(cmd.Flags(), "`folder` with the games")
	return cmd
}

// oneFile accepts the name of one file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usageError{fmt.Errorf("%s takes one FILE; see %[1]s --help", cmd.CommandPath())}
	}
	return nil
}
