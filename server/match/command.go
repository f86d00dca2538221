package match

import (
	"context"
	"maps"
	"slices"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/pubsub"
)

// A CommandRequest is a command from a player. Package wire documents the fields.
type CommandRequest struct {
	Command string
	ID      string
	After   int // number of the last event known to the player; 0 disables the check
	As      string
	Point   string
	Points  []string
	Dead    bool
	Komi    float64
	Side    string
}

// commands lists the commands that a player may send. It excludes those sent by the server, such as
// flag and propose.
var commands = map[play.Kind]bool{
	play.Offer: true, play.Take: true, play.Bid: true, play.Yield: true, play.Place: true,
	play.Play: true, play.Pass: true, play.Mark: true, play.Agree: true, play.Dispute: true,
	play.ChooseMover: true, play.Confirm: true, play.Void: true, play.Resign: true,
	play.Undo: true, play.Grant: true, play.Refuse: true, play.Abort: true, play.Pause: true,
	play.Continue: true, play.AddTime: true, play.Claim: true, play.Aid: true,
}

// Commands returns the commands that a player may send, sorted.
func Commands() []string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(commands)) {
		all = append(all, string(kind))
	}
	return all
}

// A Sender is the connection that sent a command. The zero value is an unknown connection.
type Sender struct {
	Lag  time.Duration     // round-trip time
	Feed pubsub.Subscriber // gets the change as Do's result instead of by subscription; may be nil
}

// Do sends a visitor's command to a match. It returns the change, and the number of the last event
// that the command caused, now or as an earlier duplicate; if the command is refused, the number of
// the match's last event. Players may swap colours while they negotiate komi, so a command counts
// only for the position in which its player was determined.
func (s *Service) Do(
	ctx context.Context, v account.Visitor, id string, r CommandRequest, from Sender,
) (change pubsub.Message, seq int, err error) {
	if !account.KeyPattern.MatchString(id) {
		return change, 0, play.ErrNoMatch
	}
	actors, before := v.Own(), 0
	change, err = s.Host.Act(ctx, id, from.Feed, func(m *play.Match) (cmd play.Command, err error) {
		by, after := actsFor(m, actors, r), r.After
		switch {
		case by == board.Empty:
			return cmd, play.ErrNotSeated
		case !commands[play.Kind(r.Command)]:
			return cmd, play.ErrNoCommand
		case m.OriginalSettings().KomiBy != play.KomiGiven && (after <= 0 || after > m.Seq()):
			after = m.Seq()
		}
		if play.Kind(r.Command) == play.Claim && s.Absent != nil {
			cmd.For = s.Absent(id, m.OriginalColor(by.Opponent()))
		}
		before = m.LastOf(by, r.ID)
		cmd.Kind = play.Kind(r.Command)
		cmd.By = by
		cmd.After = after
		cmd.ID = r.ID
		cmd.Credit = from.Lag
		cmd.Point = r.Point
		cmd.Points = r.Points
		cmd.Dead = r.Dead
		cmd.Komi = r.Komi
		cmd.Side = colorOf(r.Side)
		return cmd, nil
	})
	if change.Data != nil {
		s.recordWrite(actors...)
	}
	if before > 0 && err == nil {
		return change, before, nil
	}
	return change, change.Seq, err
}

// actsFor returns the player for whom actors send a command. Actors who hold both seats may name
// one. Otherwise it is the player for whom the match has already handled the command, or the player
// who must act.
func actsFor(m *play.Match, actors []account.Actor, r CommandRequest) board.Color {
	held := Seats(m.Settings(), actors)
	switch {
	case r.As != "":
		if c := colorOf(r.As); slices.Contains(held, c) {
			return c
		}
		return board.Empty
	case len(held) < 2:
		return append(held, board.Empty)[0]
	}
	handled := slices.IndexFunc(held, func(c board.Color) bool { return r.ID != "" && m.Handled(c, r.ID) })
	switch {
	case handled >= 0:
		return held[handled]
	case m.ToMove() != board.Empty:
		return m.ToMove()
	case !m.Awaits(board.Black) && m.Awaits(board.White):
		return board.White
	}
	return board.Black
}

// colorOf parses b or w; anything else is Empty.
func colorOf(letter string) board.Color {
	switch letter {
	case "b":
		return board.Black
	case "w":
		return board.White
	}
	return board.Empty
}
