package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/internal/output"
	"rosette/internal/progress"
	"rosette/internal/quote"
)

// outputFlag adds the flags -o and --force.
func outputFlag(set *pflag.FlagSet, to *output.File, usage string) {
	set.StringVarP(&to.Name, "output", "o", "", usage)
	forceFlag(set, to)
}

// forceFlag adds the flag --force.
func forceFlag(set *pflag.FlagSet, to *output.File) {
	set.BoolVar(&to.Force, "force", false, "overwrite an existing file")
}

// checkOutput returns an error if -o is missing or the file exists. kind is the expected extension.
func checkOutput(to output.File, kind string) error {
	if to.Name == "" {
		return usageError{fmt.Errorf("no file to write; use -o FILE%s", kind)}
	}
	return to.Check()
}

// writePicture writes a picture to a file and overwrites an older one. Without a name it does
// nothing.
func writePicture(name string, picture []byte) error {
	if name == "" {
		return nil
	}
	return output.File{Name: name, Force: true}.Write(io.Discard, picture)
}

// printEach prints values, each as a line of text or of JSON.
func printEach[T any](out io.Writer, asJSON bool, values []T) error {
	lines := json.NewEncoder(out)
	for _, v := range values {
		if asJSON {
			if err := lines.Encode(v); err != nil {
				return err
			}
		} else if _, err := fmt.Fprintln(out, v); err != nil {
			return err
		}
	}
	return nil
}

// printLine prints a report as a line of text or of JSON.
func printLine(out io.Writer, asJSON bool, report interface{ Line() string }) error {
	line := report.Line()
	if asJSON {
		text, err := json.Marshal(report)
		if err != nil {
			return err
		}
		line = string(text)
	}
	_, err := fmt.Fprintln(out, line)
	return err
}

// onTerminal shows a progress line if the output is a terminal. The next line replaces it.
func onTerminal(p *progress.Line, line string) {
	if p.Width > 0 {
		p.Printf("%s", line)
	}
}

// joinLine joins two errors into one line.
func joinLine(a, b error) error {
	if a == nil || b == nil {
		return errors.Join(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

// failures returns the errors if files is 1. Otherwise it prints them and returns a summary. done
// is the participle for the summary, such as "read".
func failures(cmd *cobra.Command, files int, done string, wrong []error) error {
	if len(wrong) == 0 || files == 1 {
		return errors.Join(wrong...)
	}
	for _, err := range wrong {
		fmt.Fprintf(cmd.ErrOrStderr(), "%v\n", err)
	}
	return fmt.Errorf("%d of %d files cannot be %s", len(wrong), files, done)
}

// warnOnce returns a function that writes each warning once.
func warnOnce(out io.Writer) func(line string) {
	var mu sync.Mutex
	written := map[string]bool{}
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if line = quote.Printable("%s", line); !written[line] {
			written[line] = true
			fmt.Fprintf(out, "rosette: %s\n", line)
		}
	}
}
