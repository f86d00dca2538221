package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/engine/configure"
	"rosette/game/sgf/charset"
)

// takes describes flag values by type.
var takes = map[string]string{
	"size":     "a size from 1M to 1T, such as 256M or 2G",
	"bool":     "true or false",
	"int":      "a whole number",
	"uint64":   "a whole number from 0",
	"float64":  "a number such as 6.5",
	"duration": "a duration such as 500ms or 2s",
	"charset":  strings.Join(charset.Names(), ", "),
	"func":     "a number such as 6.5",
	"program":  katagoName,
	"intSlice": "whole numbers with commas, such as 200,800",
}

// flagError turns parser errors into errors that list the allowed values, or explain why a command
// lacks a flag.
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

// valueError returns an error that lists the allowed values at a place.
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

// A workersValue is a number of concurrent jobs as in [server.Config]: 0 for "auto", negative for 0.
type workersValue int

// String returns the text of the flag.
func (v *workersValue) String() string {
	switch {
	case *v == 0:
		return autoWorkers
	case *v < 0:
		return "0"
	}
	return strconv.Itoa(int(*v))
}

// Type names what the flag takes.
func (v *workersValue) Type() string { return "workers" }

// Set reads auto or a number.
func (v *workersValue) Set(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case text == autoWorkers:
		*v = 0
	case err != nil || n < 0 || n > configure.MaxThreads:
		return boundError{fmt.Sprintf("%s; use %s, or 0 to %d", text, autoWorkers, configure.MaxThreads)}
	case n == 0:
		*v = -1
	default:
		*v = workersValue(n)
	}
	return nil
}

// autoWorkers is the text for as many concurrent jobs as the cores allow.
const autoWorkers = "auto"

// A boundError reports a number out of bounds, with the bounds.
type boundError struct{ text string }

func (e boundError) Error() string { return e.text }

// numberFlag adds a flag with a number to a set. *p stays nil if the flag is not given.
func numberFlag(set *pflag.FlagSet, p **float64, name, usage string) {
	set.Func(name, usage, func(text string) error {
		n, err := strconv.ParseFloat(text, 64)
		if *p = &n; math.IsNaN(n) || math.IsInf(n, 0) {
			return errors.New("no number")
		}
		return err
	})
}

// A charsetName is the name of a known charset, or "".
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

// katagoName is the value of --as for KataGo.
const katagoName = "katago"

// A programName is the program that an engine gives as its name, or "" for Rosette.
type programName string

// String returns the name.
func (p *programName) String() string { return string(*p) }

// Set reads a name.
func (p *programName) Set(text string) error {
	if text != katagoName {
		return errors.New("unknown program")
	}
	*p = katagoName
	return nil
}

// Type names what the flag takes.
func (p *programName) Type() string { return "program" }

// A size is a number of bytes, written as 256M or 2G.
type size int64

// Bounds for the memory of a search tree.
const (
	leastMemory = size(1) << 20
	mostMemory  = size(1) << 40
)

// units are the suffixes for sizes.
var units = map[string]size{"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

// String formats the size in the largest unit that gives a whole number.
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

// refuse makes a command explain why it lacks a flag.
func refuse(cmd *cobra.Command, name, why string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[absent+name] = why
}

// absent is the prefix of annotation keys that explain why there is no flag.
const absent = "no --"
