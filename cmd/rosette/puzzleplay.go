package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rosette/internal/quote"
	"rosette/solve/puzzle"
	"rosette/terminal"
)

func puzzlePlay(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play NUMBER [FILE]",
		Short: "Solve a puzzle in the terminal",
		Long: "Shows a puzzle and reads moves such as D4 until one is right. After a wrong\n" +
			"move it shows the refutation. End the input (Ctrl-D) to see the solution.",
		Example: "  rosette puzzle play 17",
		RunE: func(cmd *cobra.Command, args []string) error {
			_, p, err := onePuzzle(cmd, args)
			if err != nil {
				return err
			}
			showPuzzle(cmd.OutOrStdout(), p)
			return playPuzzle(cmd, p)
		},
	}
	f.register(cmd, []string{"charset"})
	return cmd
}

// playPuzzle reads moves until one solves the puzzle.
func playPuzzle(cmd *cobra.Command, p *puzzle.Puzzle) error {
	out := cmd.OutOrStdout()
	for lines := terminal.Lines(cmd.Context(), cmd.InOrStdin()); ; {
		var line string
		var more bool
		select {
		case line, more = <-lines:
		case <-cmd.Context().Done():
			return nil
		}
		if !more {
			fmt.Fprintf(out, "The solution is %s.\n", p.Board.Graph().PointName(p.Move))
			return nil
		}
		solved, answer, err := p.Answer(cmd.Context(), line)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, quote.Printable("%s", answer))
		if solved {
			return nil
		}
	}
}
