package main

import (
	"fmt"
	"slices"
	"strings"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// tales say what has happened; add a line to teach one. What the person did needs
// no telling, but what follows from it does.
var tales = map[play.Kind]func(d *duel, e play.Event) string{
	play.Offered:     func(_ *duel, e play.Event) string { return fmt.Sprintf("%s offers komi %v.", name(e.Color), e.Komi) },
	play.Took:        func(_ *duel, e play.Event) string { return fmt.Sprintf("%s takes %s.", name(e.Color), e.Side) },
	play.Bade:        (*duel).tellBid,
	play.Yielded:     func(_ *duel, e play.Event) string { return name(e.Color) + " leaves Black to you." },
	play.Placed:      func(_ *duel, e play.Event) string { return fmt.Sprintf("%s places %s.", name(e.Color), e.Point) },
	play.Played:      func(_ *duel, e play.Event) string { return fmt.Sprintf("%s plays %s.", name(e.Color), e.Point) },
	play.Passed:      (*duel).tellPass,
	play.Proposed:    (*duel).tellProposal,
	play.Agreed:      func(_ *duel, e play.Event) string { return name(e.Color) + " agrees." },
	play.Disputed:    func(_ *duel, e play.Event) string { return name(e.Color) + " disputes what is dead." },
	play.MoverChosen: func(_ *duel, e play.Event) string { return fmt.Sprintf("%s wants %s to move.", name(e.Color), e.Side) },
	play.Confirming: func(_ *duel, e play.Event) string {
		return fmt.Sprintf("%s wants %s played out.", name(e.Color), e.Point)
	},
	play.Resigned: func(_ *duel, e play.Event) string { return name(e.Color) + " resigns." },
}

// news are what is told whoever did it; add a line to teach one.
var news = map[play.Kind]func(d *duel, e play.Event) string{
	play.Settled: func(d *duel, e play.Event) string {
		if d.guest == nil {
			return fmt.Sprintf("The player who began as %s plays Black, komi %v.", d.match.OriginalColor(board.Black), e.Komi)
		}
		return fmt.Sprintf("You play %s, komi %v.", d.me(), e.Komi)
	},
	play.Stopped: func(*duel, play.Event) string { return "Play stops." },
	play.Resumed: func(_ *duel, e play.Event) string { return fmt.Sprintf("Play goes on: %s to move.", e.Color) },
	play.Confirmed: func(_ *duel, e play.Event) string {
		return fmt.Sprintf("Played out: %s is %s.", e.Point, map[bool]string{true: "dead", false: "alive"}[e.Dead])
	},
}

// tell says what has happened, if the person cannot know.
func (d *duel) tell(e play.Event) {
	say, ok := news[e.Kind]
	if byHand := e.Color == d.me() || d.guest == nil && e.Color != board.Empty; !ok && !byHand {
		say, ok = tales[e.Kind]
	}
	if ok {
		d.sayf("%s\n", say(d, e))
	}
}

func (d *duel) tellBid(e play.Event) string {
	if d.match.Settings().KomiBy == play.KomiSecret {
		return name(e.Color) + " has bid."
	}
	return fmt.Sprintf("%s bids %v.", name(e.Color), e.Komi)
}

func (d *duel) tellPass(e play.Event) string {
	if e.Point != "" {
		return fmt.Sprintf("%s passes for the ko at %s.", name(e.Color), e.Point)
	}
	return name(e.Color) + " passes."
}

func (d *duel) tellProposal(e play.Event) string {
	who := "The computer"
	if e.Color != board.Empty {
		who = name(e.Color)
	}
	text := who + " takes every stone for alive."
	if len(e.Points) > 0 {
		text = fmt.Sprintf("%s takes for dead: %s.", who, d.spell(d.match.Dead()))
	}
	if len(e.Unsure) > 0 {
		text += fmt.Sprintf(" Unsure: %s.", d.spell(d.match.Unsure()))
	}
	return text
}

// spell writes the names of points in a line.
func (d *duel) spell(points []board.Point) string { return strings.Join(d.names(points), " ") }

// names returns those of points, in the order of points.
func (d *duel) names(points []board.Point) []string {
	return d.match.Game().Graph().Names(slices.Sorted(slices.Values(points)))
}

// hints say in one line what a phase is about and what can be typed; add a line
// to teach one.
var hints = map[play.Phase]func(*duel) string{
	play.PhaseKomi: (*duel).hintKomi,
	play.PhaseHandicap: func(d *duel) string {
		return fmt.Sprintf("Place your handicap: a point. %d to go.", d.match.ToPlace())
	},
	play.PhaseAgreement: func(d *duel) string {
		if d.match.Settings().Rules.Ending == game.EndingFlower {
			return "What is dead? dead POINT, alive POINT, agree; then pass, or a point to play on."
		}
		return "What is dead? dead POINT, alive POINT, agree, dispute."
	},
	play.PhaseTurn: func(*duel) string { return "Who shall move? wish black or wish white." },
	play.PhaseConfirmation: func(d *duel) string {
		head, _, _ := d.match.Confirmation()
		return fmt.Sprintf("Is %s dead? Play it out: a point, pass, or pass for POINT to take a ko back later.", d.spell([]board.Point{head}))
	},
}

func (d *duel) hintKomi() string {
	komi, by := d.match.KomiBid()
	switch way := d.match.Settings().KomiBy; {
	case way == play.KomiSecret:
		return "Bid once, unseen, the komi that you would give for Black: bid N."
	case way == play.KomiOpen && by == board.Empty:
		return "Bid the komi that you would give for Black: bid N."
	case way == play.KomiOpen:
		return fmt.Sprintf("The highest bid is %v: bid more for Black, or yield.", komi)
	case by == board.Empty:
		return "Name a komi, and the other takes a colour: offer N."
	}
	return fmt.Sprintf("Komi is %v: take black or take white.", komi)
}

// hint says what can be typed, unless it was said last.
func (d *duel) hint() {
	text := ""
	if say, ok := hints[d.match.Phase()]; ok {
		text = say(d)
	}
	if text != "" && text != d.hinted {
		d.sayf("%s\n", text)
	}
	d.hinted = text
}

// show draws the position, unless it was drawn last.
func (d *duel) show() {
	picture := d.picture(d.style)
	if style := d.style; d.height > 0 && strings.Count(picture, "\n") >= d.height {
		style.Compact = true
		picture = d.picture(style)
	}
	if picture != d.drawn {
		d.sayf("\n%s", picture)
	}
	d.drawn = picture
}

// picture draws the position, or while the players talk about them the dead.
func (d *duel) picture(style draw.Style) string {
	dead := d.match.Dead()
	if len(dead) == 0 || d.match.Phase() == play.PhaseConfirmation {
		return draw.Game(d.match.Game(), style)
	}
	return draw.Text(d.match.Game().Board(), style, dead...) + "\n" + draw.Legend(d.match.Game().Graph(), style) + "  ( ) dead\n"
}
