package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// ownCommands makes the commands that cobra adds refuse unknown commands. They write to the root's
// current outputs.
func ownCommands(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("completion") // added only if the command line begins with it
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Hidden = true
			cmd.Args = func(_ *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				switch {
				case err != nil || len(rest) == 0:
					return err
				case found == root:
					return unknownCommand(root, rest[0])
				}
				return knownCommands(found, rest)
			}
		case "completion":
			cmd.Hidden = true
			cmd.Args, cmd.RunE = knownCommands, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// refuseArguments makes a command and its subcommands refuse arguments, unless they have their own
// rules.
func refuseArguments(cmd *cobra.Command) {
	switch {
	case cmd.Args != nil:
	case cmd.HasSubCommands():
		cmd.Args = knownCommands
	case !cmd.Parent().HasParent(), !strings.Contains(cmd.Use, " "):
		cmd.Args = noArguments
	}
	for _, below := range cmd.Commands() {
		refuseArguments(below)
	}
}

// knownCommands refuses arguments that are not subcommands of cmd.
func knownCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, below := range cmd.Commands() {
		names = append(names, below.Name())
	}
	switch n := len(names); {
	case n == 0 || n > 6:
		return usageError{fmt.Errorf("no command %q; see %s --help", args[0], cmd.CommandPath())}
	case n > 1:
		names = append(names[:n-2], names[n-2]+" or "+names[n-1])
	}
	return usageError{fmt.Errorf("no command %q; use %s %s", args[0], cmd.CommandPath(), strings.Join(names, ", "))}
}

// namedArguments requires the arguments in the command's usage line, and allows more after an
// ellipsis.
func namedArguments(cmd *cobra.Command, args []string) error {
	_, names, _ := strings.Cut(cmd.Use, " ")
	if n := len(strings.Fields(names)); len(args) == n || len(args) > n && strings.HasSuffix(names, "…") {
		return nil
	}
	return usageError{fmt.Errorf("%s takes %s; see %[1]s --help", cmd.CommandPath(), cmp.Or(names, "no arguments"))}
}

// subcommands returns the paths of all subcommands called args[0], or nil if root has a command of
// that name.
func subcommands(root *cobra.Command, args []string) (paths []string) {
	if len(args) == 0 {
		return nil
	}
	for _, cmd := range root.Commands() {
		if cmd.Name() == args[0] {
			return nil
		}
		for _, below := range cmd.Commands() {
			if below.Name() == args[0] {
				paths = append(paths, below.CommandPath())
			}
		}
	}
	return paths
}

// unknownCommand returns an error that suggests commands with similar names, or else help.
func unknownCommand(root *cobra.Command, name string) error {
	if similar := root.SuggestionsFor(name); len(similar) > 0 {
		return usageError{fmt.Errorf("no command %q; did you mean %s?", name, strings.Join(similar, " or "))}
	}
	return usageError{fmt.Errorf("no command %q; see rosette help", name)}
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError{fmt.Errorf("%s takes flags only, not %q; see %[1]s --help", cmd.CommandPath(), args[0])}
}

// fileArguments requires at least one file and at most most files; 0 means no limit.
func fileArguments(most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError{fmt.Errorf("no file; use %s FILE, - for the standard input", cmd.CommandPath())}
		}
		if most > 0 && len(args) > most {
			return usageError{fmt.Errorf("%d files; %s takes %d at a time", len(args), cmd.CommandPath(), most)}
		}
		return nil
	}
}
