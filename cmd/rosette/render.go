package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/game"
	"rosette/internal/quote"
)

// renderFlags are the flags for render.
type renderFlags struct {
	*flags
	pictureFlags
	move, numbered   int // numbered counts the last moves with numbers
	format, title    string
	numbers, dead    string
	territory, count bool
	bare             bool
}

func renderCommand(f *flags) *cobra.Command {
	r := renderFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "render FILE",
		Short: "Draw a position as SVG or PNG",
		Long: "Draws the last position of the main line, or the one at --move, with the\n" +
			"record's marks and filled rosettes. Rules come from the record unless --rules\n" +
			"is given. With --count, captured stones fill territory, as in counting on a\n" +
			"real board.",
		Example: "  rosette sgf render game.sgf -o game.svg\n" +
			"  rosette sgf render game.sgf --move 50 --numbers 10 --theme paper -o game.png\n" +
			"  rosette sgf render game.sgf --territory --dead C3,D7 --format svg > game.svg\n" +
			"  rosette sgf render game.sgf --count --rules japanese -o count.png",
		Args: fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(r.check(cmd), checkMove(cmd.Flags(), r.move)); err != nil {
				return usageError{err}
			}
			return r.run(cmd, args[0])
		},
	}
	set := cmd.Flags()
	registerMove(set, &r.move, "draw")
	registerGame(set)
	r.pictureFlags.register(set, "output `file`, .svg or .png (default: standard output, with --format)")
	set.StringVar(&r.format, "format", "", "`format` for standard output: svg or png")
	set.StringVar(&r.numbers, "numbers", "", "number the last `N` moves, or all")
	set.BoolVar(&r.territory, "territory", false, "mark the owners of empty points")
	set.BoolVar(&r.count, "count", false,
		"count territory: remove dead stones, and put prisoners into the territory of their own colour")
	set.StringVar(&r.dead, "dead", "",
		"`points` of dead stones, such as C3,D7 (default: none; with --count, the proposal of rosette score)")
	set.StringVar(&r.title, "title", "", "`title` above the board (default: the players)")
	set.BoolVar(&r.bare, "no-coordinates", false, "omit the coordinates")
	f.registerRecord(cmd, "charset")
	return cmd
}

// check returns an error if flags are invalid, and sets format and numbered.
func (r *renderFlags) check(cmd *cobra.Command) (err error) {
	if r.numbered, err = draw.ParseNumbers(r.numbers); err != nil {
		return fmt.Errorf("--numbers %w", err)
	}
	ending, err := r.ending()
	switch {
	case err != nil:
		return err
	case ending != "" && r.format != "" && r.format != ending:
		return fmt.Errorf("--format %s contradicts -o %s; omit --format", r.format, r.to.Name)
	case ending == "" && r.format == "":
		return errors.New(
			"no output; use -o FILE.svg or -o FILE.png, or --format svg or png for standard output",
		)
	case ending == "" && r.format != "svg" && r.format != "png":
		return fmt.Errorf("--format %s; use svg or png", r.format)
	}
	r.format = cmp.Or(ending, r.format)
	switch {
	case r.count && (r.territory || r.numbered != 0):
		return errors.New("--count excludes --territory and --numbers; omit them")
	case r.format == "svg" && cmd.Flags().Changed("size"):
		return fmt.Errorf("--size needs PNG; an SVG scales to any size")
	}
	return r.pictureFlags.check()
}

// run draws the first game in a file.
func (r *renderFlags) run(cmd *cobra.Command, name string) error {
	c, err := firstGame(cmd, name, "drawn")
	if err != nil {
		return err
	}
	line, err := r.replay(c, 0, r.move)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	g := line.Game
	p, problems, err := draw.FromRecord(g, line.At, r.numbered)
	if err != nil {
		return err
	}
	line.Problems = append(line.Problems, problems...)
	remark(cmd, name, line)
	if p, err = r.counted(cmd, g, p); err != nil {
		return err
	}
	p.Theme, p.Coordinates = draw.Theme(r.theme), !r.bare
	if cmd.Flags().Changed("title") {
		p.Title = quote.Printable("%s", r.title)
	}
	var out bytes.Buffer
	if err := p.Write(cmd.Context(), &out, r.format, r.size); err != nil {
		return err
	}
	return r.to.Write(cmd.OutOrStdout(), out.Bytes())
}

// counted adds to a picture the dead stones and the marks for --territory or --count.
func (r *renderFlags) counted(cmd *cobra.Command, g *game.Game, p *draw.Picture) (_ *draw.Picture, err error) {
	if !r.count && !r.territory && r.dead == "" {
		return p, nil
	}
	if err := g.Board().CheckLiberties(); err != nil {
		return nil, err
	}
	if p.Dead, err = deadStones(g, r.dead); err != nil || !r.count {
		if r.territory {
			p.Territory = g.Score(p.Dead...).Owner
		}
		return p, err
	}
	if !cmd.Flags().Changed("dead") && g.Rules().Ending != game.EndingAllAlive {
		proposal, err := r.config.Judge().Propose(cmd.Context(), g)
		if err != nil {
			return nil, err
		}
		p.Dead = proposal.Dead
		if possible := g.ProposalRange(proposal); !possible.Certain() {
			fmt.Fprintf(cmd.ErrOrStderr(),
				"--count: %s, because the game is not over or some chains are unsure; the picture shows unsure chains as alive, use --dead to decide\n", possible)
		}
	}
	count, err := draw.Count(g, g.Score(p.Dead...))
	if err != nil {
		return nil, fmt.Errorf("--count: %w", err)
	}
	count.Title = p.Title
	return count, nil
}
