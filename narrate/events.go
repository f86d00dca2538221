package narrate

import (
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// Before is what [Events] must know of a match as it was before the events.
type Before struct {
	prisoners board.ByColor[int]
	swapped   bool
	requested play.Kind
	button    bool                // nobody has taken it yet
	agreed    board.ByColor[bool] // with the marking of dead stones
}

// StateOf returns the part of a match's state that [Events] needs. The match must
// have been opened.
func StateOf(m *play.Match) Before {
	b := Before{swapped: m.Swapped(), button: m.Game().ButtonLeft()}
	b.requested, _ = m.Requested()
	for _, c := range board.Colors {
		b.prisoners[c], b.agreed[c] = m.Game().Prisoners(c), m.Agreed(c)
	}
	return b
}

// Events returns what the events of one command mean, in their order. The match has
// applied them; before is [StateOf] the match before that. Opened has no message,
// nor has Granted, since TookBack follows it.
func Events(before Before, m *play.Match, events []play.Event) []Message {
	n := narrator{Match: m, before: before, swapped: before.swapped}
	var said []Message
	for _, e := range events {
		switch e.Kind {
		case play.Settled:
			n.swapped = e.Swap
		case play.TookBack:
			n.swapped = m.Swapped()
		}
		if messages := narrators[e.Kind]; messages != nil {
			said = append(said, messages(n, e)...)
		}
		if n.before.requested != "" && e.Kind.Undoable() {
			said, n.before.requested = append(said, Message{Key: "match.lapsed", Lasting: true}), ""
		}
	}
	return said
}

// A narrator narrates the events of one command.
type narrator struct {
	*play.Match
	before  Before
	swapped bool // the seats have exchanged colours by the time of the event
}

// narrators return the messages of each kind of event.
var narrators = map[play.Kind]func(narrator, play.Event) []Message{
	play.Opened:      func(narrator, play.Event) []Message { return nil },
	play.Offered:     by("event.offered", withKomi),
	play.Took:        by("event.took", withSide),
	play.Bade:        narrator.bid,
	play.Yielded:     by("event.yielded"),
	play.Settled:     narrator.settlement,
	play.Placed:      narrator.move,
	play.Played:      narrator.move,
	play.Passed:      narrator.pass,
	play.Stopped:     narrator.stop,
	play.Proposed:    narrator.proposal,
	play.Marked:      narrator.marking,
	play.Agreed:      by("event.agreed"),
	play.Disputed:    lasting("event.disputed"),
	play.MoverChosen: lasting("event.mover", withSide),
	play.Resumed:     lasting("event.resumed"),
	play.Confirming:  by("event.confirming", withPoint),
	play.Confirmed:   narrator.confirmation,
	play.Voided:      lasting("event.voided"),
	play.Resigned:    by("event.resigned"),
	play.Asked:       lasting("event.asked"),
	play.Granted:     func(narrator, play.Event) []Message { return nil },
	play.Refused:     narrator.refusal,
	play.TookBack:    narrator.undo,
	play.Suspended:   narrator.outage,

	play.AbortedBy:     by("match.aborted"),
	play.PauseAsked:    lasting("match.pause-asked"),
	play.Paused:        said("match.paused"),
	play.ContinueAsked: lasting("match.continue-asked"),
	play.Continued:     said("match.continued"),
	play.TimeAdded:     lasting("match.time-added", withSeconds),
	play.Claimed:       by("match.claimed"),
	play.Rested:        narrator.vacation,
	play.AidAsked:      lasting("privacy.aid-asked"),
	play.Aided:         said("privacy.aided"),

	play.Ended: narrator.end,
}

// An argument takes an argument of a message from an event.
type argument func(args map[string]any, e play.Event)

func withKomi(args map[string]any, e play.Event) { args["komi"] = e.Komi }
func withSide(args map[string]any, e play.Event) { args["color"] = color(e.Side) }
func withSeconds(args map[string]any, e play.Event) {
	args["n"] = int(e.For / time.Second)
}
func withPoint(args map[string]any, e play.Event) { args["point"] = e.Point }

// by returns a function for events whose only message is about their player.
func by(key string, arguments ...argument) func(narrator, play.Event) []Message {
	return func(n narrator, e play.Event) []Message {
		m := Message{Key: key, By: n.seat(e.Color)}
		if len(arguments) > 0 {
			m.Args = map[string]any{}
		}
		for _, add := range arguments {
			add(m.Args, e)
		}
		return []Message{m}
	}
}

// lasting is [by] for a message that is shown until the next move.
func lasting(key string, arguments ...argument) func(narrator, play.Event) []Message {
	message := by(key, arguments...)
	return func(n narrator, e play.Event) []Message {
		all := message(n, e)
		all[0].Lasting = true
		return all
	}
}

// said returns a function for events whose only message is about no player and is shown
// until the next move.
func said(key string) func(narrator, play.Event) []Message {
	return func(narrator, play.Event) []Message { return []Message{{Key: key, Lasting: true}} }
}

// refusal says that a request was refused.
func (n narrator) refusal(e play.Event) []Message {
	if n.before.requested == play.Undo {
		return lasting("event.refused")(n, e)
	}
	return lasting("match.refused")(n, e)
}

// vacation says that a player's vacation begins or ends.
func (n narrator) vacation(e play.Event) []Message {
	if e.For == 0 {
		return lasting("match.rested-ended")(n, e)
	}
	return lasting("match.rested")(n, e)
}

// seat returns the letter of the colour with which the player of c opened the
// match, "" for Empty.
func (n narrator) seat(c board.Color) string {
	if n.swapped {
		c = c.Opponent()
	}
	return letters[c]
}

// bid does not give a secret bid away.
func (n narrator) bid(e play.Event) []Message {
	if n.Settings().KomiBy == play.KomiSecret {
		return by("event.sealed")(n, e)
	}
	return by("event.bade", withKomi)(n, e)
}

// settlement opens the secret bids, if there are any.
func (n narrator) settlement(e play.Event) []Message {
	var said []Message
	if bids, ok := n.SecretBids(); ok {
		for _, c := range board.Colors {
			said = append(said, Message{Key: "event.opened-bid", By: n.seat(c), Args: map[string]any{"komi": bids[c]}, Lasting: true})
		}
		if bids[board.Black] == bids[board.White] {
			said = append(said, Message{Key: "event.lot", Lasting: true})
		}
	}
	return append(said, Message{Key: "event.settled", By: n.seat(board.Black), Args: map[string]any{"komi": e.Komi}, Lasting: true})
}

func (n narrator) move(e play.Event) []Message {
	m, g := Move{Color: e.Color, Point: e.Point}, n.Game()
	if e.Kind == play.Played {
		m.Captured = g.Prisoners(e.Color) - n.before.prisoners[e.Color]
		m.Suicide = g.Prisoners(e.Color.Opponent()) - n.before.prisoners[e.Color.Opponent()]
	}
	if p, err := g.Graph().Point(e.Point); err == nil {
		for _, r := range g.Graph().RosettesAt(p) {
			m.Rosette = m.Rosette || g.Board().RosetteCount(int(r), e.Color) == len(g.Graph().Rosettes()[r])
		}
	}
	return m.Messages()
}

func (n narrator) pass(e play.Event) []Message {
	if e.Point != "" {
		return []Message{{Key: "event.pass-for-ko", Args: map[string]any{"color": color(e.Color), "point": e.Point}}}
	}
	said := Move{Color: e.Color}.Messages()
	if n.before.button && !n.Game().ButtonLeft() {
		said = append(said, Message{Key: "event.button", By: n.seat(e.Color), Lasting: true})
	}
	return said
}

// stop says why play stops: two passes in a row, or a second pass from the same
// position under simple ko.
func (n narrator) stop(e play.Event) []Message {
	g := n.Game()
	if g.Ply() > 1 && g.Move(g.Ply()-2).Point == board.Pass {
		return lasting("event.stopped")(n, e)
	}
	return lasting("event.stopped.again")(n, e)
}

func (narrator) proposal(e play.Event) []Message {
	said := []Message{{Key: "event.proposed.none", Lasting: true}}
	if len(e.Points) > 0 {
		said[0] = chains("event.proposed", e.Points)
	}
	if len(e.Unsure) > 0 {
		said = append(said, chains("event.unsure", e.Unsure))
	}
	if len(e.Pending) > 0 {
		var places []string
		for i := range e.Pending {
			places = append(places, e.Pending[i].Places()...)
		}
		said = append(said, chains("event.pending", places))
	}
	return said
}

// marking says who marks what, and whose agreement that ends. Of two people at one device
// nobody knows who it is.
func (n narrator) marking(e play.Event) []Message {
	said := []Message{chains(deadOrAlive("event.marked", e.Dead), e.Points)}
	if s := n.Settings(); s.Black.Actor() != s.White.Actor() {
		said[0].Key, said[0].By = deadOrAlive("event.marks", e.Dead), n.seat(e.Color)
	}
	for _, c := range board.Colors {
		if n.before.agreed[c] {
			said = append(said, Message{Key: "event.accept-again", By: n.seat(c), Lasting: true})
		}
	}
	return said
}

func (narrator) confirmation(e play.Event) []Message {
	return []Message{{Key: deadOrAlive("event.confirmed", e.Dead), Args: map[string]any{"point": e.Point}, Lasting: true}}
}

func (narrator) undo(e play.Event) []Message {
	if e.Ply == 0 {
		return []Message{{Key: "event.took-back.start", Lasting: true}}
	}
	return []Message{{Key: "event.took-back", Args: map[string]any{"ply": e.Ply}, Lasting: true}}
}

// outage says for how long no server ran, rounded up to seconds, or to minutes or
// hours if there are at least two of these.
func (narrator) outage(e play.Event) []Message {
	m := Message{Key: "event.suspended.seconds", Args: map[string]any{}, Lasting: true}
	unit := time.Second
	switch {
	case e.For >= 2*time.Hour:
		m.Key, unit = "event.suspended.hours", time.Hour
	case e.For >= 2*time.Minute:
		m.Key, unit = "event.suspended.minutes", time.Minute
	}
	m.Args["n"] = int((e.For + unit - 1) / unit)
	return []Message{m}
}

// end says how the match ended, after the reason why no stone came off as dead if the
// players did not agree on that.
func (n narrator) end(play.Event) []Message {
	result := n.ended(n.Result())
	if n.AllAlive() {
		return []Message{{Key: "event.all-alive", Lasting: true}, result}
	}
	return []Message{result}
}

// ended returns how a match ended.
func (n narrator) ended(r game.Result) Message {
	switch {
	case r.By == game.ByScore && r.Winner == board.Empty:
		return Message{Key: "result.draw"}
	case r.Winner == board.Empty:
		return Message{Key: "result." + string(r.By)}
	}
	m := Message{Key: "result." + string(r.By), By: n.seat(r.Winner), Args: map[string]any{"color": color(r.Winner)}}
	if r.By == game.ByScore {
		m.Args["n"] = r.Margin
	}
	return m
}

// chains returns a lasting message about chains, by the name of one point of each.
func chains(key string, points []string) Message {
	return Message{Key: key, Args: map[string]any{"n": len(points), "points": strings.Join(points, ", ")}, Lasting: true}
}

func deadOrAlive(key string, dead bool) string {
	if dead {
		return key + ".dead"
	}
	return key + ".alive"
}

// Result returns how a match that is over ended.
func Result(m *play.Match) Message {
	return narrator{Match: m, swapped: m.Swapped()}.ended(m.Result())
}
