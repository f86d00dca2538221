// Rosette plays Go on the corners of a honeycomb. It is a web server, a GTP engine, a game in the
// terminal, and tools for records, matches and networks. This package parses command lines, with
// one file for each subcommand.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"rosette/internal/output"
	"rosette/protocol/analysis"
	"rosette/server/store/location"
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

// A usageError is an error in the command line.
type usageError struct{ error }

func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
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
	if paths := subcommands(root, args); len(paths) > 0 {
		fmt.Fprintf(errs, "rosette: no command %q; use %s\n", args[0], strings.Join(paths, " or "))
		return misuse
	}
	root.SetArgs(args)
	root.SetIn(in)
	standard := &output.Writer{Writer: out}
	root.SetOut(standard)
	root.SetErr(errs)
	ownCommands(root)
	err := cmp.Or(root.ExecuteContext(ctx), standard.Err())
	if err == nil {
		return 0
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	if cause := context.Cause(ctx); cause != nil {
		text = strings.NewReplacer(cause.Error(), "interrupted", context.Canceled.Error(), "interrupted").Replace(text)
	}
	fmt.Fprintf(errs, "rosette: %s\n", text)
	if errors.As(err, new(usageError)) || errors.As(err, new(*location.Error)) || errors.As(err, new(output.Error)) {
		return misuse
	}
	if errors.As(err, new(undecidedError)) {
		return undecided
	}
	return failed
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "rosette",
		Short: "Go on a honeycomb, where a rosette is never captured",
		Long: "Rosette is Go on the corners of a honeycomb. A chain that holds a rosette,\n" +
			"six stones around one hexagon, is never captured.",
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
	hidden := groups[0].id // for commands that help does not list
	versionCmd := versionCommand()
	versionCmd.GroupID = hidden
	root.AddCommand(versionCmd)
	root.SetHelpCommandGroupID(hidden)
	root.SetCompletionCommandGroupID(hidden)
	// The template lists help even if it is hidden.
	root.SetUsageTemplate(
		strings.NewReplacer(
			`(or .IsAvailableCommand (eq .Name "help"))`, ".IsAvailableCommand",
			".FlagUsages ", ".FlagUsagesWrapped 80 ",
		).Replace(root.UsageTemplate()),
	)
	for _, cmd := range root.Commands() {
		refuseArguments(cmd)
	}
	completeValues(root)
	return root
}

// addGroups adds groups with their commands to a command.
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
