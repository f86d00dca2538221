package narrate

import (
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// Before holds the state of a match before events, as needed by [Events].
type Before struct {
	prisoners board.ByColor[int]
	swapped   bool
	requested play.Kind
	button    bool                // the button has not been taken
	agreed    board.ByColor[bool] // with the marked dead stones
}

// StateOf returns the part of a match's state needed by [Events]. The match must have been opened.
func StateOf(m *play.Match) Before {
	b := Before{swapped: m.Swapped(), button: m.Game().ButtonLeft()}
	b.requested, _ = m.Requested()
	for _, c := range board.Colors {
		b.prisoners[c], b.agreed[c] = m.Game().Prisoners(c), m.Agreed(c)
	}
	return b
}

// Events returns the messages for one command's events, in order. The match has applied them;
// before is [StateOf] the match before that. Opened has no message, and neither has Granted,
// because TookBack follows it.
func Events(before Before, m *play.Match, events []play.Event) []Message {
	n := narrator{Match: m, before: before, swapped: before.swapped}
	var out []Message
	for _, e := range events {
		switch e.Kind {
		case play.Settled:
			n.swapped = e.Swap
		case play.TookBack:
			n.swapped = m.Swapped()
		}
		if messages := narrators[e.Kind]; messages != nil {
			out = append(out, messages(n, e)...)
		}
		if n.before.requested != "" && e.Kind.Undoable() {
			out, n.before.requested = append(out, Message{Key: "match.lapsed", Lasting: true}), ""
		}
	}
	return out
}

// A narrator narrates one command's events.
type narrator struct {
	*play.Match
	before  Before
	swapped bool // the seats have exchanged colours at the time of the event
}

// narrators return the messages for each kind of event.
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
	play.Paused:        unattributed("match.paused"),
	play.ContinueAsked: lasting("match.continue-asked"),
	play.Continued:     unattributed("match.continued"),
	play.TimeAdded:     lasting("match.time-added", withSeconds),
	play.Claimed:       by("match.claimed"),
	play.Rested:        narrator.vacation,
	play.AidAsked:      lasting("privacy.aid-asked"),
	play.Aided:         unattributed("privacy.aided"),

	play.Ended: narrator.end,
}

// An argument adds an argument from an event to a message.
type argument func(args map[string]any, e play.Event)

func withKomi(args map[string]any, e play.Event) { args["komi"] = e.Komi }
func withSide(args map[string]any, e play.Event) { args["color"] = color(e.Side) }
func withSeconds(args map[string]any, e play.Event) {
	args["n"] = int(e.For / time.Second)
}
func withPoint(args map[string]any, e play.Event) { args["point"] = e.Point }

// by returns a function for events with a single message about their player.
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

// lasting is like [by], for a message shown until the next move.
func lasting(key string, arguments ...argument) func(narrator, play.Event) []Message {
	message := by(key, arguments...)
	return func(n narrator, e play.Event) []Message {
		all := message(n, e)
		all[0].Lasting = true
		return all
	}
}

// unattributed returns a function for events with a single message that concerns no player and is
// shown until the next move.
func unattributed(key string) func(narrator, play.Event) []Message {
	return func(narrator, play.Event) []Message { return []Message{{Key: key, Lasting: true}} }
}

// refusal reports a refused request.
func (n narrator) refusal(e play.Event) []Message {
	if n.before.requested == play.Undo {
		return lasting("event.refused")(n, e)
	}
	return lasting("match.refused")(n, e)
}

// vacation reports the beginning or end of a player's vacation.
func (n narrator) vacation(e play.Event) []Message {
	if e.For == 0 {
		return lasting("match.rested-ended")(n, e)
	}
	return lasting("match.rested")(n, e)
}

// seat returns the letter for the colour that c's player had at the opening, or "" for Empty.
func (n narrator) seat(c board.Color) string {
	if n.swapped {
		c = c.Opponent()
	}
	return letters[c]
}

// bid does not reveal a secret bid.
func (n narrator) bid(e play.Event) []Message {
	if n.Settings().KomiBy == play.KomiSecret {
		return by("event.sealed")(n, e)
	}
	return by("event.bade", withKomi)(n, e)
}

// settlement reveals the secret bids, if any.
func (n narrator) settlement(e play.Event) []Message {
	var out []Message
	if bids, ok := n.SecretBids(); ok {
		for _, c := range board.Colors {
			out = append(out, Message{
				Key: "event.opened-bid", By: n.seat(c), Args: map[string]any{"komi": bids[c]}, Lasting: true,
			})
		}
		if bids[board.Black] == bids[board.White] {
			out = append(out, Message{Key: "event.lot", Lasting: true})
		}
	}
	return append(out, Message{
		Key: "event.settled", By: n.seat(board.Black), Args: map[string]any{"komi": e.Komi}, Lasting: true,
	})
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
	out := Move{Color: e.Color}.Messages()
	if n.before.button && !n.Game().ButtonLeft() {
		out = append(out, Message{Key: "event.button", By: n.seat(e.Color), Lasting: true})
	}
	return out
}

// stop reports the reason why play stops: two consecutive passes, or a second pass in the same
// position under simple ko.
func (n narrator) stop(e play.Event) []Message {
	g := n.Game()
	if g.Ply() > 1 && g.Move(g.Ply()-2).Point == board.Pass {
		return lasting("event.stopped")(n, e)
	}
	return lasting("event.stopped.again")(n, e)
}

func (narrator) proposal(e play.Event) []Message {
	out := []Message{{Key: "event.proposed.none", Lasting: true}}
	if len(e.Points) > 0 {
		out[0] = chains("event.proposed", e.Points)
	}
	if len(e.Unsure) > 0 {
		out = append(out, chains("event.unsure", e.Unsure))
	}
	if len(e.Pending) > 0 {
		var places []string
		for i := range e.Pending {
			places = append(places, e.Pending[i].Places()...)
		}
		out = append(out, chains("event.pending", places))
	}
	return out
}

// marking reports the marked chains and the agreements that this ends. It names the player, unless
// both players share a device.
func (n narrator) marking(e play.Event) []Message {
	out := []Message{chains(deadOrAlive("event.marked", e.Dead), e.Points)}
	if s := n.Settings(); s.Black.Actor() != s.White.Actor() {
		out[0].Key, out[0].By = deadOrAlive("event.marks", e.Dead), n.seat(e.Color)
	}
	for _, c := range board.Colors {
		if n.before.agreed[c] {
			out = append(out, Message{Key: "event.accept-again", By: n.seat(c), Lasting: true})
		}
	}
	return out
}

func (narrator) confirmation(e play.Event) []Message {
	return []Message{
		{Key: deadOrAlive("event.confirmed", e.Dead), Args: map[string]any{"point": e.Point}, Lasting: true},
	}
}

func (narrator) undo(e play.Event) []Message {
	if e.Ply == 0 {
		return []Message{{Key: "event.took-back.start", Lasting: true}}
	}
	return []Message{{Key: "event.took-back", Args: map[string]any{"ply": e.Ply}, Lasting: true}}
}

// outage reports the duration of an outage, rounded up to seconds, or to minutes or hours if there
// are at least two.
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

// end reports the result. If the players disagreed about dead stones, it first reports that all
// stones count as alive.
func (n narrator) end(play.Event) []Message {
	result := n.ended(n.Result())
	if n.AllAlive() {
		return []Message{{Key: "event.all-alive", Lasting: true}, result}
	}
	return []Message{result}
}

// ended returns the message for a result.
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

// chains returns a lasting message about chains, which are named by a point in each.
func chains(key string, points []string) Message {
	return Message{
		Key: key, Args: map[string]any{"n": len(points), "points": strings.Join(points, ", ")}, Lasting: true,
	}
}

func deadOrAlive(key string, dead bool) string {
	if dead {
		return key + ".dead"
	}
	return key + ".alive"
}

// Result returns the message for the result of a match that is over.
func Result(m *play.Match) Message {
	return narrator{Match: m, swapped: m.Swapped()}.ended(m.Result())
}
