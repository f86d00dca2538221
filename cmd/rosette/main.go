// Rosette plays Go on the corners of a honeycomb: a server with a page to play
// on, a GTP engine, a game in the terminal, and tools. This package only wires:
// one file a subcommand.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// subcommands are all there is to run; add a line to teach one.
var subcommands = []func(*flags) *cobra.Command{
	gtpCommand,
	analysisCommand,
	playCommand,
	serveCommand,
	sgfCommand,
	renderCommand,
	scoreCommand,
	matchCommand,
	ladderCommand,
	komiCommand,
	shapesCommand,
	selfplayCommand,
	trainCommand,
	trialCommand,
	examCommand,
	networkCommand,
	analyzeCommand,
	perftCommand,
	solveCommand,
	puzzleCommand,
	benchCommand,
	doctorCommand,
	versionCommand,
}

// Exit statuses.
const (
	failed    = 1
	misuse    = 2
	undecided = 3 // nothing went wrong, and the question stays open
)

// An undecidedError says that nothing failed, but the question stays open.
type undecidedError struct{ error }

// A usageError is an error in how the program was called.
type usageError struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := rootCommand()
	root.SetArgs(doubled(args))
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintf(errs, "rosette: %s\n", strings.Join(strings.Fields(err.Error()), " "))
	if errors.As(err, new(usageError)) {
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
		Long: "Rosette is Go on the corners of a honeycomb: a chain that holds a rosette,\n" +
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
		return usageError{fmt.Errorf("no command %q; use %s, or help", args[0], strings.Join(names(root), ", "))}
	}
	root.SetFlagErrorFunc(flagError)
	root.Version = version()
	root.SetVersionTemplate("rosette {{.Version}}\n")
	f := newFlags()
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return f.prepare(cmd) }
	for _, sub := range subcommands {
		cmd := sub(f)
		if cmd.Args == nil {
			cmd.Args = noArguments
		}
		root.AddCommand(cmd)
	}
	return root
}

// names are those of the subcommands, as help lists them.
func names(root *cobra.Command) (all []string) {
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			all = append(all, cmd.Name())
		}
	}
	return all
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError{fmt.Errorf("%s takes flags only, not %q; see %[1]s --help", cmd.CommandPath(), args[0])}
}

// takes says what flags of a type take.
var takes = map[string]string{
	"size":     "a size from 1M to 1T, such as 256M or 2G",
	"bool":     "true or false",
	"int":      "a whole number",
	"uint64":   "a whole number from 0",
	"float64":  "a number such as 6.5",
	"duration": "a duration such as 500ms or 2s",
}

// flagError says what a flag takes instead of how its value failed to be read.
func flagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		flag := bad.GetFlag()
		return usageError{fmt.Errorf("--%s %q; use %s", flag.Name, bad.GetValue(), takes[flag.Value.Type()])}
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if why, ok := cmd.Annotations[refusal+unknown.GetSpecifiedName()]; ok {
			return usageError{errors.New(why)}
		}
	}
	return usageError{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
}
