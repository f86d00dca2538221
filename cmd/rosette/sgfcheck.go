package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/game/sgf"
)

func sgfCheckCommand(f *flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Report the problems in records, with line and column",
		Long: "Reads each file to its end and prints one line per problem, with line, column\n" +
			"and node. An error means that data is lost or unusable; a warning means that\n" +
			"it breaks the rules of the format or of Go but is read; a note is harmless.\n" +
			"The command fails if there is an error.",
		Example: "  rosette sgf check game.sgf\n  rosette sgf check *.sgf --json",
		Args:    fileArguments(0),
		RunE:    func(cmd *cobra.Command, names []string) error { return checkRecords(cmd, names, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	f.register(cmd, []string{"charset"})
	return cmd
}

// A fileProblems has the problems in one file.
type fileProblems struct {
	Name     string        `json:"name"`
	Problems []sgf.Problem `json:"problems"`
}

// checkRecords prints the problems in files.
func checkRecords(cmd *cobra.Command, names []string, asJSON bool) error {
	failed := 0
	files := []fileProblems{}
	errs := []error{}
	for _, name := range names {
		problems, err := recordProblems(cmd, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		files = append(files, fileProblems{name, problems})
		if worst, _ := sgf.Worst(problems); worst.Grade() == sgf.Error {
			failed++
		}
	}
	if err := printProblems(cmd, files, asJSON); err != nil {
		return err
	}
	err := failures(cmd, len(names), "read", errs)
	if failed > 0 {
		err = joinLine(fmt.Errorf("files with errors: %d of %d", failed, len(names)), err)
	}
	return err
}

// recordProblems returns the problems in a file.
func recordProblems(cmd *cobra.Command, name string) ([]sgf.Problem, error) {
	c, err := readRecord(cmd, name)
	problem := sgf.Problem{}
	switch {
	case errors.As(err, &problem): // not a record
		return []sgf.Problem{problem}, nil
	case err != nil:
		return nil, err
	}
	return append([]sgf.Problem{}, sgf.Check(c)...), nil
}

// printProblems prints problems as lines, or as one JSON array of files.
func printProblems(cmd *cobra.Command, files []fileProblems, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(files)
	}
	for _, f := range files {
		for _, p := range f.Problems {
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", f.Name, p.Graded())
		}
	}
	return nil
}
