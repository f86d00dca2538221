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
	Offer       Kind = "offer"   // divide and choose: name a komi
	Take        Kind = "take"    // and choose a colour
	Bid         Kind = "bid"     // a komi for which one would take Black
	Yield       Kind = "yield"   // leave Black to the highest bid
	Place       Kind = "place"   // a handicap stone
	Play        Kind = "play"    // a stone
	Pass        Kind = "pass"    // no stone; in a confirmation perhaps for a ko
	Propose     Kind = "propose" // name the dead first; the house may
	Mark        Kind = "mark"    // call chains dead or alive
	Agree       Kind = "agree"   // to the dead as they are marked
	Dispute     Kind = "dispute" // them: what follows is for the rules to say
	ChooseMover Kind = "wish"    // say who shall move
	Confirm     Kind = "confirm" // play a chain's fate out
	Void        Kind = "void"    // let both lose, as Japan's rules of 1989 may
	Resign      Kind = "resign"
	Undo        Kind = "undo"   // take back to before the asker's last deed
	Grant       Kind = "grant"  // the undo that was asked for
	Refuse      Kind = "refuse" // it
	Flag        Kind = "flag"   // somebody's time may have run out: look at the clock

	Opened      Kind = "opened"
	Offered     Kind = "offered"
	Took        Kind = "took"
	Bade        Kind = "bade"
	Yielded     Kind = "yielded"
	Settled     Kind = "settled" // who plays what, for what komi
	Placed      Kind = "placed"
	Played      Kind = "played"
	Passed      Kind = "passed"
	Stopped     Kind = "stopped" // passes have proposed the end
	Proposed    Kind = "proposed"
	Marked      Kind = "marked"
	Agreed      Kind = "agreed"
	Disputed    Kind = "disputed"
	MoverChosen Kind = "wished"
	Resumed     Kind = "resumed" // after a stop
	Confirming  Kind = "confirming"
	Confirmed   Kind = "confirmed"
	Voided      Kind = "voided"
	Resigned    Kind = "resigned"
	Asked       Kind = "asked" // for an undo
	Granted     Kind = "granted"
	Refused     Kind = "refused"
	TookBack    Kind = "took-back"
	Ended       Kind = "ended"
)

// A Seat says who plays a colour.
type Seat struct {
	Program bool   `json:"program,omitempty"` // a program sits here, not a person
	Name    string `json:"name"`
	Level   string `json:"level,omitempty"` // of a program
	Key     string `json:"key,omitempty"`   // SHA-256 of the secret that may move for a person, in hex
}

// A KomiBy says how komi and colours are agreed upon.
type KomiBy string

// The ways to a komi. The seats of the settings are those of the talk: who
// holds Black there begins it.
const (
	KomiGiven  KomiBy = ""       // the rules say
	KomiDivide KomiBy = "divide" // Black names a komi, White takes a colour
	KomiOpen   KomiBy = "open"   // bids in turn; the highest takes Black
	KomiSecret KomiBy = "secret" // one bid each, unseen; the higher takes Black
)

// Settings are what is agreed before the match begins.
type Settings struct {
	Board        string        `json:"board"` // a name that board.Named takes
	Rules        game.Rules    `json:"rules"`
	Clock        clock.Control `json:"clock"`
	Black        Seat          `json:"black"`
	White        Seat          `json:"white"`
	KomiBy       KomiBy        `json:"komiBy,omitempty"`
	Halves       bool          `json:"halves,omitempty"`   // bids may be half points
	Handicap     int           `json:"handicap,omitempty"` // stones; 1 is Black for nothing
	Weaker       board.Color   `json:"weaker,omitempty"`   // whose handicap it is, by the seats above; Black if not said
	TieBreakSeed uint64        `json:"lot,omitempty"`      // the luck that equal secret bids are settled by; no player may see it
}

// A Command is what somebody wants. Who sends it settles By: a colour that a
// browser claims is never trusted.
type Command struct {
	Kind   Kind
	By     board.Color
	Point  string      // of Play, Place, Confirm, and of Pass for a ko: the name of a point
	Points []string    // of Mark and Propose: one of each chain or more
	Unsure []string    // of Propose: chains that are left to the players
	Dead   bool        // of Mark
	Komi   float64     // of Offer and Bid
	Side   board.Color // of Take and Wish
	After  int         // the seq of the last event the sender knew
	ID     string      // chosen by the sender, up to 64 printable ASCII characters; the same command sent twice counts once
}

// An Event is what has happened. Seq counts from 1 within a match, without a
// gap; the first event of every match is Opened.
type Event struct {
	Seq      int         `json:"seq"`
	At       time.Time   `json:"at"`
	Kind     Kind        `json:"kind"`
	Color    board.Color `json:"color,omitempty"`    // who did it; of Resumed, who moves
	Point    string      `json:"point,omitempty"`    // as of the command
	Points   []string    `json:"points,omitempty"`   // as of the command; of Ended, the stones that were dead
	Unsure   []string    `json:"unsure,omitempty"`   // of Proposed
	Dead     bool        `json:"dead,omitempty"`     // of Marked and Confirmed
	Komi     float64     `json:"komi,omitempty"`     // of Offered, Bade and Settled
	Side     board.Color `json:"side,omitempty"`     // of Took and Wished
	Swap     bool        `json:"swap,omitempty"`     // of Settled: the seats change colours
	Left     int         `json:"left,omitempty"`     // of TookBack: how many deeds stand
	Ply      int         `json:"ply,omitempty"`      // of TookBack: how many moves are left
	Result   string      `json:"result,omitempty"`   // of Ended, as game.Result writes it
	Reason   game.Reason `json:"reason,omitempty"`   // of Ended, where Result does not tell: both lose
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
	ErrNotAsked    Refusal = "undo-not-asked"
	ErrAsked       Refusal = "undo-asked"     // already
	ErrNotNow      Refusal = "wrong-phase"    // the match is about something else
	ErrBadKomi     Refusal = "bad-komi"       // not as whole, or as large, as agreed
	ErrLowBid      Refusal = "low-bid"        // not over the highest
	ErrBidFirst    Refusal = "bid-first"      // nothing to yield to yet
	ErrImmortal    Refusal = "immortal"       // a chain with a rosette is never dead
	ErrNoChain     Refusal = "no-chain"       // nothing stands there
	ErrProposed    Refusal = "proposed"       // already, or the players have begun to mark
	ErrAgreed      Refusal = "agreed-already" // so have you
	ErrKoBan       Refusal = "pass-for-ko"    // in a confirmation a ko is taken back only after a pass for it
	ErrNoKo        Refusal = "no-ko"          // there is no such ko to pass for
	ErrTimeLeft    Refusal = "time-left"
	ErrTooLong     Refusal = "too-long" // the match has too many events for more than moves
	ErrNoCommand   Refusal = "no-such-command"
	ErrBadID       Refusal = "bad-id"   // not an ID as [Command] says
	ErrNoMatch     Refusal = "no-match" // nothing was ever opened under that name
	ErrTaken       Refusal = "taken"    // something was opened under that name before
	ErrFull        Refusal = "full"     // too many matches are being played at once
	ErrClosed      Refusal = "closed"   // the program is stopping
)
