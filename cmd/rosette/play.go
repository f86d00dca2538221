package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/seat"
)

// An opening is how a match in the terminal begins.
type opening struct {
	color    string
	handicap int
	komiBy   string
	halves   bool
	two      bool
}

func playCommand(f *flags) *cobra.Command {
	var o opening
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
			d, err := newDuel(f, o)
			if err != nil {
				return err
			}
			d.out = cmd.OutOrStdout()
			d.style, d.height = styleOf(d.out, ascii)
			return d.play(cmd.Context(), typed(cmd.Context(), cmd.InOrStdin()))
		},
	}
	cmd.Flags().StringVar(&o.color, "color", "black", "your `color`, black or white; with --komi-by, Black bids first")
	cmd.Flags().IntVar(&o.handicap, "handicap", 0, "handicap `stones` for Black, or for you if the rules are flower")
	cmd.Flags().StringVar(&o.komiBy, "komi-by", "",
		"`method` of agreeing on komi and colours first: divide, open or secret (default: komi of the rules)")
	cmd.Flags().BoolVar(&o.halves, "halves", false, "allow half points in komi bids")
	cmd.Flags().BoolVar(&o.two, "two", false, "two people play at this terminal; the computer only proposes dead stones")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with letters only")
	f.register(cmd, gameFlags, computerFlags)
	return cmd
}

// A duel is a match of one person, here, against the computer, or of two.
type duel struct {
	match   *play.Match
	journal []play.Event
	seat    board.Color // the person's, by the settings
	guest   *seat.Guest // the computer, nil if two people play
	umpire  seatPlayer  // it too, for both
	last    board.Color // whose command was the last
	out     io.Writer
	style   draw.Style
	height  int    // lines of the terminal, 0 if there is none
	drawn   string // what was drawn last
	hinted  string // what was said last about what can be typed
	mute    error  // why nothing more can be written
}

// newDuel opens the match.
func newDuel(f *flags, o opening) (*duel, error) {
	settings, me, err := o.settings(f)
	if err != nil {
		return nil, err
	}
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		return nil, usageError{err}
	}
	d := &duel{match: play.NewMatch(), journal: []play.Event{opened}, seat: me, last: me, umpire: seatPlayer{f, f.config.Level}}
	d.match.Apply(opened)
	if o.two {
		return d, nil
	}
	d.guest = seat.Invite(seat.House{Table: d, Past: d, Now: time.Now}, "here", me.Opponent(), d.umpire)
	return d, nil
}

// settings returns what the flags say about the match, and whose seat is the
// person's.
func (o opening) settings(f *flags) (s play.Settings, me board.Color, err error) {
	me, ok := map[string]board.Color{"black": board.Black, "white": board.White}[o.color]
	switch {
	case !ok:
		return s, me, usageError{fmt.Errorf("--color %q; use black or white", o.color)}
	case f.fromFile():
		return s, me, usageError{errors.New("a board from a file is for rosette gtp and perft; use --board " + board.Boards)}
	}
	graph, rules, err := f.position()
	if err != nil {
		return s, me, err
	}
	if !f.set.Changed("komi") {
		rules.Komi = rules.HandicapKomi(o.handicap)
	}
	secret := sha256.Sum256([]byte(rand.Text())) // nobody else can reach this match
	seats := map[board.Color]play.Seat{
		me:            {Name: "You", Key: hex.EncodeToString(secret[:])},
		me.Opponent(): {Name: "Rosette", Program: true, Level: f.config.Level},
	}
	if o.two {
		seats[me.Opponent()] = seats[me]
	}
	s = play.Settings{
		Board: graph.Name(), Rules: rules, Black: seats[board.Black], White: seats[board.White],
		KomiBy: play.KomiBy(o.komiBy), Halves: o.halves, Handicap: o.handicap, TieBreakSeed: binary.BigEndian.Uint64(secret[:]),
	}
	if rules.Handicap == game.HandicapFlower && o.handicap > 0 {
		s.Weaker = me
	}
	return s, me, nil
}

// me returns the person's colour by now; of two people, that of the one who is
// asked, or who has not said yet whether both shall lose.
func (d *duel) me() board.Color {
	if d.guest == nil {
		if c := theOne(d.match.Awaits); c != board.Empty {
			return c
		}
		if c := theOne(d.match.Voided); c != board.Empty {
			return c.Opponent()
		}
	}
	return d.match.OriginalColor(d.seat)
}

// theOne returns the colour that alone satisfies a condition, Empty if none or
// both do.
func theOne(does func(board.Color) bool) board.Color {
	switch black, white := does(board.Black), does(board.White); {
	case black && !white:
		return board.Black
	case white && !black:
		return board.White
	}
	return board.Empty
}

// play runs the match to its end, or until the person leaves.
func (d *duel) play(ctx context.Context, lines <-chan string) error {
	s := d.match.Settings()
	komi := fmt.Sprintf("komi %v", s.Rules.Komi)
	if d.match.Phase() == play.PhaseKomi {
		komi = "komi and colours to be agreed on"
	}
	who := "You play " + d.me().String()
	if d.guest == nil {
		who = "Two play"
	}
	d.sayf("%s on %s by %s rules, %s. Type help for the commands.\n", who, s.Board, d.ruleset(), komi)
	for !d.match.Over() && d.mute == nil {
		if err := d.answer(ctx); err != nil {
			return d.left(ctx, fmt.Errorf("the computer cannot go on: %w", err))
		}
		if d.match.Over() {
			break
		}
		d.show()
		d.hint()
		d.sayf("%s> ", d.me())
		line, err := next(ctx, lines)
		if err != nil {
			d.sayf("\n")
			return d.left(ctx, err)
		}
		if err := d.hear(line); err != nil {
			return d.left(ctx, err)
		}
	}
	d.show()
	d.farewell()
	return d.mute
}

// answer lets the computer do all that the match awaits of it. Where it waits for
// the person with the dead unnamed, it names them for both.
func (d *duel) answer(ctx context.Context) (err error) {
	if d.guest != nil {
		err = d.guest.Act(ctx)
	}
	if err != nil || d.match.Phase() != play.PhaseAgreement || d.match.Proposed() {
		return err
	}
	v, err := d.umpire.Judge(ctx, d.match.Game().Clone())
	if err != nil {
		return err
	}
	_, err = d.Do(ctx, "", play.Command{Kind: play.Propose, Points: d.names(v.Dead), Unsure: d.names(v.Unsure)})
	return err
}

// errLeft is why a match that is not over is no longer played.
var errLeft = errors.New("left")

// left ends without a result: no error when the person wanted it.
func (d *duel) left(ctx context.Context, err error) error {
	if errors.Is(err, errLeft) || errors.Is(err, io.EOF) || ctx.Err() != nil {
		d.sayf("The game is left at move %d. Goodbye.\n", d.match.Game().Ply())
		return d.mute
	}
	return err
}

// Do decides a command, applies what comes of it and tells the person.
func (d *duel) Do(_ context.Context, _ string, cmd play.Command) (seq int, err error) {
	events, err := d.match.Decide(cmd, time.Now())
	if err != nil {
		return d.match.Seq(), err
	}
	for _, e := range events {
		d.match.Apply(e)
		d.tell(e)
	}
	d.journal = append(d.journal, events...)
	return d.match.Seq(), nil
}

// Events returns what has happened after that event.
func (d *duel) Events(_ context.Context, _ string, after int) ([]play.Event, error) {
	return d.journal[after:], nil
}

// do gives a command of the person's.
func (d *duel) do(cmd play.Command) error {
	cmd.By = d.me()
	_, err := d.Do(context.Background(), "", cmd)
	if err == nil {
		d.last = cmd.By
	}
	return err
}

func (d *duel) ruleset() string {
	if preset := d.match.Settings().Rules.Preset; preset != "" {
		return preset
	}
	return "its own"
}

// name is how a player is called at the beginning of a sentence.
func name(c board.Color) string {
	return map[board.Color]string{board.Black: "Black", board.White: "White"}[c]
}
