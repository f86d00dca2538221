package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rosette/game/sgf"
)

func sgfCheckCommand(f *flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Report the problems in records, with line and column",
		Long: "Reads each file to its end and prints one line per problem, with line, column\n" +
			"and node. An error means that data is lost or unusable. A warning means that\n" +
			"the file breaks the rules of the format or of Go but can be read. A note is\n" +
			"harmless. Another line states the rules, komi and other values that were\n" +
			"assumed because the record does not name them. The command fails if there is\n" +
			"an error.",
		Example: "  rosette sgf check game.sgf\n  rosette sgf check *.sgf --json",
		Args:    fileArguments(0),
		RunE:    func(cmd *cobra.Command, names []string) error { return checkRecords(cmd, names, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	f.register(cmd, []string{"charset"})
	return cmd
}

// A fileProblems has the problems in one file, and what was assumed in each game; nil without a
// valid board.
type fileProblems struct {
	Name     string         `json:"name"`
	Problems []sgf.Problem  `json:"problems"`
	Readings []*sgf.Reading `json:"readings"`
}

// checkRecords prints the problems in files.
func checkRecords(cmd *cobra.Command, names []string, asJSON bool) error {
	failed := 0
	files := []fileProblems{}
	errs := []error{}
	for _, name := range names {
		file, err := checkRecord(cmd, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		files = append(files, file)
		if worst, _ := sgf.Worst(file.Problems); worst.Grade() == sgf.Error {
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

// checkRecord checks a file.
func checkRecord(cmd *cobra.Command, name string) (fileProblems, error) {
	file := fileProblems{name, []sgf.Problem{}, []*sgf.Reading{}}
	c, err := readRecord(cmd, name)
	problem := sgf.Problem{}
	switch {
	case errors.As(err, &problem): // not a record
		file.Problems = append(file.Problems, problem)
		return file, nil
	case err != nil:
		return file, err
	}
	file.Problems = append(file.Problems, sgf.Check(c)...)
	for _, root := range c.Trees {
		info, err := sgf.GameInfoAt(root.Last(), sgf.Override{})
		if err != nil {
			file.Readings = append(file.Readings, nil) // a problem with the board
			continue
		}
		file.Readings = append(file.Readings, &info.Reading)
	}
	return file, nil
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
		f.printReadings(cmd.OutOrStdout())
	}
	return nil
}

// printReadings prints what was assumed, in one line for all games with the same reading.
func (f fileProblems) printReadings(out io.Writer) {
	games := map[string]int{}
	var texts []string
	for _, r := range f.Readings {
		if r == nil || r.String() == "" {
			continue
		}
		text := r.String()
		if games[text]++; games[text] == 1 {
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		if len(f.Readings) == 1 {
			fmt.Fprintf(out, "%s: %s\n", f.Name, text)
			continue
		}
		fmt.Fprintf(out, "%s: %s, in %d of %d games\n", f.Name, text, games[text], len(f.Readings))
	}
}
