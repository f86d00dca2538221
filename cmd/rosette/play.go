package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/engine"
	"rosette/engine/bot"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

func playCommand(f *flags) *cobra.Command {
	var colorName string
	var ascii bool
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play against the computer in the terminal",
		Long: "Play draws the board as text and reads your moves: the name of a point such\n" +
			"as C7, pass, undo, resign, score, help or quit. Two passes end the game.",
		Example: "  rosette play\n" +
			"  rosette play --board rosette-3 --level beginner --color white\n" +
			"  rosette play --board square-9 --time 2s",
		RunE: func(cmd *cobra.Command, _ []string) error {
			me, ok := map[string]board.Color{"black": board.Black, "white": board.White}[colorName]
			if !ok {
				return misused{fmt.Errorf("--color %q; use black or white", colorName)}
			}
			d, err := newDuel(f, me)
			if err != nil {
				return err
			}
			d.out = cmd.OutOrStdout()
			d.style, d.height = styleOf(d.out, ascii)
			return d.play(cmd.Context(), typed(cmd.Context(), cmd.InOrStdin()))
		},
	}
	cmd.Flags().StringVar(&colorName, "color", "black", "your `color`, black or white; Black begins")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with letters only")
	return cmd
}

// A duel is a match of one person, here, against the computer.
type duel struct {
	match  *play.Match
	me     board.Color
	bot    *bot.Bot
	out    io.Writer
	style  draw.Style
	height int   // lines of the terminal, 0 if there is none
	seen   int   // seq of the position that was drawn last
	mute   error // why nothing more can be written
}

// newDuel opens the match.
func newDuel(f *flags, me board.Color) (*duel, error) {
	if f.fromFile() {
		return nil, misused{errors.New("a board from a file is for rosette gtp and perft; use --board " + board.Boards)}
	}
	graph, rules, err := f.ground()
	if err != nil {
		return nil, err
	}
	player, err := newBot(f)
	if err != nil {
		return nil, err
	}
	secret := sha256.Sum256([]byte(rand.Text())) // nobody else can reach this match
	seats := map[board.Color]play.Seat{
		me:            {Name: "You", Key: hex.EncodeToString(secret[:])},
		me.Opponent(): {Name: "Rosette", Program: true, Level: player.Level().Name},
	}
	opened, err := play.Open(play.Settings{
		Board: graph.Name(), Rules: rules, Black: seats[board.Black], White: seats[board.White],
	}, time.Now())
	if err != nil {
		return nil, err
	}
	d := &duel{match: play.NewMatch(), me: me, bot: player}
	d.match.Apply(opened)
	return d, nil
}

// play runs the match to its end, or until the person leaves.
func (d *duel) play(ctx context.Context, lines <-chan string) error {
	d.sayf("You play %s on %s by %s rules, komi %v. Type help for the commands.\n",
		d.me, d.match.Settings().Board, d.ruleset(), d.match.Settings().Rules.Komi)
	for !d.match.Over() && d.mute == nil {
		if d.match.ToMove() != d.me {
			if err := d.answer(ctx); err != nil {
				return d.left(ctx, err)
			}
			continue
		}
		d.show()
		d.sayf("%s> ", d.me)
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

// answer lets the computer move.
func (d *duel) answer(ctx context.Context) error {
	it := d.me.Opponent()
	choice, err := d.bot.Choose(ctx, d.match.Game().Clone(), it, engine.Time{})
	if err != nil {
		return fmt.Errorf("the computer cannot move: %w", err)
	}
	cmd := play.Command{Kind: play.Play, By: it, Point: d.match.Game().Graph().PointName(choice.Move)}
	words := "plays " + cmd.Point
	switch {
	case choice.Resign:
		cmd.Kind, words = play.Resign, "resigns"
	case choice.Move == board.Pass:
		cmd.Kind, words = play.Pass, "passes"
	}
	if err := d.do(cmd); err != nil {
		return fmt.Errorf("the computer %s, which is refused: %w", words, err)
	}
	d.sayf("%s %s.\n", name(it), words)
	return nil
}

// do decides a command and applies what comes of it.
func (d *duel) do(cmd play.Command) error {
	events, err := d.match.Decide(cmd, time.Now())
	if err != nil {
		return err
	}
	for _, e := range events {
		d.match.Apply(e)
	}
	return nil
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

// farewell says how the match ended, if it did.
func (d *duel) farewell() {
	if !d.match.Over() {
		return
	}
	r := d.match.Result()
	if r.By == game.ByScore {
		d.sayf("%s\n", d.count())
	}
	outcome := "Nobody wins"
	if r.Winner != board.Empty {
		outcome = name(r.Winner) + " wins"
	}
	if r.Winner == d.me {
		outcome = "You win"
	}
	d.sayf("%s: %s\n", outcome, r)
}
