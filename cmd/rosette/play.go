package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/game/board"
	"rosette/play"
	"rosette/terminal"
)

func playCommand(f *flags) *cobra.Command {
	var o terminal.Opening
	var color, komiBy string
	var ascii bool
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play against the computer in the terminal",
		Long: "Draws the board as text and reads your moves: the name of a point such as C7,\n" +
			"pass, undo, resign, score, help or quit. Before the first move you may agree on\n" +
			"komi and place a handicap; after two passes you agree on the dead stones. A line\n" +
			"always says what can be typed.",
		Example: "  rosette play\n" +
			"  rosette play --board rosette-3 --level 2 --color white\n" +
			"  rosette play --rules flower --handicap 2 --komi-by open\n" +
			"  rosette play --board square-9 --time 2s",
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.KomiBy = play.KomiBy(komiBy)
			if err := f.completeOpening(&o, color); err != nil {
				return err
			}
			session, err := terminal.New(o, computer{f, o.Level})
			if err != nil {
				return usageError{err}
			}
			session.Out = cmd.OutOrStdout()
			session.Style, session.Height = terminal.StyleOf(session.Out, ascii)
			return session.Play(cmd.Context(), terminal.Lines(cmd.Context(), cmd.InOrStdin()))
		},
	}
	set := cmd.Flags()
	set.StringVar(&color, "color", "black", "your `color`, black or white; with --komi-by, Black bids first")
	set.IntVar(&o.Handicap, "handicap", 0, "handicap `stones` for Black, or for you if the rules are flower")
	set.StringVar(&komiBy, "komi-by", "",
		"`method` of agreeing on komi and colours first: divide, open or secret (default: komi of the rules)")
	set.BoolVar(&o.Halves, "halves", false, "allow half points in komi bids")
	set.BoolVar(&o.TwoPeople, "two", false, "two people play at this terminal; the computer only proposes dead stones")
	set.BoolVar(&ascii, "ascii", false, "draw with letters only")
	f.register(cmd, gameFlags, computerFlags)
	return cmd
}

// completeOpening adds to an opening what the shared flags and --color say.
func (f *flags) completeOpening(o *terminal.Opening, color string) error {
	var ok bool
	o.Color, ok = map[string]board.Color{"black": board.Black, "white": board.White}[color]
	switch {
	case !ok:
		return usageError{fmt.Errorf("--color %q; use black or white", color)}
	case f.fromFile():
		return usageError{errors.New("a board from a file is for rosette gtp and perft; use --board " + board.Boards)}
	}
	graph, rules, err := f.position()
	if err != nil {
		return err
	}
	if !f.set.Changed("komi") {
		rules.Komi = rules.HandicapKomi(o.Handicap)
	}
	o.Board, o.Rules, o.Level = graph.Name(), rules, f.config.Level
	return nil
}
