package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rosette/engine/matches"
)

// plotFile is the name of the plot in a folder.
const plotFile = "ladder.svg"

func ladderCommand(f *flags) *cobra.Command {
	l := &ladder{contest: contest{f: f, kind: "ladder"}}
	cmd := &cobra.Command{
		Use:   "ladder PLAYER PLAYER…",
		Short: "Rate several engines by a round-robin",
		Long: "Plays every two players against each other, or with --reach only those close in\n" +
			"the list, as rosette match does, and prints their Bradley-Terry ratings relative to\n" +
			"the anchor, with 95 % intervals. Players are written as for rosette match, or read\n" +
			"from --players FILE, one on each line; lines that begin with # are comments. --out\n" +
			"also holds a plot.",
		Example: "  rosette ladder 'k1 = visits=1000' 'k2 = visits=2000' 'k4 = visits=4000' --anchor k1=0 --out ladder\n" +
			"  rosette ladder --players frozen.txt --pairs 20 --plot frozen.svg\n" +
			"  rosette ladder --reach 2 --pairs 20 level=1 level=2 level=3 level=4 level=5\n" +
			"  rosette ladder --reach 2 --visits 64 network=hex/networks/000000.rnet network=hex/networks/000001.rnet --curve rising.svg",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return l.command(cmd, args) },
	}
	l.teach(cmd, 10)
	cmd.Flags().IntVar(&l.reach, "reach", 0,
		"only players at most this `number` of places apart in the list meet; 2 is enough if they are listed by strength, 0 for all")
	cmd.Flags().StringVar(&l.list, "players", "", "`FILE` with one player on each line")
	cmd.Flags().StringVar(&l.anchor, "anchor", "", "`NAME=ELO` of a player whose rating is known (default: the first is 0)")
	cmd.Flags().StringVar(&l.plot, "plot", "", "`FILE.svg` for a plot of the ratings; an existing file is overwritten")
	cmd.Flags().StringVar(&l.curve, "curve", "",
		"`FILE.svg` for a plot of the ratings of networks over their training steps; an existing file is overwritten")
	f.register(cmd, gameFlags, computerFlags)
	return cmd
}

// A ladder is players and the one whose rating is known.
type ladder struct {
	contest
	list    string
	anchor  string
	plot    string
	curve   string
	learned map[string]float64 // steps of learning of players that are networks, for curve
	known   int                // index of the anchor
	at      float64
}

// command is rosette ladder.
func (l *ladder) command(cmd *cobra.Command, args []string) (err error) {
	texts, err := l.texts(args)
	if err != nil {
		return err
	}
	if err := l.prepare(texts); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.folder.close()) }()
	if err := l.readAnchor(); err != nil {
		return err
	}
	if err := l.readSteps(); err != nil {
		return err
	}
	played := l.play(cmd.Context(), newProgress(cmd.ErrOrStderr()), l.short)
	if _, _, err := l.ratings(); err != nil && played != nil {
		return played // too few games for ratings
	}
	return also(played, l.report(cmd.OutOrStdout()))
}

// texts returns the players of the command and of the file.
func (l *ladder) texts(args []string) ([]string, error) {
	if l.list != "" {
		text, err := os.ReadFile(l.list)
		if err != nil {
			return nil, usageError{fmt.Errorf("--players: %w", err)}
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				args = append(args, line)
			}
		}
	}
	if len(args) < 2 {
		return nil, usageError{fmt.Errorf("a ladder has two players or more, not %d; each is %s", len(args), howToName)}
	}
	return args, nil
}

// readAnchor finds the player whose rating is known.
func (l *ladder) readAnchor() error {
	if l.anchor == "" {
		return nil
	}
	at := strings.LastIndexByte(l.anchor, '=')
	rating, err := strconv.ParseFloat(l.anchor[at+1:], 64)
	if at < 1 || err != nil || math.IsNaN(rating) || math.Abs(rating) > 1e5 {
		return usageError{fmt.Errorf("--anchor %q; use a player's name and a rating, such as %s=0", l.anchor, l.players[0].name)}
	}
	l.at = rating
	l.known = slices.Index(l.names(), l.anchor[:at])
	if l.known < 0 {
		return usageError{fmt.Errorf("--anchor %s: no such player; use %s", l.anchor[:at], strings.Join(l.names(), ", "))}
	}
	return nil
}

func (l *ladder) names() (all []string) {
	for _, p := range l.players {
		all = append(all, p.name)
	}
	return all
}

// ratings adds the games up.
func (l *ladder) ratings() ([]matches.Rating, bool, error) {
	table := matches.NewTable(l.names())
	at := map[string]int{}
	for i, name := range l.names() {
		at[name] = i
	}
	for _, g := range l.games {
		if !g.Counts() {
			continue
		}
		table.Add(at[g.Black], at[g.White], g.Worth(g.Black))
	}
	return table.Ratings(l.known, l.at)
}

// short says in half a line how it stands.
func (l *ladder) short() string {
	ratings, _, err := l.ratings()
	if err != nil {
		return err.Error()
	}
	var all []string
	for _, r := range ratings {
		all = append(all, fmt.Sprintf("%s %.0f", r.Player, r.Elo.At))
	}
	return strings.Join(all, ", ")
}

// A rung is a player of a ladder as JSON.
type rung struct {
	Player string       `json:"player"`
	Elo    interval     `json:"elo"`
	Games  int          `json:"games"`
	Points float64      `json:"points"`
	Cost   matches.Cost `json:"cost"`
}

// A ladderSummary is what a ladder prints as JSON.
type ladderSummary struct {
	Conditions conditions `json:"conditions"`
	Anchor     string     `json:"anchor"`
	Ratings    []rung     `json:"ratings"`
	Propped    bool       `json:"propped"` // a drawn game was added to each pairing
}

// report prints the ratings and keeps them.
func (l *ladder) report(out io.Writer) error {
	ratings, propped, err := l.ratings()
	if err != nil {
		return err
	}
	s := ladderSummary{Conditions: l.asked, Anchor: l.names()[l.known], Propped: propped}
	for _, r := range ratings {
		step := rung{Player: r.Player, Elo: intervalOf(r.Elo), Games: r.Games, Points: r.Points}
		for _, g := range l.games {
			step.Cost = step.Cost.Plus(g.Of(r.Player))
		}
		s.Ratings = append(s.Ratings, step)
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	shown := text
	if !l.asJSON {
		shown = []byte(l.steps(s))
	}
	if _, err := out.Write(shown); err != nil {
		return err
	}
	return errors.Join(l.folder.write(summaryFile, text), l.draw(ratings))
}

// draw plots the ratings where a file or folder is named.
func (l *ladder) draw(ratings []matches.Rating) error {
	var picture bytes.Buffer
	title := fmt.Sprintf("%s, %s, komi %v", l.asked.Board, ruleset(l.asked), l.asked.Rules.Komi)
	if err := matches.Plot(&picture, title, ratings); err != nil {
		return err
	}
	if err := l.folder.write(plotFile, picture.Bytes()); err != nil {
		return err
	}
	if l.plot != "" {
		if err := writeFile(io.Discard, l.plot, true, picture.Bytes()); err != nil {
			return err
		}
	}
	return l.drawCurve(title, ratings)
}

// steps is the ladder for people.
func (l *ladder) steps(s ladderSummary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, komi %v: %d games, %s is the anchor, 95 %% intervals\n", l.asked.Board, ruleset(l.asked), l.asked.Rules.Komi, len(l.games), s.Anchor)
	if s.Propped {
		b.WriteString("a player has won or lost every game so far, so each pairing counts one additional draw\n")
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "Elo\tfrom\tto\tgames\tpoints\ta move\tCPU\t  player")
	for _, r := range s.Ratings {
		cpu := "unknown"
		if r.Cost.Gauged && r.Cost.Moves > 0 {
			cpu = fmt.Sprintf("%.3f s", r.Cost.CPU/float64(r.Cost.Moves))
		}
		fmt.Fprintf(w, "%.0f\t%.0f\t%.0f\t%d\t%v\t%.3f s\t%s\t  %s\n", *r.Elo.At, *r.Elo.Low, *r.Elo.High,
			r.Games, r.Points, r.Cost.Wall/float64(max(1, r.Cost.Moves)), cpu, r.Player)
	}
	if err := w.Flush(); err != nil {
		return err.Error() // a strings.Builder takes everything
	}
	fmt.Fprintf(&b, "seed %d\n", l.asked.Seed)
	return b.String()
}
