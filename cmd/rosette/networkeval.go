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
	"rosette/game/sgf"
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
		Long: "Shows a network's direct output for a position in a record: outcome\n" +
			"probabilities, expected score and its standard deviation, likeliest moves, and\n" +
			"ownership. With -o it also draws a picture, where larger squares mean more\n" +
			"certain ownership. Rules and komi come from the record unless --rules or\n" +
			"--komi is given. Without FILE it uses the built-in network.",
		Example: "  rosette lab network eval first.rnet --sgf game.sgf --move 30\n" +
			"  rosette lab network eval first.rnet --sgf game.sgf --average -o owner.svg",
		Args: networkArgument,
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args...) },
	}
	set := cmd.Flags()
	set.StringVar(&a.sgf, "sgf", "", "SGF `file` with the record; - for standard input")
	registerMove(set, &a.move, "evaluate")
	registerGame(set)
	set.BoolVar(&a.average, "average", false, "average over all symmetries of the board")
	set.BoolVar(&a.asJSON, "json", false, "print JSON")
	a.pictureFlags.register(set, "picture `file`, .svg or .png")
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
		return errors.New("-o -: use a file name that ends in .svg or .png")
	case ending != "png" && err == nil && a.set.Changed("size"):
		return errors.New("--size needs -o FILE.png; an SVG scales to any size")
	case a.to.Name == "" && a.set.Changed("theme"):
		return errors.New("--theme needs a picture: use -o FILE.svg or -o FILE.png")
	}
	return cmp.Or(err, a.pictureFlags.check(), checkMove(a.set, a.move), a.to.Check())
}

func (a *networkEvalFlags) run(cmd *cobra.Command, files ...string) error {
	if err := a.check(); err != nil {
		return usageError{err}
	}
	line, err := a.position(cmd)
	if err != nil {
		return err
	}
	g := line.Game
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
		return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
			*evaluation.Evaluation
			Reading sgf.Reading `json:"reading"`
		}{e, line.Reading})
	}
	style, _ := terminal.StyleOf(cmd.OutOrStdout(), a.ascii)
	_, err = fmt.Fprint(cmd.OutOrStdout(), e.Text(style))
	return err
}

// position replays the record up to the position.
func (a *networkEvalFlags) position(cmd *cobra.Command) (*sgf.Replayed, error) {
	c, err := firstGame(cmd, a.sgf, "evaluated")
	if err != nil {
		return nil, err
	}
	line, err := a.replay(c, 0, a.move)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.sgf, err)
	}
	remark(cmd, a.sgf, line)
	if err := line.Game.Board().CheckLiberties(); err != nil {
		return nil, fmt.Errorf("%s: %w", a.sgf, err)
	}
	return line, nil
}
