package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Kind is the kind of a command or event, as it is stored and sent.
type Kind string

// The kinds of commands, and in the past tense those of events.
const (
	Offer       Kind = "offer"        // divide and choose: offer a komi
	Take        Kind = "take"         // divide and choose: choose a colour at the offered komi
	Bid         Kind = "bid"          // a komi at which the bidder would take Black
	Yield       Kind = "yield"        // leave Black to the highest bidder
	Place       Kind = "place"        // a handicap stone
	Play        Kind = "play"         // a stone
	Pass        Kind = "pass"         // in a confirmation possibly for a ko
	Propose     Kind = "propose"      // propose the dead stones; the server may
	Mark        Kind = "mark"         // mark chains dead or alive
	Agree       Kind = "agree"        // with the dead stones as marked
	Dispute     Kind = "dispute"      // disagree; the rules decide what follows
	ChooseMover Kind = "choose-mover" // name the player who moves after a dispute
	Confirm     Kind = "confirm"      // play out whether a chain lives
	Void        Kind = "void"         // let both lose, under the Japanese rules of 1989
	Resign      Kind = "resign"
	Undo        Kind = "undo"     // go back to before the player's own last move or bid
	Grant       Kind = "grant"    // grant the requested undo
	Refuse      Kind = "refuse"   // refuse the requested undo
	Flag        Kind = "flag"     // check whether time has run out
	Suspend     Kind = "suspend"  // by the server: the time in which no server ran counts for nobody
	Abort       Kind = "abort"    // before the second move: no result
	Pause       Kind = "pause"    // ask that both clocks stand still
	Continue    Kind = "continue" // ask that a pause ends
	AddTime     Kind = "add-time" // give the opponent time
	Claim       Kind = "claim"    // the match, from an opponent who has gone or keeps the player waiting
	Rest        Kind = "rest"     // by the server: a vacation of a player begins, or ends if For is 0
	Aid         Kind = "aid"      // ask that the computer may advise both players

	Opened      Kind = "opened"
	Offered     Kind = "offered"
	Took        Kind = "took"
	Bade        Kind = "bade"
	Yielded     Kind = "yielded"
	Settled     Kind = "settled" // colours and komi are decided
	Placed      Kind = "placed"
	Played      Kind = "played"
	Passed      Kind = "passed"
	Stopped     Kind = "stopped" // by passes: the players agree on dead stones next
	Proposed    Kind = "proposed"
	Marked      Kind = "marked"
	Agreed      Kind = "agreed"
	Disputed    Kind = "disputed"
	MoverChosen Kind = "mover-chosen"
	Resumed     Kind = "resumed" // after a stop
	Confirming  Kind = "confirming"
	Confirmed   Kind = "confirmed"
	Voided      Kind = "voided"
	Resigned    Kind = "resigned"
	Asked       Kind = "asked" // an undo was requested
	Granted     Kind = "granted"
	Refused     Kind = "refused"
	TookBack    Kind = "took-back"
	Suspended   Kind = "suspended" // the running clock goes on as if For and Idle had not passed
	Ended       Kind = "ended"

	AbortedBy     Kind = "aborted"
	PauseAsked    Kind = "pause-asked"
	Paused        Kind = "paused" // for at most For
	ContinueAsked Kind = "continue-asked"
	Continued     Kind = "continued"
	TimeAdded     Kind = "time-added" // to the opponent of Color
	Claimed       Kind = "claimed"
	Rested        Kind = "rested" // the clock of Color stands still for For
	AidAsked      Kind = "aid-asked"
	Aided         Kind = "aided" // the computer may advise both from now on
)

// A Command is a request to a match. The receiver sets By from the session; a
// colour that a client claims is not trusted.
type Command struct {
	Kind   Kind
	By     board.Color
	Point  string      // of Play, Place, Confirm, and of Pass for a ko: the name of a point
	Points []string    // of Mark and Propose: at least one stone of each chain
	Unsure []string    // of Propose: chains left to the players
	Dead   bool        // of Mark
	Komi   float64     // of Offer and Bid
	Side   board.Color // of Take: the colour; of ChooseMover: the player who is to move; of Claim: the player for a win, Empty for a draw
	After  int         // number of the last event that the sender knew; 0 if not checked
	ID     string      // chosen by the sender, up to 64 printable ASCII characters; a repeated ID is ignored

	Pending []life.PendingRegion // of Propose: where a move is worth points

	// What the server has measured; nothing of it is taken from a client.
	Credit time.Duration // lag of the player to move, which Decide allows up to the lag quota of the clock
	Waited time.Duration // of a bot to move: how long it waited for a processor, allowed up to its whole turn
	For    time.Duration // of Suspend, see Match.Missed; of Claim, how long the opponent has had no connection; of Rest, unless Until is set
	Until  time.Time     // of Rest: when the clock goes on

	at    time.Time     // when Decide is called
	idle  time.Duration // of Suspend, see Event.Idle
	again *Event        // what an earlier program made of the command, see Match.Follow; nil for a new one
}

// An Event is something that happened in a match. Seq counts from 1 without gaps.
// The first event of a match is Opened. In the event log Seq, At, Kind and Actor are
// columns and the rest is the body, see [Event.Body].
type Event struct {
	Seq    int         `json:"seq,omitempty"`
	At     time.Time   `json:"at,omitzero"`
	Kind   Kind        `json:"kind,omitempty"`
	Actor  string      `json:"actor,omitempty"`  // Seat.Actor of the player whose command made the event; "" for the server, and in version 1
	Color  board.Color `json:"color,omitempty"`  // the player; of Resumed, the player to move
	Point  string      `json:"point,omitempty"`  // as of the command
	Points []string    `json:"points,omitempty"` // as of the command; of Ended, the stones that were dead
	Unsure []string    `json:"unsure,omitempty"` // of Proposed
	Dead   bool        `json:"dead,omitempty"`   // of Marked and Confirmed
	Komi   float64     `json:"komi,omitempty"`   // of Offered, Bade and Settled
	Side   board.Color `json:"side,omitempty"`   // of Took, MoverChosen and Claimed, as of the command
	Swap   bool        `json:"swap,omitempty"`   // of Settled: the seats exchange colours
	Left   int         `json:"left,omitempty"`   // of TookBack: number of undoable events that remain
	Ply    int         `json:"ply,omitempty"`    // of TookBack: number of moves that remain
	Result string      `json:"result,omitempty"` // of Ended, as game.Result.String writes it
	Reason game.Reason `json:"reason,omitempty"` // of Ended, where Result does not show it: both lose, aborted
	ID     string      `json:"id,omitempty"`     // of the command

	Credit time.Duration `json:"credit,omitempty"` // of Played and Passed, in ns: the lag that does not count as thinking
	Waited time.Duration `json:"waited,omitempty"` // of Played and Passed by a bot, in ns: the wait that does not count either
	For    time.Duration `json:"for,omitempty"`    // of Suspended, Paused, TimeAdded, Claimed and Rested, in ns
	Idle   time.Duration `json:"idle,omitempty"`   // of Suspended, in ns: how long the clock stood still in that time anyway, by a rest or weekends

	Pending []life.PendingRegion `json:"pending,omitempty"` // of Proposed: where a move is worth points

	Settings *Settings `json:"settings,omitempty"` // of Opened
}
