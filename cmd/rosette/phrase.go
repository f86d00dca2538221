package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// phrases is what a person may type besides the name of a point, by its first
// word; add a line to teach one.
var phrases map[string]phrase

// A phrase is what one says and what it does with the words that follow.
type phrase struct {
	fits func(*duel) bool // whether it may be typed now; nil for always
	form string           // how it is typed
	help string
	do   func(d *duel, rest []string) error
}

// only makes a phrase of what takes no further words.
func only(do func(*duel) error) func(*duel, []string) error {
	return func(d *duel, rest []string) error {
		if len(rest) > 0 {
			return errForm
		}
		return do(d)
	}
}

// errForm is that what was typed is not of its form.
var errForm = errors.New("typed otherwise")

// in tells whether the match is about one of those phases, as a phrase asks.
func in(phases ...play.Phase) func(*duel) bool {
	return func(d *duel) bool { return slices.Contains(phases, d.match.Phase()) }
}

// haggling tells whether komi is being agreed on in one of those ways.
func haggling(ways ...play.KomiBy) func(*duel) bool {
	return func(d *duel) bool {
		return d.match.Phase() == play.PhaseKomi && slices.Contains(ways, d.match.Settings().KomiBy)
	}
}

// ending tells whether what is dead is being agreed on under one of those
// endings.
func ending(endings ...game.Ending) func(*duel) bool {
	return func(d *duel) bool {
		return d.match.Phase() == play.PhaseAgreement && slices.Contains(endings, d.match.Settings().Rules.Ending)
	}
}

// moving tells whether one may play a stone or pass.
func moving(d *duel) bool {
	return in(play.PhasePlay, play.PhaseConfirmation)(d) || ending(game.EndingFlower)(d)
}

func init() { // help reads the table that holds it
	phrases = map[string]phrase{
		"offer":   {haggling(play.KomiDivide), "offer N", "name a komi; the other takes a colour", komiWord(play.Offer)},
		"bid":     {haggling(play.KomiOpen, play.KomiSecret), "bid N", "bid a komi for Black", komiWord(play.Bid)},
		"yield":   {haggling(play.KomiOpen), "yield", "leave Black to the highest bid", only(say(play.Yield))},
		"take":    {haggling(play.KomiDivide), "take COLOUR", "take black or white for the komi that is offered", sideWord(play.Take)},
		"pass":    {moving, "pass", "play no stone; passes in a row propose the end", (*duel).pass},
		"dead":    {in(play.PhaseAgreement), "dead POINT…", "call the chains at these points dead", (*duel).dead},
		"alive":   {in(play.PhaseAgreement), "alive POINT…", "call them alive", (*duel).alive},
		"agree":   {in(play.PhaseAgreement), "agree", "agree to the dead as they are marked", only(say(play.Agree))},
		"dispute": {ending(game.EndingAgreement, game.EndingPlayOut, game.EndingNewZealand, game.EndingAGA, game.EndingConfirmation), "dispute", "disagree: the rules say how to go on", only(say(play.Dispute))},
		"confirm": {ending(game.EndingConfirmation), "confirm POINT", "play a chain's fate out, by Japan's rules of 1989", (*duel).confirm},
		"void":    {ending(game.EndingConfirmation), "void", "let both lose, by Japan's rules of 1989", only(say(play.Void))},
		"wish":    {in(play.PhaseTurn), "wish COLOUR", "say who shall move", sideWord(play.ChooseMover)},
		"undo":    {nil, "undo", "take your last move back", only((*duel).undo)},
		"resign":  {nil, "resign", "give the game up", only(say(play.Resign))},
		"score":   {nil, "score", "count the board, with the dead as they are marked", only((*duel).score)},
		"board":   {nil, "board", "draw the board again", only((*duel).board)},
		"help":    {nil, "help", "say what can be typed", only((*duel).help)},
		"quit":    {nil, "quit", "leave the game", only(func(*duel) error { return errLeft })},
	}
}

// why says in a sentence what the keys of refusals mean.
var why = map[error]string{
	game.ErrOccupied:    "a stone stands there already",
	game.ErrSuicide:     "your stones would have no liberty there: suicide",
	game.ErrLibertyless: "your rosette would have no liberty left, which these rules forbid",
	game.ErrKo:          "that takes back at once: play elsewhere first",
	game.ErrSuperko:     "that repeats an earlier position",
	game.ErrNoStones:    "you have no stones left: pass",
	play.ErrNothingDone: "there is no move of yours to take back",
	play.ErrNotYourTurn: "it is not your turn",
	play.ErrNotNow:      "that is not what the game is about now: type help",
	play.ErrNoSuchPoint: "no such point",
	play.ErrBadKomi:     "use a whole number, or with --halves a half, no larger than the board has points",
	play.ErrLowBid:      "bid more than the highest bid, or yield",
	play.ErrBidFirst:    "nobody has bid yet",
	play.ErrImmortal:    "a chain with a rosette is never dead",
	play.ErrNoChain:     "no stone stands there",
	play.ErrAgreed:      "you have agreed already",
	play.ErrKoBan:       "pass for that ko before you take it back",
	play.ErrNoKo:        "there is no ko of yours to pass for",
	play.ErrTooLong:     "this has gone on for too long: pass or agree",
}

// hear does what the person typed. What is refused is said and no error.
func (d *duel) hear(line string) error {
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return nil
	}
	if p, ok := phrases[words[0]]; ok {
		err := p.do(d, words[1:])
		if errors.Is(err, errForm) {
			d.sayf("Type %s.\n", p.form)
			return nil
		}
		return d.refused(line, err)
	}
	line = strings.TrimSpace(line)
	if _, err := d.match.Game().Graph().Point(line); err != nil {
		d.sayf("%v, or help\n", err)
		return nil
	}
	kind := play.Play
	if d.match.Phase() == play.PhaseHandicap {
		kind = play.Place
	}
	return d.refused(line, d.do(play.Command{Kind: kind, Point: line}))
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
	d.sayf("Not %s: %s.\n", strings.ToUpper(strings.TrimSpace(line)), words)
	return nil
}

// say makes a phrase of a command that needs no more words.
func say(k play.Kind) func(*duel) error {
	return func(d *duel) error { return d.do(play.Command{Kind: k}) }
}

// komiWord makes a phrase of a command with a komi.
func komiWord(k play.Kind) func(*duel, []string) error {
	return func(d *duel, rest []string) error {
		if len(rest) != 1 {
			return errForm
		}
		n, err := strconv.ParseFloat(rest[0], 64)
		if err != nil {
			return errForm
		}
		return d.do(play.Command{Kind: k, Komi: n})
	}
}

// sideWord makes a phrase of a command with a colour.
func sideWord(k play.Kind) func(*duel, []string) error {
	return func(d *duel, rest []string) error {
		sides := map[string]board.Color{"black": board.Black, "white": board.White}
		if len(rest) != 1 || sides[rest[0]] == board.Empty {
			return errForm
		}
		return d.do(play.Command{Kind: k, Side: sides[rest[0]]})
	}
}

func (d *duel) pass(rest []string) error {
	switch {
	case len(rest) == 0:
		return d.do(play.Command{Kind: play.Pass})
	case len(rest) == 2 && rest[0] == "for":
		return d.do(play.Command{Kind: play.Pass, Point: rest[1]})
	}
	return errForm
}

func (d *duel) dead(rest []string) error  { return d.mark(rest, true) }
func (d *duel) alive(rest []string) error { return d.mark(rest, false) }

func (d *duel) mark(points []string, dead bool) error {
	if len(points) == 0 {
		return errForm
	}
	return d.do(play.Command{Kind: play.Mark, Points: points, Dead: dead})
}

func (d *duel) confirm(rest []string) error {
	if len(rest) != 1 {
		return errForm
	}
	return d.do(play.Command{Kind: play.Confirm, Point: rest[0]})
}

// undo takes the last move of the person back, of two people that of the one who
// made the last.
func (d *duel) undo() (err error) {
	if d.guest != nil {
		return d.do(play.Command{Kind: play.Undo})
	}
	for range 2 {
		_, err = d.Do(context.Background(), "", play.Command{Kind: play.Undo, By: d.last})
		d.last = d.last.Opponent()
		if !errors.Is(err, play.ErrNothingDone) {
			return err
		}
	}
	return err
}

func (d *duel) board() error {
	d.drawn = ""
	return nil
}

// help says what fits the phase.
func (d *duel) help() error {
	if moving(d) || in(play.PhaseHandicap)(d) {
		d.sayf("%-15s%s\n", "a point", "such as "+d.match.Game().Graph().PointName(0)+": play there")
	}
	for _, word := range slices.Sorted(maps.Keys(phrases)) {
		if p := phrases[word]; p.fits == nil || p.fits(d) {
			d.sayf("%-15s%s\n", p.form, p.help)
		}
	}
	return nil
}

func (d *duel) score() error {
	d.sayf("%s", d.count())
	return nil
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
