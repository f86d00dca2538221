package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// An asking is what rosette network eval was asked for.
type asking struct {
	*flags
	sgf, to, theme  string
	move, size      int
	average, asJSON bool
	ascii, force    bool
}

func networkEval(f *flags) *cobra.Command {
	a := &asking{flags: f}
	cmd := &cobra.Command{
		Use:   "eval [FILE] --sgf GAME",
		Short: "Show a network's evaluation of a position, without search",
		Long: "Shows the direct output of a network for a position of a record: probabilities of\n" +
			"the outcomes, expected score with its standard deviation, likeliest moves, and\n" +
			"ownership of the points, as text and with -o as a picture, in which larger squares\n" +
			"mean more certain ownership. --average averages over all symmetries of the board.\n" +
			"Rules and komi are those of the record, or of --rules and --komi. Without FILE, the\n" +
			"network that comes with the program is used.",
		Example: "  rosette network eval first.rnet --sgf game.sgf --move 30\n" +
			"  rosette network eval first.rnet --sgf game.sgf --average -o owner.svg",
		Args: networkArgument,
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args...) },
	}
	set := cmd.Flags()
	set.StringVar(&a.sgf, "sgf", "", "the record, a `file`; - is standard input")
	set.IntVar(&a.move, "move", -1, "evaluate the position after this `number` of moves (default: all)")
	set.BoolVar(&a.average, "average", false, "average over all symmetries of the board")
	set.BoolVar(&a.asJSON, "json", false, "print JSON")
	set.StringVarP(&a.to, "output", "o", "", "a `file` for a picture, .svg or .png")
	set.StringVar(&a.theme, "theme", string(draw.Wood), "the `theme` of the picture: "+draw.ThemeNames())
	set.IntVar(&a.size, "size", 1000, "the `width` of a PNG in pixels")
	set.BoolVar(&a.ascii, "ascii", false, "draw with letters only")
	set.BoolVar(&a.force, "force", false, "overwrite an existing file")
	f.register(cmd, []string{"rules", "komi"})
	return cmd
}

// check says which flag cannot be.
func (a *asking) check() error {
	switch ending := strings.ToLower(filepath.Ext(a.to)); {
	case a.sgf == "":
		return errors.New("no position; use --sgf FILE")
	case a.move < -1:
		return fmt.Errorf("--move %d; use 0 for the start, or a move's number", a.move)
	case a.to != "" && ending != ".svg" && ending != ".png":
		return fmt.Errorf("-o %s: a picture is .svg or .png; end the name with one", a.to)
	case !draw.KnownTheme(draw.Theme(a.theme)):
		return fmt.Errorf("--theme %s; use %s", a.theme, draw.ThemeNames())
	case a.size < draw.MinWidth || a.size > draw.MaxWidth:
		return fmt.Errorf("--size %d; use %d to %d pixels", a.size, draw.MinWidth, draw.MaxWidth)
	}
	return nil
}

func (a *asking) run(cmd *cobra.Command, files ...string) error {
	if err := a.check(); err != nil {
		return usageError{err}
	}
	g, next, err := a.position(cmd)
	if err != nil {
		return err
	}
	net, file, err := a.which(g, files)
	if err != nil {
		return err
	}
	switch {
	case net.Applies(g.Graph(), g.Rules()):
	case net.Applies(g.Graph(), game.Rules{}):
		return usageError{fmt.Errorf("%s knows no supply of %d stones; use other --rules", file, g.Rules().Supply)}
	default:
		return usageError{fmt.Errorf("%s knows no %s: its lattice is the %s", file, g.Graph().Name(), neural.LatticeName(net.Lattice))}
	}
	said := a.ask(net, file, g, next)
	if a.to != "" {
		if err := a.draw(said); err != nil {
			return err
		}
	}
	if a.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(said)
	}
	style, _ := styleOf(cmd.OutOrStdout(), a.ascii)
	_, err = fmt.Fprint(cmd.OutOrStdout(), said.text(style))
	return err
}

// which returns the network of the file, or the one that comes with the program,
// and its name.
func (a *asking) which(g *game.Game, files []string) (*neural.Network, string, error) {
	if len(files) > 0 {
		net, err := a.networks.read(files[0])
		return net, files[0], err
	}
	net := neural.Shipped(g.Graph(), g.Rules())
	if net == nil {
		return nil, "", usageError{fmt.Errorf("no network that comes with this program knows %s played so; name a FILE%s", g.Graph().Name(), networkSuffix)}
	}
	return net, shippedName(net), nil
}

// position returns that of the record, and who is to move.
func (a *asking) position(cmd *cobra.Command) (*game.Game, board.Color, error) {
	c, err := firstGame(cmd, a.sgf, false, "looked at")
	if err != nil {
		return nil, board.Empty, err
	}
	root := c.Trees[0]
	g, _, err := sgf.MainLine(root, a.move)
	if err == nil {
		g, err = (&scoring{flags: a.flags}).under(root, g)
	}
	if err != nil {
		return nil, board.Empty, fmt.Errorf("%s: %w", a.sgf, err)
	}
	next := board.Black
	if last, moved := g.Last(); moved {
		next = last.Color.Opponent()
	} else if _, first, known := g.Start(); known {
		next = first
	}
	return g, next, nil
}

// ask asks the network, and puts what it says of who is to move into colours.
func (a *asking) ask(net *neural.Network, file string, g *game.Game, next board.Color) *networkEvaluation {
	o, given := neural.Once(net, g, next, a.average)
	v := &networkEvaluation{
		File: file, Hash: net.Hash, Board: g.Graph().Name(), Rules: g.Rules(), Moves: g.Ply(), Next: next.String(), Average: a.average,
		Black: o.Win, White: o.Loss, Draw: o.Draw, Score: o.Margin + given, Margin: o.Margin, Spread: o.MarginStdev,
		Ownership: slices.Clone(o.Ownership), game: g,
	}
	if next == board.White {
		v.Black, v.White, v.Score, v.Margin = v.White, v.Black, -v.Score, -v.Margin
		for p := range v.Ownership {
			v.Ownership[p] = -v.Ownership[p]
		}
	}
	for p, chance := range o.Policy {
		at := board.Point(p)
		if p == len(o.Policy)-1 {
			at = board.Pass
		}
		if chance > 0 {
			v.Policy = append(v.Policy, policyMove{g.Graph().PointName(at), chance, at})
		}
	}
	slices.SortStableFunc(v.Policy, func(a, b policyMove) int { return cmp.Compare(b.Chance, a.Chance) })
	return v
}

// draw writes the picture.
func (a *asking) draw(v *networkEvaluation) error {
	var out bytes.Buffer
	p := v.picture(draw.Theme(a.theme))
	var err error
	if strings.EqualFold(filepath.Ext(a.to), ".svg") {
		err = p.SVG(&out)
	} else {
		err = p.PNG(&out, a.size)
	}
	if err != nil {
		return err
	}
	return writeFile(nil, a.to, a.force, out.Bytes())
}
