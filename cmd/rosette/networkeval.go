package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/engine/evaluation"
	"rosette/game"
	"rosette/terminal"
)

// networkEvalFlags are the flags for lab network eval.
type networkEvalFlags struct {
	*flags
	pictureFlags
	sgf             string
	move            int
	average, asJSON bool
	ascii           bool
}

func networkEval(f *flags) *cobra.Command {
	a := &networkEvalFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "eval [FILE] --sgf GAME",
		Short: "Show a network's evaluation of a position, without search",
		Long: "Shows the direct output of a network for a position of a record: probabilities of\n" +
			"the outcomes, expected score with its standard deviation, likeliest moves, and\n" +
			"ownership of the points, as text and with -o as a picture, in which larger squares\n" +
			"mean more certain ownership. --average averages over all symmetries of the board.\n" +
			"Rules and komi are those of the record, or of --rules and --komi. Without FILE, the\n" +
			"network that comes with the program is used.",
		Example: "  rosette lab network eval first.rnet --sgf game.sgf --move 30\n" +
			"  rosette lab network eval first.rnet --sgf game.sgf --average -o owner.svg",
		Args: networkArgument,
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args...) },
	}
	set := cmd.Flags()
	set.StringVar(&a.sgf, "sgf", "", "the record, a `file`; - is standard input")
	registerMove(set, &a.move, "evaluate")
	registerGame(set)
	set.BoolVar(&a.average, "average", false, "average over all symmetries of the board")
	set.BoolVar(&a.asJSON, "json", false, "print JSON")
	a.pictureFlags.register(set, "a `file` for a picture, .svg or .png")
	set.BoolVar(&a.ascii, "ascii", false, "draw with letters only")
	f.registerRecord(cmd, "charset")
	return cmd
}

// check returns an error if a flag has an impossible value.
func (a *networkEvalFlags) check() error {
	ending, err := a.ending()
	switch {
	case a.sgf == "":
		return errors.New("no position; use --sgf FILE")
	case a.to.Name == "-":
		return errors.New("-o -: a picture is .svg or .png; end the name with one")
	case ending != "png" && err == nil && a.set.Changed("size"):
		return errors.New("--size is for -o FILE.png; an SVG is scaled by the program that shows it")
	case a.to.Name == "" && a.set.Changed("theme"):
		return errors.New("--theme is for -o, a picture")
	}
	return cmp.Or(err, a.pictureFlags.check(), checkMove(a.set, a.move), a.to.Check())
}

func (a *networkEvalFlags) run(cmd *cobra.Command, files ...string) error {
	if err := a.check(); err != nil {
		return usageError{err}
	}
	g, err := a.position(cmd)
	if err != nil {
		return err
	}
	net, file, err := a.networkFor(g, files)
	if err != nil {
		return err
	}
	e := evaluation.New(net, file, g, a.average)
	if a.to.Name != "" {
		var picture bytes.Buffer
		if err := e.Picture(draw.Theme(a.theme)).Write(cmd.Context(), &picture,
			strings.ToLower(filepath.Ext(a.to.Name)[1:]), a.size); err != nil {
			return err
		}
		if err := a.to.Write(nil, picture.Bytes()); err != nil {
			return err
		}
	}
	if a.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(e)
	}
	style, _ := terminal.StyleOf(cmd.OutOrStdout(), a.ascii)
	_, err = fmt.Fprint(cmd.OutOrStdout(), e.Text(style))
	return err
}

// position returns the record's game up to the position.
func (a *networkEvalFlags) position(cmd *cobra.Command) (*game.Game, error) {
	c, err := firstGame(cmd, a.sgf, "looked at")
	if err != nil {
		return nil, err
	}
	line, err := a.replay(c, 0, a.move)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.sgf, err)
	}
	warn(cmd, a.sgf, line.Problems)
	return line.Game, nil
}
