// This file has the types of the values of flags and the arguments of commands, and what is
// said of those that do not fit.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/game/sgf/charset"
	"rosette/solve/puzzle"
)

// takes describes the values of flags by their types.
var takes = map[string]string{
	"size":     "a size from 1M to 1T, such as 256M or 2G",
	"bool":     "true or false",
	"int":      "a whole number",
	"uint64":   "a whole number from 0",
	"float64":  "a number such as 6.5",
	"duration": "a duration such as 500ms or 2s",
	"charset":  strings.Join(charset.Names(), ", "),
	"func":     "a number such as 6.5",
	"intSlice": "whole numbers with commas, such as 200,800",
}

// flagError turns errors of the flag parser into errors that say which values are
// allowed, or why a command lacks a flag.
func flagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		return usageError{valueError("--"+bad.GetFlag().Name, bad)}
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if why, ok := cmd.Annotations[absent+unknown.GetSpecifiedName()]; ok {
			return usageError{errors.New(why)}
		}
	}
	return usageError{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
}

// valueError returns an error that says which values fit what stands in a place.
func valueError(at string, bad *pflag.InvalidValueError) error {
	if bound := (boundError{}); errors.As(bad, &bound) {
		return fmt.Errorf("%s %w", at, bound)
	}
	return fmt.Errorf("%s %q; use %s", at, bad.GetValue(), takes[bad.GetFlag().Value.Type()])
}

// An intValue is an int flag with bounds.
type intValue struct {
	p         *int
	low, high int
}

// intFlag adds an int flag with bounds to a set.
func intFlag(set *pflag.FlagSet, p *int, name string, value, low, high int, usage string) {
	*p = value
	set.Var(&intValue{p, low, high}, name, usage)
}

// String returns the number.
func (v *intValue) String() string { return strconv.Itoa(*v.p) }

// Type names what the flag takes.
func (v *intValue) Type() string { return "int" }

// Set reads the number. The error is a boundError if it is out of bounds.
func (v *intValue) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	if n < v.low || n > v.high {
		return boundError{fmt.Sprintf("%d; use %d to %d", n, v.low, v.high)}
	}
	*v.p = n
	return nil
}

// A boundError says which number is out of bounds, and what the bounds are.
type boundError struct{ text string }

func (e boundError) Error() string { return e.text }

// numberFlag adds a flag with a number to a set. *p stays nil without it.
func numberFlag(set *pflag.FlagSet, p **float64, name, usage string) {
	set.Func(name, usage, func(text string) error {
		n, err := strconv.ParseFloat(text, 64)
		if *p = &n; math.IsNaN(n) || math.IsInf(n, 0) {
			return errors.New("no number")
		}
		return err
	})
}

// A charsetName is the name of a charset that is known, or "".
type charsetName string

// String returns the name.
func (c *charsetName) String() string { return string(*c) }

// Set reads a name.
func (c *charsetName) Set(text string) error {
	found, err := charset.Lookup(text)
	if err == nil {
		*c = charsetName(found.Name)
	}
	return err
}

// Type names what the flag takes.
func (c *charsetName) Type() string { return "charset" }

// A size is a number of bytes, written as 256M or 2G.
type size int64

// Bounds of the memory that a tree may take.
const (
	leastMemory = size(1) << 20
	mostMemory  = size(1) << 40
)

// units are what stands behind the number.
var units = map[string]size{"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

// String writes the size in the largest unit that is whole.
func (s *size) String() string {
	for _, unit := range []string{"T", "G", "M", "K"} {
		if *s > 0 && *s%units[unit] == 0 {
			return strconv.FormatInt(int64(*s/units[unit]), 10) + unit
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Set reads a size.
func (s *size) Set(text string) error {
	upper := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "B"), "I")
	unit, digits := size(1), upper
	if n := len(upper); n > 0 && units[upper[n-1:]] > 0 {
		unit, digits = units[upper[n-1:]], upper[:n-1]
	}
	n, err := strconv.ParseUint(digits, 10, 40)
	if err != nil || size(n) > mostMemory/unit || size(n)*unit < leastMemory {
		return fmt.Errorf("use a size from 1M to 1T, such as 256M or 2G")
	}
	*s = size(n) * unit
	return nil
}

// Type names what the flag takes.
func (s *size) Type() string { return "size" }

// ownCommands makes the commands that cobra adds refuse what is no command. They write where
// the root does by now.
func ownCommands(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("completion") // it is kept only where a command line begins so
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

// refuseArguments makes a command and those below it refuse arguments, unless they say
// themselves which they take.
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

// knownCommands refuses what is no command below another one.
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

// namedArguments requires the arguments that stand behind the name of a command in its
// use, and allows more where they end in an ellipsis.
func namedArguments(cmd *cobra.Command, args []string) error {
	_, names, _ := strings.Cut(cmd.Use, " ")
	if n := len(strings.Fields(names)); len(args) == n || len(args) > n && strings.HasSuffix(names, "…") {
		return nil
	}
	return usageError{fmt.Errorf("%s takes %s; see %[1]s --help", cmd.CommandPath(), cmp.Or(names, "no arguments"))}
}

// renamed returns the present name of a command that an argument list calls by a former one.
func renamed(args []string) (name string, ok bool) {
	if len(args) == 0 {
		return "", false
	}
	name, ok = formerNames[args[0]]
	return name, ok
}

// formerNames are commands that have become subcommands, and their present names.
var formerNames = map[string]string{
	"backup":   "database backup",
	"bench":    "lab bench",
	"doctor":   "database doctor",
	"exam":     "lab exam",
	"games":    "database list or export",
	"komi":     "lab komi",
	"network":  "lab network",
	"perft":    "lab perft",
	"rebuild":  "database rebuild",
	"render":   "sgf render",
	"restore":  "database restore",
	"selfplay": "lab selfplay",
	"shapes":   "lab shapes",
	"solve":    "lab solve",
	"storm":    "lab storm",
	"train":    "lab train",
	"trial":    "lab trial",
}

// unknownCommand returns an error that suggests the commands whose names are
// similar, or points to help if there is none.
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

// fileArguments requires one file at least, and most at most unless most is 0.
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

// logError names --log in an error about a log.
func logError(name string, err error) error {
	if refusal := puzzle.LogError(""); errors.As(err, &refusal) {
		return usageError{fmt.Errorf("--log %s %w", name, err)}
	}
	return fmt.Errorf("--log: %w", err)
}

// failures returns the error of one file, or prints those of several and returns
// how many there are. done says what is not done with those files.
func failures(cmd *cobra.Command, files int, done string, wrong []error) error {
	if len(wrong) == 0 || files == 1 {
		return errors.Join(wrong...)
	}
	for _, err := range wrong {
		fmt.Fprintf(cmd.ErrOrStderr(), "%v\n", err)
	}
	return fmt.Errorf("%d of %d files cannot be %s", len(wrong), files, done)
}
