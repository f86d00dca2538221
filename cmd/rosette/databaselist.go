package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/game/board"
	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/match"
	"rosette/server/store"
	"rosette/server/store/tables"
)

func databaseListCommand() *cobra.Command {
	var selection archiveFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [ID…]",
		Short: "List stored games",
		Long: "Prints one line per game, newest first: ID, opening date, board, players,\n" +
			"number of moves, result.",
		Example: "  rosette database list\n  rosette database list --board rosette-5 --over --json",
		RunE: func(cmd *cobra.Command, ids []string) error {
			var found []store.ArchivedGame
			damaged, err := selection.read(cmd, ids, func(_ *match.Service, g store.ArchivedGame, _ *play.Match) error {
				found = append(found, g)
				return nil
			})
			if err != nil {
				return err
			}
			slices.SortStableFunc(found, func(a, b store.ArchivedGame) int { return b.Opened.Compare(a.Opened) })
			if asJSON {
				err = printEach(cmd.OutOrStdout(), true, found)
			} else {
				err = printArchive(cmd.OutOrStdout(), found)
			}
			return errors.Join(err, damaged)
		},
	}
	selection.register(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each game")
	return cmd
}

// printArchive prints games as a table.
func printArchive(out io.Writer, games []store.ArchivedGame) error {
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "id\topened\tboard\tblack\twhite\tmoves\tresult")
	for _, g := range games {
		fmt.Fprintln(table, strings.Join([]string{
			g.ID, g.Opened.UTC().Format(time.DateTime), g.Board, g.Black, g.White, fmt.Sprint(g.Moves), g.Result,
		}, "\t"))
	}
	return table.Flush()
}

// archiveFlags select games in a database.
type archiveFlags struct {
	games        databaseLocation
	since, until string
	filter       store.ArchiveFilter
}

func (f *archiveFlags) register(set *pflag.FlagSet) {
	f.games.register(set, "`folder` with the games")
	set.StringVar(&f.filter.Board, "board", "", "only games on this `board`, such as rosette-5")
	set.StringVar(&f.filter.Player, "player", "", "only games of players with this `text` in the name")
	set.StringVar(&f.since, "since", "", "only games opened on this `date` or later, such as 2026-11-01")
	set.StringVar(&f.until, "until", "", "only games opened on this `date` or earlier")
	set.BoolVar(&f.filter.Over, "over", false, "only finished games")
	set.BoolVar(&f.filter.Running, "running", false, "only unfinished games")
}

// read calls found for each game that the flags select, with a service that has the players' names
// and ranks, and shows a progress bar. ids restricts the games further unless it is empty. damaged
// is an error that counts unreadable games.
func (f *archiveFlags) read(
	cmd *cobra.Command, ids []string, found func(*match.Service, store.ArchivedGame, *play.Match) error,
) (damaged, err error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	from, err := f.games.source()
	if err != nil {
		return nil, err
	}
	snapshot, err := from(cmd.Context())
	if err != nil {
		return nil, err
	}
	f.filter.IDs = ids
	bar := progress.NewBar(cmd.ErrOrStderr(), 0)
	matches := archivedMatches(snapshot)
	bad, err := store.ArchiveReader{Named: matches.Named, Read: bar.SetOf}.Each(cmd.Context(), snapshot, f.filter,
		func(g store.ArchivedGame, m *play.Match) error { return found(matches, g, m) })
	bar.Clear()
	err = errors.Join(err, snapshot.Close())
	if bad > 0 {
		damaged = fmt.Errorf("%s cannot be read; run rosette database doctor for the errors",
			quote.Count(bad, "game"))
	}
	if errors.As(err, new(*store.NoGameError)) {
		err = joinLine(usageError{fmt.Errorf("%w; see rosette database list", err)}, damaged)
	}
	return damaged, err
}

// archivedMatches returns a service that names players and writes records as the server does. In a
// database with earlier tables, it uses the names in the matches.
func archivedMatches(f *store.Snapshot) *match.Service {
	s := &match.Service{ServiceOptions: match.ServiceOptions{Version: version()}}
	if f.Current() {
		s.Names, s.Ranks = account.NewService(tables.Accounts(f.ReadOnly()), time.Now), f.Ratings()
	}
	return s
}

// check checks the flags and completes the filter.
func (f *archiveFlags) check() error {
	if f.filter.Over && f.filter.Running {
		return usageError{errors.New("--over and --running exclude each other; use one of them")}
	}
	if _, err := board.Named(f.filter.Board); f.filter.Board != "" && err != nil {
		return usageError{fmt.Errorf("--%w", err)}
	}
	from, err := dateOf("since", f.since)
	to, toErr := dateOf("until", f.until)
	if err := cmp.Or(err, toErr); err != nil {
		return err
	}
	if f.until != "" {
		to = to.AddDate(0, 0, 1)
	}
	if f.since != "" && f.until != "" && !from.Before(to) {
		return usageError{fmt.Errorf("--since %s is after --until %s", f.since, f.until)}
	}
	f.filter.From, f.filter.To = from, to
	return nil
}

// dateOf parses the date in a flag, zero for "".
func dateOf(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return date, usageError{fmt.Errorf("--%s %q; use a date such as 2026-11-01", flag, text)}
	}
	return date, nil
}
