package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	games := map[string][]int{}
	var texts []string
	for i, r := range f.Readings {
		if r == nil || r.String() == "" {
			continue
		}
		text := r.String()
		if games[text] == nil {
			texts = append(texts, text)
		}
		games[text] = append(games[text], i+1)
	}
	for _, text := range texts {
		if len(f.Readings) == 1 {
			fmt.Fprintf(out, "%s: %s\n", f.Name, text)
			continue
		}
		fmt.Fprintf(out, "%s: %s: %s\n", f.Name, gamesOf(games[text], len(f.Readings)), text)
	}
}

// gamesOf names some games in a file by their numbers in ascending order, such as "game 2 of 4" or
// "games 1-3, 7 of 9". It shortens a long list.
func gamesOf(numbers []int, all int) string {
	switch len(numbers) {
	case 1:
		return fmt.Sprintf("game %d of %d", numbers[0], all)
	case all:
		return fmt.Sprintf("all %d games", all)
	}
	var parts []string
	for i := 0; i < len(numbers); i++ {
		first := numbers[i]
		for i+1 < len(numbers) && numbers[i+1] == numbers[i]+1 {
			i++
		}
		part := strconv.Itoa(first)
		if numbers[i] > first {
			part += "-" + strconv.Itoa(numbers[i])
		}
		parts = append(parts, part)
	}
	if len(parts) > mostParts {
		return fmt.Sprintf("%d of %d games, the first is game %d", len(numbers), all, numbers[0])
	}
	return fmt.Sprintf("games %s of %d", strings.Join(parts, ", "), all)
}

// mostParts is the largest number of parts in a list of games.
const mostParts = 10
