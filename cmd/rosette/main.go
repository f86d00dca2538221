// Rosette plays Go on the corners of a honeycomb. It is a web server, a GTP
// engine, a game in the terminal, and tools for records, matches and networks.
// This package parses command lines, with one file for each subcommand.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/game/board"
	"rosette/internal/permission"
	"rosette/internal/progress"
	"rosette/lab/storm"
	"rosette/play"
	"rosette/protocol/analysis"
	"rosette/server/store"
	"rosette/server/store/postgres"
)

// A group is a section of rosette help.
type group struct {
	id, title string
	commands  []func(*flags) *cobra.Command
}

// groups are the commands that rosette help shows. To add one, add its constructor to a group.
var groups = []group{
	{"play", "Play:", []func(*flags) *cobra.Command{playCommand, serveCommand, workCommand, bridgeCommand}},
	{"engines", "Engines and matches:", []func(*flags) *cobra.Command{
		gtpCommand, analysisCommand, matchCommand, ladderCommand,
	}},
	{"records", "Games and records:", []func(*flags) *cobra.Command{
		sgfCommand, scoreCommand, analyzeCommand, puzzleCommand,
	}},
	{"server", "Server:", []func(*flags) *cobra.Command{adminCommand, databaseCommand}},
	{"research", "Research:", []func(*flags) *cobra.Command{labCommand}},
}

// Exit statuses.
const (
	failed    = 1
	misuse    = 2
	undecided = 3 // no error, but no decision
)

// An undecidedError reports that a computation ended without a decision.
type undecidedError struct{ error }

// A usageError is an error in how the program was called.
type usageError struct{ error }

func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the program with these arguments and returns its exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := rootCommand()
	if len(args) > 0 && args[0] == "analysis" {
		args = analysis.DoubleDashes(args)
	}
	if name, ok := renamed(args); ok {
		fmt.Fprintf(errs, "rosette: no command %q; use rosette %s\n", args[0], name)
		return misuse
	}
	root.SetArgs(args)
	root.SetIn(in)
	written := &output{Writer: out}
	root.SetOut(written)
	root.SetErr(errs)
	ownCommands(root)
	err := cmp.Or(root.ExecuteContext(ctx), written.failure())
	if err == nil {
		return 0
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	if cause := context.Cause(ctx); cause != nil {
		text = strings.NewReplacer(cause.Error(), "interrupted", context.Canceled.Error(), "interrupted").Replace(text)
	}
	fmt.Fprintf(errs, "rosette: %s\n", text)
	if errors.As(err, new(usageError)) {
		return misuse
	}
	if errors.As(err, new(undecidedError)) {
		return undecided
	}
	return failed
}

// An output remembers its first error, so that what could not be written is no success. It
// is safe for concurrent use if the Writer is.
type output struct {
	io.Writer
	mu     sync.Mutex
	failed error
}

// Write implements [io.Writer].
func (o *output) Write(text []byte) (n int, err error) {
	if n, err = o.Writer.Write(text); err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.failed = cmp.Or(o.failed, err)
	}
	return n, err
}

// failure returns the first error.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

// Fd returns the descriptor of a file, by which its terminal is known, and none for
// another Writer.
func (o *output) Fd() uintptr {
	if file, ok := o.Writer.(*os.File); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "rosette",
		Short: "Go on a honeycomb, where a rosette is never captured",
		Long: "Rosette is Go on the corners of a honeycomb. A chain that holds a rosette,\n" +
			"six stones around one hexagon, can never be captured.",
		Example:       "  rosette play\n  rosette gtp --board rosette-5 --rules mindsports-chinese",
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return unknownCommand(root, args[0])
	}
	root.SetFlagErrorFunc(flagError)
	root.SuggestionsMinimumDistance = 2
	root.Version = version()
	root.SetVersionTemplate("rosette {{.Version}}\n")
	f := newFlags()
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return f.prepare(cmd) }
	addGroups(root, f, groups)
	hidden := groups[0].id // of commands that help does not list
	versionCmd := versionCommand()
	versionCmd.GroupID = hidden
	root.AddCommand(versionCmd)
	root.SetHelpCommandGroupID(hidden)
	root.SetCompletionCommandGroupID(hidden)
	// The template lists help even if it is hidden.
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), `(or .IsAvailableCommand (eq .Name "help"))`, ".IsAvailableCommand"))
	for _, cmd := range root.Commands() {
		refuseArguments(cmd)
	}
	return root
}

// addGroups adds the commands of groups to a command.
func addGroups(to *cobra.Command, f *flags, groups []group) {
	for _, g := range groups {
		to.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, construct := range g.commands {
			cmd := construct(f)
			cmd.GroupID = g.id
			to.AddCommand(cmd)
		}
	}
}

// A place is where a server keeps its games: in a folder, or in a database of PostgreSQL.
type place struct {
	data, url string
	both      func() bool // whether both flags were given
}

// placeAt returns the place at the path of a folder or at the URL of a database.
func placeAt(text string) *place {
	if postgres.IsURL(text) {
		return &place{url: text}
	}
	return &place{data: text}
}

// onDatabases has servers started on new databases beside one.
func onDatabases(p *storm.Plan, url string) {
	p.Place = func(ctx context.Context) (string, func() error, error) { return postgres.Create(ctx, url) }
	p.Disturb = postgres.EndConnections
}

// inMemory is what --data takes to keep nothing.
const inMemory = "memory"

// databaseFile is the name of the database in the folder of --data.
const databaseFile = "rosette.db"

// register adds the flags of a place. about says what the folder is for.
func (p *place) register(set *pflag.FlagSet, about string) {
	set.StringVar(&p.data, "data", dataFolder(), about)
	set.StringVar(&p.url, "database", "", "`URL` of a PostgreSQL database that has the games instead, such as postgres://rosette@localhost/rosette")
	configurable(set)
	p.both = func() bool { return set.Changed("data") && set.Changed("database") }
}

// check returns an error unless one place is named.
func (p *place) check() error {
	switch {
	case p.both != nil && p.both():
		return usageError{errors.New("--data and --database name two places; give one of them")}
	case p.url != "" && !postgres.IsURL(p.url):
		return usageError{errors.New("--database: no URL of a PostgreSQL database; use one such as postgres://USER@HOST/DATABASE")}
	case p.data == "" && p.url == "":
		return usageError{errors.New("--data names no folder; name one, or memory to keep nothing")}
	case strings.Contains(p.data, "://"):
		return usageError{fmt.Errorf("%s is no folder and no URL of a PostgreSQL database", p.data)}
	}
	return nil
}

// open opens the store, and makes it if there is none.
func (p *place) open(ctx context.Context, log *slog.Logger) (store.Store, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.url != "" {
		return postgres.Open(ctx, p.url, log)
	}
	if p.data == inMemory {
		return store.OpenInMemory()
	}
	if err := os.MkdirAll(p.data, permission.Folder); err != nil {
		return nil, usageError{fmt.Errorf("--data: %w", err)}
	}
	return store.OpenSQLite(filepath.Join(p.data, databaseFile), log)
}

// exists returns an error if the database in the folder is not there.
func (p *place) exists() error {
	if err := p.check(); err != nil || p.url != "" {
		return err
	}
	if _, err := os.Stat(filepath.Join(p.data, databaseFile)); err != nil {
		flag := ""
		if p.both != nil {
			flag = "--data: "
		}
		return usageError{fmt.Errorf("%s%w; use the folder that serve was given", flag, err)}
	}
	return nil
}

// source returns how the database is read, which must be there.
func (p *place) source() (store.Source, error) {
	switch err := p.exists(); {
	case err != nil:
		return nil, err
	case p.url != "":
		return postgres.Source(p.url), nil
	}
	return store.File(filepath.Join(p.data, databaseFile)), nil
}

// file returns the path of the database in the folder, which must be there and not in
// PostgreSQL.
func (p *place) file() (string, error) {
	if p.url != "" {
		return "", usageError{errors.New("--database: pg_dump makes a backup of PostgreSQL, as docs/server.md says")}
	}
	return filepath.Join(p.data, databaseFile), p.exists()
}

// reviews returns the folder of reviews, "" to keep them in memory.
func (p *place) reviews() string {
	if p.data == inMemory || p.url != "" {
		return ""
	}
	return filepath.Join(p.data, "reviews")
}

// archiveFlags say which games of a server are meant.
type archiveFlags struct {
	games                       place
	board, player, since, until string
	over, running               bool
}

func (f *archiveFlags) register(set *pflag.FlagSet) {
	f.games.register(set, "`folder` with the games")
	set.StringVar(&f.board, "board", "", "only games on this `board`, such as rosette-5")
	set.StringVar(&f.player, "player", "", "only games of a player with this `text` in the name")
	set.StringVar(&f.since, "since", "", "only games opened on this `date` or later, such as 2026-11-01")
	set.StringVar(&f.until, "until", "", "only games opened on this `date` or earlier")
	set.BoolVar(&f.over, "over", false, "only games that are over")
	set.BoolVar(&f.running, "running", false, "only games that are not over")
}

// read calls found for the games that are meant, with a bar while it reads. damaged says
// how many could not be read.
func (f *archiveFlags) read(cmd *cobra.Command, ids []string, found func(store.Archived, *play.Match) error) (damaged, err error) {
	wanted, err := f.filter()
	if err != nil {
		return nil, err
	}
	from, err := f.games.source()
	if err != nil {
		return nil, err
	}
	missing := slices.Clone(ids)
	var bar *progress.Bar
	bad, err := store.Archive(cmd.Context(), from, func(g store.Archived, m *play.Match) error {
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == g.ID })
		if !wanted.Has(g) || len(ids) > 0 && !slices.Contains(ids, g.ID) {
			return nil
		}
		return found(g, m)
	}, func(done, all int) {
		if bar == nil {
			bar = progress.NewBar(cmd.ErrOrStderr(), all)
		}
		bar.Set(done)
	})
	if bar != nil {
		bar.Clear()
	}
	if bad > 0 {
		damaged = fmt.Errorf("%d games cannot be read; rosette database doctor says why", bad)
	}
	if err == nil && len(missing) > 0 {
		err = joinLine(usageError{fmt.Errorf("no game that can be read has the ID %q; see rosette database list", missing[0])}, damaged)
	}
	return damaged, err
}

// filter returns the filter of the flags.
func (f *archiveFlags) filter() (filter store.ArchiveFilter, err error) {
	if _, err := board.Named(f.board); f.board != "" && err != nil {
		return filter, usageError{fmt.Errorf("--%w", err)}
	}
	if f.over && f.running {
		return filter, usageError{errors.New("--over and --running leave no game; give one of them")}
	}
	filter = store.ArchiveFilter{Board: f.board, Player: f.player, Over: f.over, Running: f.running}
	if f.since != "" {
		if filter.From, err = time.Parse(time.DateOnly, f.since); err != nil {
			return filter, usageError{fmt.Errorf("--since %q; use a date such as 2026-11-01", f.since)}
		}
	}
	if f.until != "" {
		if filter.To, err = time.Parse(time.DateOnly, f.until); err != nil {
			return filter, usageError{fmt.Errorf("--until %q; use a date such as 2026-11-01", f.until)}
		}
		filter.To = filter.To.AddDate(0, 0, 1)
	}
	if f.since != "" && f.until != "" && !filter.From.Before(filter.To) {
		return filter, usageError{fmt.Errorf("--since %s is after --until %s", f.since, f.until)}
	}
	return filter, nil
}
