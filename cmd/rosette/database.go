package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/server/store"
	"rosette/server/store/location"
	"rosette/server/store/transfer"
)

func databaseCommand(*flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "database",
		Short: "List, export, back up, check and copy stored games",
		Long: "Manages a server's database in the --data folder, or in PostgreSQL with\n" +
			"--database. All commands but restore and copy may run while the server is\n" +
			"running.",
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
		Short: "Copy all data to an empty database",
		Long: "FROM and TO are folders, as for serve --data, or PostgreSQL URLs, as for serve\n" +
			"--database. The copy is a snapshot; then every game is replayed. If it fails,\n" +
			"TO stays empty. Stop the server first: a folder in use is refused, and later\n" +
			"moves are not copied.",
		Example: "  rosette database copy /var/lib/rosette postgres://rosette@localhost/rosette\n" +
			"  rosette database copy postgres://rosette@localhost/rosette ~/rosette-copy",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageError{fmt.Errorf("%s takes two databases, FROM TO; see %[1]s --help", cmd.CommandPath())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return copyDatabase(cmd, location.Parse(args[0]), location.Parse(args[1]))
		},
	}
}

// copyDatabase copies a database and checks the copy.
func copyDatabase(cmd *cobra.Command, from, to location.Location) (err error) {
	source, err := from.Source()
	if err == nil && from.URL == "" {
		err = store.InUse(cmd.Context(), from.File())
	}
	if err != nil {
		return err
	}
	snapshot, err := source(cmd.Context())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	bar := progress.NewBar(cmd.ErrOrStderr(), 0)
	bar.Unit = "rows"
	rows, err := to.Fill(cmd.Context(), func(into transfer.Target) (int, error) {
		return transfer.Copy(cmd.Context(), snapshot, into, bar.SetOf)
	})
	bar.Clear()
	if errors.Is(err, transfer.ErrNotEmpty) {
		err = usageError{err}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s copied\n", quote.Count(rows, "row"))
	return checkCopy(cmd, to)
}

// checkCopy replays the games of a copy.
func checkCopy(cmd *cobra.Command, to location.Location) error {
	source, err := to.Source()
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

// A databaseLocation is the value of --data or --database.
type databaseLocation struct{ location.Location }

// register adds the flags. about describes the folder.
func (l *databaseLocation) register(set *pflag.FlagSet, about string) {
	set.StringVar(&l.Folder, dataFlag, location.DefaultFolder(), about)
	set.StringVar(&l.URL, databaseFlag, "",
		"PostgreSQL `URL` instead of --data, such as postgres://rosette@localhost/rosette")
	configurable(set)
}

// The flags of a databaseLocation.
const (
	dataFlag     = "data"
	databaseFlag = "database"
)

// exists returns an error that names the flag if there is no database.
func (l *databaseLocation) exists() error {
	err := l.Exists()
	if errors.As(err, new(*fs.PathError)) {
		return usageError{fmt.Errorf("--data: %w", err)}
	}
	return err
}

// source returns a reader of the database, which must exist.
func (l *databaseLocation) source() (store.Source, error) {
	if err := l.exists(); err != nil {
		return nil, err
	}
	return l.Source()
}
