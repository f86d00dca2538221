package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/engine/neural"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
	"rosette/internal/output"
	"rosette/terminal"
)

// noNetwork is what --network takes for playouts.
const noNetwork = "none"

// readNetwork returns the network in a file.
func (f *flags) readNetwork(name string) (*neural.Network, error) {
	n, err := f.networks.Read(name)
	if err != nil {
		return nil, usageError{err}
	}
	return n, nil
}

// networkFor returns the network of the only file, or without a file the one that comes with the program, and
// its name. It must apply to the game.
func (f *flags) networkFor(g *game.Game, files []string) (*neural.Network, string, error) {
	if len(files) == 0 {
		n := neural.Shipped(g.Graph(), g.Rules())
		if n == nil {
			return nil, "", usageError{fmt.Errorf("no network that comes with this program knows %s played so; name a FILE%s",
				g.Graph().Name(), neural.FileSuffix)}
		}
		return n, n.ShippedName(), nil
	}
	n, err := f.readNetwork(files[0])
	if err != nil {
		return nil, "", err
	}
	if err := n.CheckGame(files[0], g); err != nil {
		return nil, "", usageError{err}
	}
	return n, files[0], nil
}

// outputFlag adds the flags -o and --force.
func outputFlag(set *pflag.FlagSet, to *output.File, usage string) {
	set.StringVarP(&to.Name, "output", "o", "", usage)
	forceFlag(set, to)
}

// forceFlag adds the flag --force.
func forceFlag(set *pflag.FlagSet, to *output.File) {
	set.BoolVar(&to.Force, "force", false, "overwrite an existing file")
}

// checkOutput returns an error if -o is missing, or the file exists. kind is the ending of such a name.
func checkOutput(to output.File, kind string) error {
	if to.Name == "" {
		return usageError{fmt.Errorf("no file to write; use -o FILE%s", kind)}
	}
	return to.Check()
}

// writePicture writes a picture to a file in place of an older one. Without a name it does nothing.
func writePicture(name string, picture []byte) error {
	if name == "" {
		return nil
	}
	return output.File{Name: name, Force: true}.Write(io.Discard, picture)
}

// checkPicture returns an error unless the file of a flag is an SVG by its name and can be
// written, or there is none. It may be in the folder of --out, which is made later.
func checkPicture(flag, name, out string) error {
	switch {
	case name == "", out != "" && filepath.Dir(name) == filepath.Clean(out) && strings.EqualFold(filepath.Ext(name), ".svg"):
		return nil
	case strings.EqualFold(filepath.Ext(name), ".svg"):
		return output.File{Name: name}.CheckName()
	}
	return usageError{fmt.Errorf("--%s %s: the %s is an SVG; end the name with .svg", flag, name, flag)}
}

// readRecord parses a file, or the standard input for -, in the charset of
// --charset if that is given.
func readRecord(cmd *cobra.Command, name string) (*sgf.Collection, error) {
	in := cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, usageError{err}
		}
		defer file.Close()
		in = file
	}
	o := sgf.Options{}
	if named := cmd.Flags().Lookup("charset"); named != nil {
		o.Charset = named.Value.String()
	}
	c, err := foreign.Read(in, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// firstGame parses a file and turns its first game into FF[4]; done says what is
// done with it if there are more.
func firstGame(cmd *cobra.Command, name string, done string) (*sgf.Collection, error) {
	c, err := readRecord(cmd, name)
	if err != nil {
		return nil, err
	}
	if n := len(c.Trees); n > 1 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d games; the first is %s\n", name, n, done)
	}
	sgf.Modernize(c.Trees[0])
	return c, nil
}

// replay replays the main line of a game of a record up to a move, by the rules of
// the flags or else of the file. Each move gets a node of its own. Problems of the file
// are among those of its first game.
func (f *flags) replay(c *sgf.Collection, i, move int) (*sgf.Replayed, error) {
	sgf.SeparateMoves(c.Trees[i])
	rules, err := f.rulesOf(c.Trees[i])
	if err != nil {
		return nil, err
	}
	line, err := sgf.Replay(c.Trees[i], move, rules)
	if err == nil && line.At.MoveCount() < move {
		return nil, usageError{fmt.Errorf("--move %d: the game has %d moves", move, line.At.MoveCount())}
	}
	if err == nil && i == 0 {
		line.Problems = append(slices.Clip(c.Problems), line.Problems...)
	}
	return line, err
}

// checkMove reports a number of --move that cannot be.
func checkMove(move int) error {
	if move < -1 {
		return usageError{fmt.Errorf("--move %d; use 0 for the start, or a move's number", move)}
	}
	return nil
}

// givenRules returns the rules of --rules, nil without that flag.
func (f *flags) givenRules() (*game.Rules, error) {
	if !f.set.Changed("rules") {
		return nil, nil
	}
	rules, err := game.ParseRules(f.rulesText)
	if err != nil {
		return nil, usageError{fmt.Errorf("--rules: %w", err)}
	}
	return &rules, nil
}

// rulesOf returns the rules of --rules and --komi for a record, nil if there are
// neither. Komi is that of --komi, else of the file, else of the rules.
func (f *flags) rulesOf(root *sgf.Node) (*game.Rules, error) {
	given, err := f.givenRules()
	if err != nil || given == nil && !f.set.Changed("komi") {
		return nil, err
	}
	rules, wrong := sgf.RulesOf(root.Last()) // the replay says what is wrong
	if given != nil {
		if wrong == nil && strings.TrimSpace(root.Last().Info("KM")) != "" {
			given.Komi = rules.Komi
		}
		rules = *given
	}
	if f.set.Changed("komi") {
		rules.Komi = f.komi
	}
	if err := rules.Check(); err != nil {
		return nil, usageError{err}
	}
	return &rules, nil
}

// readReview replays the main line of the first game of a record for a review, under
// the rules of the flags, up to that number of moves, and says how many it leaves
// out.
func (f *flags) readReview(cmd *cobra.Command, name string, c *sgf.Collection, most int) (*review.Review, error) {
	line, err := f.replay(c, 0, -1)
	if err != nil {
		return nil, err
	}
	warn(cmd, name, line.Problems)
	r, err := review.Read(c.Trees[0], line.Game.Rules(), most)
	if err == nil && r.Left > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: the first %d of %d moves are reviewed; use --max-moves for more\n", name, most, most+r.Left)
	}
	return r, err
}

// decide sets the status of the chains at points named by a flag.
func decide(p *life.Proposal, b *board.View, flag string, names []string, s life.Status) error {
	for _, name := range names {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		at, err := b.Graph().Point(name)
		if err == nil {
			err = p.Decide(b, at, s)
		}
		if errors.Is(err, life.ErrDecided) {
			err = fmt.Errorf("the %s chain at %s is in --alive too; name it once", b.At(at), b.Graph().PointName(at))
		}
		if err != nil {
			return usageError{fmt.Errorf("%s: %w", flag, err)}
		}
	}
	return nil
}

// deadStones returns the stones of the chains at the named points.
func deadStones(g *game.Game, names string) ([]board.Point, error) {
	proposal := life.Propose(g.Board(), g.Rules().CaptureRules())
	proposal.SpareAll()
	err := decide(&proposal, g.Board(), "--dead", strings.Split(names, ","), life.Dead)
	return proposal.Dead, err
}

// warn prints the worst of the problems of a file to the standard error, in one
// line, and how many more there are. Notes are left to rosette sgf check.
func warn(cmd *cobra.Command, name string, problems []sgf.Problem) {
	if line := sgf.Summary(problems); line != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", name, line)
	}
}

// gameTitle says who plays whom on what, and how it ended, as far as a node
// knows.
func gameTitle(n *sgf.Node, g *game.Game) string {
	words := []string{
		cmp.Or(n.Players(), "Black – White (players unknown)"),
		g.Graph().Name(), sgf.SimpleText(n.Info("RU")), fmt.Sprintf("komi %v", g.Rules().Komi),
		sgf.SimpleText(n.Info("DT")), sgf.SimpleText(n.Info("RE")),
	}
	var known []string
	for _, w := range words {
		if w != "" {
			known = append(known, w)
		}
	}
	return plain("%s", strings.Join(known, ", "))
}

// plain formats text without the control characters that a terminal obeys.
func plain(format string, args ...any) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, fmt.Sprintf(format, args...))
}

// pictureFormat returns the format of a picture: that of the file's name, or the
// one that is asked for on the standard output.
func pictureFormat(to, asked string) (string, error) {
	ending, named := strings.TrimPrefix(strings.ToLower(filepath.Ext(to)), "."), to != "" && to != "-"
	format := asked
	if named && asked == "" {
		format = ending
	}
	switch {
	case named && ending != "svg" && ending != "png":
		return "", fmt.Errorf("-o %s: a picture is .svg or .png; end the name with one", to)
	case named && format != ending:
		return "", fmt.Errorf("--format %s and -o %s contradict each other; leave --format out", format, to)
	case format == "":
		return "", errors.New("no file to write; use -o FILE.svg or -o FILE.png, or --format svg or png for the standard output")
	case format != "svg" && format != "png":
		return "", fmt.Errorf("--format %s; use svg or png", format)
	}
	return format, nil
}

// saveRecord writes the record of a match that had begun to a file, if one is named.
func saveRecord(cmd *cobra.Command, s *terminal.Session, to output.File) error {
	if to.Name == "" {
		return nil
	}
	root, begun, err := s.Record()
	if err != nil || !begun {
		return err
	}
	return to.Write(cmd.OutOrStdout(), []byte(root.String()+"\n"))
}

// fetchGame reads the first game of a record to its end, for a game at the terminal.
func (f *flags) fetchGame(cmd *cobra.Command, name string) (*game.Game, error) {
	c, err := firstGame(cmd, name, "loaded")
	if err != nil {
		return nil, err
	}
	line, err := f.replay(c, 0, -1)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return line.Game, nil
}

// checkFiles returns an error if the files of a review are one, or cannot be written.
func (r *reviewing) checkFiles() error {
	if r.report != "" && filepath.Clean(cmp.Or(r.to.Name, "-")) == filepath.Clean(r.report) {
		return usageError{fmt.Errorf("-o and --report name the same file; give each its own")}
	}
	if err := cmp.Or(r.to.CheckName(), output.File{Name: r.report}.CheckName()); err != nil {
		return err
	}
	if busy := review.TakenFile(nil, r.to.Force, r.to.Name, r.report); busy != "" {
		return output.ExistsError(busy)
	}
	return nil
}
