package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/solve/puzzle"
)

func puzzleShow(f *flags) *cobra.Command {
	var solution, asSGF bool
	cmd := &cobra.Command{
		Use:   "show NUMBER [FILE]",
		Short: "Show a built-in puzzle, or one in a file",
		Example: "  rosette puzzle show 17\n  rosette puzzle show 17 --solution\n" +
			"  rosette puzzle show 17 --sgf | rosette sgf render - --move 0 -o 17.png",
		RunE: func(cmd *cobra.Command, args []string) error {
			root, p, err := onePuzzle(cmd, args)
			if err != nil {
				return err
			}
			if asSGF {
				text, err := puzzle.SGF([]*sgf.Node{root})
				if err != nil {
					return err
				}
				_, err = cmd.OutOrStdout().Write(text)
				return err
			}
			showPuzzle(cmd.OutOrStdout(), p)
			if solution {
				fmt.Fprintf(cmd.OutOrStdout(), "The solution is %s.\n", p.Board.Graph().PointName(p.Move))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&solution, "solution", false, "also show the solution")
	cmd.Flags().BoolVar(&asSGF, "sgf", false, "print the SGF record")
	f.register(cmd, []string{"charset"})
	return cmd
}

// onePuzzle returns the puzzle that the arguments name.
func onePuzzle(cmd *cobra.Command, args []string) (*sgf.Node, *puzzle.Puzzle, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, nil, usageError{fmt.Errorf("%d arguments; use %s NUMBER [FILE]", len(args), cmd.CommandPath())}
	}
	records, err := readPuzzles(cmd, args[1:])
	if err != nil {
		return nil, nil, err
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > len(records) {
		return nil, nil, usageError{fmt.Errorf("no puzzle %q; use a number from 1 to %d", args[0], len(records))}
	}
	p, err := puzzle.Parse(records[n-1])
	return records[n-1], &p, err
}

// showPuzzle prints the position with the chain marked and the task.
func showPuzzle(out io.Writer, p *puzzle.Puzzle) {
	chain := []board.Point{}
	for q := range p.Board.Chain(p.Chain) {
		chain = append(chain, q)
	}
	fmt.Fprintf(out, "%s\n%s\n%s Grade %d, %s.\n",
		draw.Text(&p.Board.View, draw.Style{}, chain...), draw.Legend(p.Board.Graph(), draw.Style{}), p.Task(), p.Grade,
		p.Theme)
}
