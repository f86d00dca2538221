package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"rosette/internal/progress"
	"rosette/server/store"
	"rosette/server/store/transfer"
)

func databaseCommand(*flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "database",
		Short: "List, export, back up, check and copy the games of a server",
		Long: "Works on the database of a server, in the folder of --data or, with --database, in\n" +
			"PostgreSQL. All commands but restore may run beside serve.",
		Example: "  rosette database list --data /var/lib/rosette --since 2026-11-01\n  rosette database backup games.db\n" +
			"  rosette database doctor",
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		databaseListCommand(), databaseExportCommand(), backupCommand(), restoreCommand(),
		databaseCopyCommand(), doctorCommand(), rebuildCommand(),
	)
	return cmd
}

func databaseCopyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "copy FROM TO",
		Short: "Copy everything to an empty database",
		Long: "FROM and TO are folders as serve --data takes them, or URLs of PostgreSQL as\n" +
			"serve --database does. Everything is copied as it is at one moment, and then every\n" +
			"game is replayed. If the copy fails, TO stays empty. A folder that a server uses is\n" +
			"refused. Stop a server on a URL first too: what is played there later is not in TO.",
		Example: "  rosette database copy /var/lib/rosette postgres://rosette@localhost/rosette\n" +
			"  rosette database copy postgres://rosette@localhost/rosette ~/rosette-copy",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageError{fmt.Errorf("%s takes two databases; see %[1]s --help", cmd.CommandPath())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return copyDatabase(cmd, placeAt(args[0]), placeAt(args[1]))
		},
	}
}

// copyDatabase copies a database and checks the copy.
func copyDatabase(cmd *cobra.Command, from, to *place) (err error) {
	source, err := from.source()
	if err == nil && from.url == "" {
		err = store.InUse(cmd.Context(), filepath.Join(from.data, databaseFile))
	}
	if err != nil {
		return err
	}
	snapshot, err := source(cmd.Context())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	var bar *progress.Bar
	rows, err := to.fill(cmd.Context(), func(into transfer.Target) (int, error) {
		return transfer.Copy(cmd.Context(), snapshot, into, func(done, all int) {
			if bar == nil {
				bar = progress.NewBar(cmd.ErrOrStderr(), all)
				bar.Unit = "rows"
			}
			bar.Set(done)
		})
	})
	if bar != nil {
		bar.Clear()
	}
	if errors.Is(err, transfer.ErrNotEmpty) {
		err = usageError{err}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d rows are copied\n", rows)
	return checkCopy(cmd, to)
}

// checkCopy replays the games of a copy.
func checkCopy(cmd *cobra.Command, to *place) error {
	source, err := to.source()
	if err != nil {
		return err
	}
	report, err := store.Check(cmd.Context(), source)
	if err != nil {
		return err
	}
	printReport(cmd.OutOrStdout(), report)
	return report.Err()
}

// fill makes the database of a place, if there is none, and fills it. If that fails, what it
// has made of a folder is removed.
func (p *place) fill(ctx context.Context, fill func(transfer.Target) (int, error)) (rows int, err error) {
	if p.data == inMemory {
		return 0, usageError{errors.New("a database in memory ends with the command: name a folder or a URL of PostgreSQL")}
	}
	file := filepath.Join(p.data, databaseFile)
	_, err = os.Lstat(file)
	made := p.url == "" && errors.Is(err, fs.ErrNotExist)
	s, err := p.open(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return 0, err
	}
	rows, err = fill(s.(transfer.Target)) // SQLite and PostgreSQL are targets
	if err = errors.Join(err, s.Close()); err != nil && made {
		err = errors.Join(err, os.Remove(file))
	}
	return rows, err
}
