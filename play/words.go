// Package play is a match told as events: commands in, events out.
//
// A [Match] is the fold of its events. [Match.Decide] turns a command into
// events or refuses it; [Match.Apply] takes an event and cannot fail. Nothing
// here asks what time it is, stores or sends anything.
package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// A Kind names a command or an event on the wire.
type Kind string

// The commands, and in the past tense the events.
const (
	Play   Kind = "play"
	Pass   Kind = "pass"
	Resign Kind = "resign"
	Undo   Kind = "undo" // take back to the asker's last turn
	Flag   Kind = "flag" // somebody's time may have run out: look at the clock

	Opened   Kind = "opened"
	Played   Kind = "played"
	Passed   Kind = "passed"
	Resigned Kind = "resigned"
	TookBack Kind = "took-back"
	Ended    Kind = "ended"
)

// A Seat says who plays a colour.
type Seat struct {
	Program bool   `json:"program,omitempty"` // a program sits here, not a person
	Name    string `json:"name"`
	Level   string `json:"level,omitempty"` // of a program
	Key     string `json:"key,omitempty"`   // SHA-256 of the secret that may move for a person, in hex
}

// Settings are what is agreed before the first move.
type Settings struct {
	Board string        `json:"board"` // a name that board.Named takes
	Rules game.Rules    `json:"rules"`
	Clock clock.Control `json:"clock"`
	Black Seat          `json:"black"`
	White Seat          `json:"white"`
}

// A Command is what somebody wants. Who sends it settles By: a colour that a
// browser claims is never trusted.
type Command struct {
	Kind  Kind
	By    board.Color
	Point string // of Play: the name of a point
	After int    // the seq of the last event the sender knew
	ID    string // chosen by the sender, up to 64 printable ASCII characters; the same command sent twice counts once
}

// An Event is what has happened. Seq counts from 1 within a match, without a
// gap; the first event of every match is Opened.
type Event struct {
	Seq      int         `json:"seq"`
	At       time.Time   `json:"at"`
	Kind     Kind        `json:"kind"`
	Color    board.Color `json:"color,omitempty"`    // who did it
	Point    string      `json:"point,omitempty"`    // of Played
	Ply      int         `json:"ply,omitempty"`      // of TookBack: how many moves are left
	Result   string      `json:"result,omitempty"`   // of Ended, as game.Result writes it
	ID       string      `json:"id,omitempty"`       // of the command
	Settings *Settings   `json:"settings,omitempty"` // of Opened
}

// A Refusal says why a command was refused; the rules' reasons are
// game.Refusal. Its text is a key for translation too.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// Every reason for which a match refuses a command.
const (
	ErrNotSeated   Refusal = "not-seated"
	ErrNotYourTurn Refusal = "not-your-turn"
	ErrOver        Refusal = "game-over"
	ErrStale       Refusal = "stale" // the position has changed since After; from a journal: another wrote first
	ErrNoSuchPoint Refusal = "no-such-point"
	ErrNothingDone Refusal = "nothing-to-undo"
	ErrNeedsAssent Refusal = "undo-needs-assent" // against a person, not yet to be had
	ErrTimeLeft    Refusal = "time-left"
	ErrTooLong     Refusal = "too-long" // the match has too many events to take more moves back
	ErrNoCommand   Refusal = "no-such-command"
	ErrBadID       Refusal = "bad-id"   // not an ID as [Command] says
	ErrNoMatch     Refusal = "no-match" // nothing was ever opened under that name
	ErrTaken       Refusal = "taken"    // something was opened under that name before
	ErrFull        Refusal = "full"     // too many matches are being played at once
	ErrClosed      Refusal = "closed"   // the program is stopping
)
