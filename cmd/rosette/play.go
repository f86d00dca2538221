package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/output"
	"rosette/play"
	"rosette/play/record"
	"rosette/server/jobs"
	"rosette/server/match"
	"rosette/terminal"
)

// playFlags are the flags for play.
type playFlags struct {
	*flags
	opening                    terminal.Opening
	color, komiBy, lang, ranks string
	record                     output.File
	ascii                      bool
}

func playCommand(f *flags) *cobra.Command {
	p := &playFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play against the computer in the terminal",
		Long: "Draws the board as text and reads your moves: a point such as C7, pass, undo,\n" +
			"resign, score, help or quit. Before the first move you can bid for komi and\n" +
			"place a handicap; after two passes the players agree on dead stones. The\n" +
			"prompt lists the possible inputs.",
		Example: "  rosette play\n  rosette play --board rosette-3 --level 2 --color white\n" +
			"  rosette play --rules flower --handicap 2 --komi-by open\n" +
			"  rosette play --two --board square-19 --rules japanese --rank-difference 5k,2d",
		RunE: func(cmd *cobra.Command, _ []string) error { return p.run(cmd) },
	}
	set := cmd.Flags()
	set.StringVar(&p.color, "color", "black", "your `colour`: black or white; with --komi-by, Black bids first")
	set.IntVar(&p.opening.Handicap, "handicap", 0, "handicap `stones` for Black, or for you under the flower rules")
	set.StringVar(&p.ranks, "rank-difference", "",
		"handicap from the difference in `ranks`: a number such as 3.4, or both ranks such as 5k,2d")
	set.StringVar(&p.komiBy, "komi-by", "",
		"`method` to settle komi and colours first: divide, open or secret (default: divide under the flower rules, else none)")
	set.BoolVar(&p.opening.Halves, "halves", false, "allow half points in komi bids")
	set.BoolVar(&p.opening.TwoPeople, "two", false,
		"two people play at this terminal; the computer only proposes dead stones")
	set.StringVarP(&p.record.Name, "record", "o", "",
		"`FILE.sgf` for the record, written at the end of the game or when you quit")
	set.BoolVar(&p.record.Force, "force", false, "overwrite an existing record")
	set.StringVar(&p.lang, "lang", "", "`language`: "+strings.Join(terminal.Languages(), ", ")+
		" (default: the locale's)")
	set.BoolVar(&p.ascii, "ascii", false, "draw with letters only")
	f.register(cmd, graphFlags, computerFlags)
	return cmd
}

// run opens a match from the flags, plays it and saves its record.
func (p *playFlags) run(cmd *cobra.Command) error {
	o := &p.opening
	o.KomiBy = play.KomiBy(p.komiBy)
	var err error
	if o.Lang, err = terminal.ChooseLanguage(p.lang, os.Getenv); err != nil {
		return usageError{fmt.Errorf("--lang %w", err)}
	}
	if err := cmp.Or(p.completeOpening(o, p.color, p.ranks), p.checkColor(cmd), p.checkRecord()); err != nil {
		return err
	}
	computer := jobs.Player{Engine: p.config, FixedSeed: p.set.Changed("seed")}
	computer.Engine.Level = o.Level
	session, err := terminal.New(*o, computer)
	if err != nil {
		return usageError{err}
	}
	session.Keep = func(name string, s *terminal.Session) error {
		return saveRecord(cmd, s, output.File{Name: name, Force: p.record.Force})
	}
	session.Fetch = func(name string) (*game.Game, error) { return p.fetchGame(cmd, name) }
	return errors.Join(playHere(cmd, session, p.ascii), saveRecord(cmd, session, p.record))
}

// checkColor returns an error if --color has no effect. In a game between two people it only
// selects the side with the Flower handicap.
func (p *playFlags) checkColor(cmd *cobra.Command) error {
	flower := p.opening.Handicap > 0 && p.opening.Rules.Handicap == game.HandicapFlower
	if cmd.Flags().Changed("color") && p.opening.TwoPeople && !flower {
		return usageError{errors.New("--color does not apply to --two; omit it")}
	}
	return nil
}

// checkRecord returns an error unless the record can be written to a file named .sgf.
func (p *playFlags) checkRecord() error {
	if !p.record.Standard() && !strings.EqualFold(filepath.Ext(p.record.Name), ".sgf") {
		return usageError{fmt.Errorf("-o %s: use a file name that ends in .sgf", p.record.Name)}
	}
	return p.record.Check()
}

// playHere plays a session on the input and output of a command.
func playHere(cmd *cobra.Command, s *terminal.Session, ascii bool) error {
	s.Out = cmd.OutOrStdout()
	s.Style, s.Height = terminal.StyleOf(s.Out, ascii)
	return s.Play(cmd.Context(), terminal.Lines(cmd.Context(), cmd.InOrStdin()))
}

// fetchGame reads a record's first game to its end, to continue it at the terminal.
func (f *flags) fetchGame(cmd *cobra.Command, name string) (*game.Game, error) {
	c, err := firstGame(cmd, name, "loaded")
	if err != nil {
		return nil, err
	}
	line, err := f.replay(c, 0, -1)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	remark(cmd, name, line)
	return line.Game, nil
}

// saveRecord writes the match record to a file if the match has begun and a file is named.
func saveRecord(cmd *cobra.Command, s *terminal.Session, to output.File) error {
	if to.Name == "" {
		return nil
	}
	root, begun, err := s.Record(record.Options{Version: version(), Location: time.Local})
	if err != nil || !begun {
		return err
	}
	return to.Write(cmd.OutOrStdout(), []byte(root.String()))
}

// completeOpening completes an opening from the shared flags, --color and --rank-difference.
func (f *flags) completeOpening(o *terminal.Opening, color, ranks string) error {
	var ok bool
	o.Color, ok = map[string]board.Color{"black": board.Black, "white": board.White}[color]
	switch {
	case !ok:
		return usageError{fmt.Errorf("--color %q; use black or white", color)}
	case f.set.Changed("komi-by") && f.set.Changed("komi"):
		return usageError{errors.New("--komi and --komi-by exclude each other; use one of them")}
	}
	graph, rules, err := f.position()
	if err != nil {
		return err
	}
	o.Board = graph.Name()
	o.Rules = rules
	o.Level = f.config.Level
	o.Opponent = match.LevelTitle(o.Lang, o.Level)
	if err := o.HandicapByRanks(ranks, f.set.Changed("komi")); err != nil {
		return usageError{fmt.Errorf("--rank-difference: %w", err)}
	}
	if !f.set.Changed("komi") {
		o.LeaveKomi()
		o.Rules.Komi = o.Rules.HandicapKomi(o.Handicap)
	}
	return nil
}
