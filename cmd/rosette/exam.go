package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"rosette/lab/testsuite"
)

func examCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "exam",
		Short: "Test networks, levels and scoring on positions with known results",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(examMake(f), examSit(f), examRecords(f), examReviews(f), examEndings(f),
		examCoach(f))
	return cmd
}

// readSuite reads a file, or the standard input for -.
func readSuite(in io.Reader, name string) (*testsuite.Suite, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, usageError{err}
		}
		defer file.Close()
		in = file
	}
	suite, err := testsuite.Read(in)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	return suite, nil
}
