package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rosette/game/board"
	"rosette/internal/quote"
	"rosette/solve/puzzle"
	"rosette/terminal"
)

func puzzlePlay(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play NUMBER [FILE]",
		Short: "Solve a puzzle: type moves until one is right",
		Long: "Shows a puzzle and reads moves, such as D4. The solver says whether a move is right\n" +
			"and shows a reply that refutes one that is wrong. The end of the input gives up.",
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

// playPuzzle reads moves until one is right.
func playPuzzle(cmd *cobra.Command, p *puzzle.Puzzle) error {
	out, g := cmd.OutOrStdout(), p.Board.Graph()
	for lines := terminal.Lines(cmd.Context(), cmd.InOrStdin()); ; {
		var line string
		var more bool
		select {
		case line, more = <-lines:
		case <-cmd.Context().Done():
			return nil
		}
		if !more {
			fmt.Fprintf(out, "The solution is %s.\n", g.PointName(p.Move))
			return nil
		}
		move, err := g.Point(strings.TrimSpace(line))
		switch {
		case err != nil:
			fmt.Fprintln(out, quote.Printable("%v", err))
		case move == p.Move:
			fmt.Fprintf(out, "%s is right.\n", g.PointName(move))
			return nil
		case !slices.Contains(p.Wrong, move):
			fmt.Fprintf(out, "%s is no move here; use an empty point near the chain.\n", g.PointName(move))
		default:
			reply, err := p.Reply(cmd.Context(), move)
			if err != nil {
				return err
			}
			fmt.Fprintln(out, refutation(p, move, reply))
		}
	}
}

// refutation says why a move is wrong.
func refutation(p *puzzle.Puzzle, move, reply board.Point) string {
	g, opponent := p.Board.Graph(), board.ByColor[string]{board.Black: "Black", board.White: "White"}[p.First.Opponent()]
	if reply == board.Pass {
		return fmt.Sprintf("%s is wrong: %s need not answer.", g.PointName(move), opponent)
	}
	return fmt.Sprintf("%s is wrong: %s answers %s.", g.PointName(move), opponent, g.PointName(reply))
}
