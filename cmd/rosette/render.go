package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A rendering is what the flags of render ask for.
type rendering struct {
	move, size           int
	to, format           string
	theme, numbers, dead string
	title                string
	ownTitle             bool // --title was given
	territory, bare      bool
	lenient, force       bool
}

func renderCommand(*flags) *cobra.Command {
	r := rendering{}
	cmd := &cobra.Command{
		Use:   "render FILE",
		Short: "Draw the board of a record as SVG or PNG",
		Long: "Render draws the position of the main line after a move, the last one unless\n" +
			"--move says another, with the marks of the record and rosettes filled. The end\n" +
			"of the name decides what is written: .svg or .png.",
		Example: "  rosette render game.sgf -o game.svg\n" +
			"  rosette render game.sgf --move 50 --numbers 10 --theme paper -o game.png\n" +
			"  rosette render game.sgf --territory --dead C3,D7 --format svg > game.svg",
		Args: fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.ownTitle = cmd.Flags().Changed("title")
			if err := r.check(cmd); err != nil {
				return usageError{err}
			}
			return r.render(cmd, args[0])
		},
	}
	f := cmd.Flags()
	f.IntVar(&r.move, "move", -1, "draw the position after that `number` of moves (default: all)")
	f.StringVarP(&r.to, "output", "o", "", "the `file` to write, .svg or .png (default: standard output)")
	f.StringVar(&r.format, "format", "", "svg or png, for the standard output")
	f.StringVar(&r.numbers, "numbers", "", "number the moves: all, or the last `N`")
	f.BoolVar(&r.territory, "territory", false, "mark whose the empty points are, by the rules of the record")
	f.StringVar(&r.dead, "dead", "", "the `points` of dead stones, such as C3,D7; whole chains are crossed")
	f.StringVar(&r.theme, "theme", string(draw.Wood), "the look: "+draw.ThemeNames())
	f.IntVar(&r.size, "size", 1000, "the `width` of a PNG in pixels")
	f.StringVar(&r.title, "title", "", "the `line` above (default: the players)")
	f.BoolVar(&r.bare, "no-coordinates", false, "leave the names of rows and columns out")
	f.BoolVar(&r.lenient, "lenient", false, "keep what is good of a file that is not")
	f.BoolVar(&r.force, "force", false, "write over a file that is there")
	return cmd
}

// check says which flag cannot be, and settles the format.
func (r *rendering) check(cmd *cobra.Command) error {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(r.to)), ".")
	n, err := strconv.Atoi(r.numbers)
	switch named := r.to != "" && r.to != "-"; {
	case named && ending != "svg" && ending != "png":
		return fmt.Errorf("-o %s: a picture is .svg or .png; end the name with one", r.to)
	case named && r.format != "" && r.format != ending:
		return fmt.Errorf("--format %s and -o %s contradict each other; leave --format out", r.format, r.to)
	case named:
		r.format = ending
	case r.format == "":
		return fmt.Errorf("no file to write; use -o FILE.svg or -o FILE.png, or --format svg or png for the standard output")
	case r.format != "svg" && r.format != "png":
		return fmt.Errorf("--format %s; use svg or png", r.format)
	}
	switch {
	case r.move < -1:
		return fmt.Errorf("--move %d; use 0 for the start, or a move's number", r.move)
	case r.numbers != "" && r.numbers != "all" && (err != nil || n < 1):
		return fmt.Errorf("--numbers %s; use all, or how many of the last moves", r.numbers)
	case !draw.KnownTheme(draw.Theme(r.theme)):
		return fmt.Errorf("--theme %s; use %s", r.theme, draw.ThemeNames())
	case r.format == "svg" && cmd.Flags().Changed("size"):
		return fmt.Errorf("--size is for PNG; an SVG is as wide as whoever shows it likes")
	case r.size < draw.MinWidth || r.size > draw.MaxWidth:
		return fmt.Errorf("--size %d; use %d to %d pixels", r.size, draw.MinWidth, draw.MaxWidth)
	}
	return nil
}

// render draws the first game of a file.
func (r *rendering) render(cmd *cobra.Command, name string) error {
	c, err := readRecord(cmd, name, r.lenient)
	if err != nil {
		return err
	}
	warn(cmd, name, c.Problems)
	if n := len(c.Trees); n > 1 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d games; the first is drawn\n", name, n)
	}
	root := c.Trees[0]
	sgf.Modernize(root)
	g, at, err := sgf.MainLine(root, r.move)
	if err != nil && (!r.lenient || g == nil) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
	}
	p, problems := r.picture(root, at, g)
	for _, err := range problems {
		if !r.lenient {
			return fmt.Errorf("%s: %w; or use --lenient to leave it out", name, err)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
	}
	if err := r.count(p, g); err != nil {
		return usageError{err}
	}
	var out bytes.Buffer
	if r.format == "svg" {
		err = p.SVG(&out)
	} else {
		err = p.PNG(&out, r.size)
	}
	if err != nil {
		return err
	}
	return writeFile(cmd.OutOrStdout(), r.to, r.force, out.Bytes())
}

// picture is the position with what the record says of it, and what of that
// cannot be drawn.
func (r *rendering) picture(root, at *sgf.Node, g *game.Game) (*draw.Picture, []error) {
	p := &draw.Picture{Board: g.Board(), Theme: draw.Theme(r.theme), Coordinates: !r.bare, Title: plain("%s", r.title)}
	if !r.ownTitle {
		p.Title = players(root.Last())
	}
	ground, err := sgf.CoordinatesOf(root)
	if err != nil {
		return p, []error{err}
	}
	problems := mark(p, ground, at)
	moves := numbered(ground, root, at)
	if len(moves) == 0 {
		return p, problems
	}
	last := moves[len(moves)-1]
	p.Caption = fmt.Sprintf("Move %d: %s %s", last.number, capitals[last.color], ground.PointName(last.point))
	if last.point == board.Pass {
		p.Caption = fmt.Sprintf("Move %d: %s passes", last.number, capitals[last.color])
	} else if g.Board().At(last.point) == last.color {
		p.Marks = append(p.Marks, draw.Mark{Shape: draw.Last, At: last.point})
	}
	if n, err := strconv.Atoi(r.numbers); err == nil {
		moves = moves[max(0, len(moves)-n):]
	}
	if r.numbers != "" {
		var unseen []string
		p.Numbers, unseen = numbers(g, moves)
		p.Caption = strings.Join(append([]string{p.Caption}, unseen...), "; ")
	}
	return p, problems
}

var capitals = map[board.Color]string{board.Black: "Black", board.White: "White"}

// players says who plays whom, nothing if the record names neither.
func players(of *sgf.Node) string {
	if of.Info("PB") == "" && of.Info("PW") == "" {
		return ""
	}
	return who(of, board.Black, "PB", "BR") + " – " + who(of, board.White, "PW", "WR")
}

// count crosses dead stones and marks territory.
func (r *rendering) count(p *draw.Picture, g *game.Game) error {
	var dead []board.Point
	for name := range strings.SplitSeq(r.dead, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		at, err := g.Graph().Point(name)
		if err != nil {
			return fmt.Errorf("--dead: %w", err)
		}
		if g.Board().At(at) == board.Empty {
			return fmt.Errorf("--dead %s: no stone stands there; name points of dead stones", g.Graph().PointName(at))
		}
		if g.Board().Immortal(at) {
			return fmt.Errorf("--dead %s: its chain holds a rosette, which never dies; leave it out", g.Graph().PointName(at))
		}
		dead = append(dead, at)
	}
	score := g.Score(dead...)
	p.Dead = score.Dead
	if r.territory {
		p.Owner = score.Owner
	}
	return nil
}
