package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"rosette/draw"
	"rosette/game"
	"rosette/play"
)

// phrases is what a person may type besides the name of a point; add a line to
// teach one.
var phrases map[string]phrase

// A phrase is what one says and what it does.
type phrase struct {
	help string
	do   func(*duel) error
}

func init() { // help reads the table that holds it
	phrases = map[string]phrase{
		"pass":   {"play no stone; two passes end the game", (*duel).pass},
		"undo":   {"take your last move back", (*duel).undo},
		"resign": {"give the game up", (*duel).resign},
		"score":  {"count the board, every stone alive", (*duel).score},
		"board":  {"draw the board again", (*duel).board},
		"help":   {"say what can be typed", (*duel).help},
		"quit":   {"leave the game", func(*duel) error { return errLeft }},
	}
}

// why says in a sentence what the keys of refusals mean.
var why = map[error]string{
	game.ErrOccupied:    "a stone stands there already",
	game.ErrSuicide:     "your stones would have no liberty there: suicide",
	game.ErrLibertyless: "your rosette would have no liberty left, which these rules forbid",
	game.ErrKo:          "that takes back at once: play elsewhere first",
	game.ErrSuperko:     "that repeats an earlier position",
	play.ErrNothingDone: "there is no move of yours to take back",
}

// hear does what the person typed. What is refused is said and no error.
func (d *duel) hear(line string) error {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	if p, ok := phrases[strings.ToLower(line)]; ok {
		return d.refused(line, p.do(d))
	}
	if _, err := d.match.Game().Graph().Point(line); err != nil {
		d.sayf("%v, or help\n", err)
		return nil
	}
	return d.refused(line, d.do(play.Command{Kind: play.Play, By: d.me, Point: line}))
}

// refused says why something may not be done, and lets other errors pass.
func (d *duel) refused(line string, err error) error {
	var byRules game.Refusal
	var byMatch play.Refusal
	if !errors.As(err, &byRules) && !errors.As(err, &byMatch) {
		return err
	}
	words, ok := why[err]
	if !ok {
		words = err.Error()
	}
	d.sayf("Not %s: %s.\n", strings.ToUpper(line), words)
	return nil
}

func (d *duel) pass() error   { return d.do(play.Command{Kind: play.Pass, By: d.me}) }
func (d *duel) undo() error   { return d.do(play.Command{Kind: play.Undo, By: d.me}) }
func (d *duel) resign() error { return d.do(play.Command{Kind: play.Resign, By: d.me}) }

func (d *duel) board() error {
	d.seen = 0
	return nil
}

func (d *duel) help() error {
	d.sayf("%-8s%s\n", "a point", "such as "+d.match.Game().Graph().PointName(0)+": play there")
	for _, word := range slices.Sorted(maps.Keys(phrases)) {
		d.sayf("%-8s%s\n", word, phrases[word].help)
	}
	return nil
}

func (d *duel) score() error {
	d.sayf("%s\n", d.count())
	return nil
}

// count says in a sentence what the position is worth.
func (d *duel) count() string {
	s := d.match.Game().Score()
	return fmt.Sprintf("Black %v, White %v with komi, every stone alive: %s", s.Black, s.White, s.Result())
}

// show draws the position, unless it has been drawn.
func (d *duel) show() {
	if d.seen == d.match.Changed() {
		return
	}
	d.seen = d.match.Changed()
	picture := draw.Game(d.match.Game(), d.style)
	if style := d.style; d.height > 0 && strings.Count(picture, "\n") >= d.height {
		style.Compact = true
		picture = draw.Game(d.match.Game(), style)
	}
	d.sayf("\n%s", picture)
}

// sayf writes to the person.
func (d *duel) sayf(format string, args ...any) {
	if _, err := fmt.Fprintf(d.out, format, args...); err != nil {
		d.mute = err
	}
}

// next waits for a line, the end of all lines, or the end of ctx.
func next(ctx context.Context, lines <-chan string) (string, error) {
	select {
	case line, ok := <-lines:
		if !ok {
			return "", io.EOF
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
