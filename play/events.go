package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Kind is the kind of a command or event, as stored and sent.
type Kind string

// Kinds of commands. Events have kinds in the past tense.
const (
	Offer       Kind = "offer"        // divide and choose: offer a komi
	Take        Kind = "take"         // divide and choose: choose a colour at the offered komi
	Bid         Kind = "bid"          // name a komi at which the bidder would take Black
	Yield       Kind = "yield"        // leave Black to the highest bidder
	Place       Kind = "place"        // place a handicap stone
	Play        Kind = "play"         // play a stone
	Pass        Kind = "pass"         // pass; in a confirmation possibly for a ko
	Propose     Kind = "propose"      // propose the dead stones; the server may
	Mark        Kind = "mark"         // mark chains dead or alive
	Agree       Kind = "agree"        // accept the marked dead stones
	Dispute     Kind = "dispute"      // disagree; the rules decide what follows
	ChooseMover Kind = "choose-mover" // name the player who moves after a dispute
	Confirm     Kind = "confirm"      // play out the life or death of a chain
	Void        Kind = "void"         // let both lose, under the Japanese rules of 1989
	Resign      Kind = "resign"
	Undo        Kind = "undo"     // return to the position before the player's last move or bid
	Grant       Kind = "grant"    // grant the requested undo
	Refuse      Kind = "refuse"   // refuse the requested undo
	Flag        Kind = "flag"     // check whether time has run out
	Suspend     Kind = "suspend"  // by the server: exclude an outage from both players' time
	Abort       Kind = "abort"    // end without a result, before the second move
	Pause       Kind = "pause"    // request that both clocks stand still
	Continue    Kind = "continue" // request the end of a pause
	AddTime     Kind = "add-time" // give the opponent time
	Claim       Kind = "claim"    // claim the match from an opponent who has left or does not act
	Rest        Kind = "rest"     // by the server: begin a player's vacation, or end it if For is 0
	Aid         Kind = "aid"      // request computer advice for both players

	Opened      Kind = "opened"
	Offered     Kind = "offered"
	Took        Kind = "took"
	Bade        Kind = "bade"
	Yielded     Kind = "yielded"
	Settled     Kind = "settled" // colours and komi are decided
	Placed      Kind = "placed"
	Played      Kind = "played"
	Passed      Kind = "passed"
	Stopped     Kind = "stopped" // by passes: the agreement on dead stones follows
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
	Suspended   Kind = "suspended" // the running clock continues as if For and Idle had not passed
	Ended       Kind = "ended"

	AbortedBy     Kind = "aborted"
	PauseAsked    Kind = "pause-asked"
	Paused        Kind = "paused" // for at most For
	ContinueAsked Kind = "continue-asked"
	Continued     Kind = "continued"
	TimeAdded     Kind = "time-added" // to Color's opponent
	Claimed       Kind = "claimed"
	Rested        Kind = "rested" // Color's clock stands still for For
	AidAsked      Kind = "aid-asked"
	Aided         Kind = "aided" // the computer may advise both players from now on
)

// A Command is a request to a match. The receiver sets By from the session; a colour claimed by a
// client is not trusted.
type Command struct {
	Kind   Kind
	By     board.Color
	Point  string      // Play, Place, Confirm, and Pass for a ko: name of a point
	Points []string    // Mark and Propose: at least one stone per chain
	Unsure []string    // Propose: chains left to the players
	Dead   bool        // Mark
	Komi   float64     // Offer and Bid
	Side   board.Color // Take: the colour; ChooseMover: the player to move; Claim: the winner, or Empty for a draw
	After  int         // last event known to the sender; 0 to skip the check
	ID     string      // chosen by the sender, up to 64 printable ASCII characters; a repeated ID is ignored

	Pending []life.PendingRegion // Propose: where a move is worth points

	// Measured by the server, never set by a client.
	Credit time.Duration // lag of the player to move, limited by Decide to the clock's lag quota
	Waited time.Duration // a bot's wait for a processor, limited to its turn
	For    time.Duration // Suspend: see Match.Missed; Claim: opponent's disconnection; Rest: unless Until is set
	Until  time.Time     // Rest: when the clock continues

	at    time.Time     // time of the Decide call
	idle  time.Duration // Suspend: see Event.Idle
	again *Event        // event decided by an earlier program, see Match.Follow; nil for a new command
}

// An Event is a fact in the history of a match. Seq counts from 1 without gaps. A match's first
// event is Opened. In the event log Seq, At, Kind and Actor are columns and the other fields are
// the body, see [Event.Body].
type Event struct {
	Seq  int       `json:"seq,omitempty"`
	At   time.Time `json:"at,omitzero"`
	Kind Kind      `json:"kind,omitempty"`
	// Seat.Actor of the player with the command; "" for the server, and in version 1
	Actor  string      `json:"actor,omitempty"`
	Color  board.Color `json:"color,omitempty"`  // the player; Resumed: the player to move
	Point  string      `json:"point,omitempty"`  // as in the command
	Points []string    `json:"points,omitempty"` // as in the command; Ended: the dead stones
	Unsure []string    `json:"unsure,omitempty"` // Proposed
	Dead   bool        `json:"dead,omitempty"`   // Marked and Confirmed
	Komi   float64     `json:"komi,omitempty"`   // Offered, Bade and Settled
	Side   board.Color `json:"side,omitempty"`   // Took, MoverChosen and Claimed: as in the command
	Swap   bool        `json:"swap,omitempty"`   // Settled: the seats exchange colours
	Left   int         `json:"left,omitempty"`   // TookBack: number of undoable events that remain
	Ply    int         `json:"ply,omitempty"`    // TookBack: number of moves that remain
	Result string      `json:"result,omitempty"` // Ended: as written by game.Result.String
	Reason game.Reason `json:"reason,omitempty"` // Ended: if Result does not show it: both lose, aborted
	ID     string      `json:"id,omitempty"`     // the command's ID

	Credit time.Duration `json:"credit,omitempty"` // Played and Passed, in ns: lag excluded from thinking time
	Waited time.Duration `json:"waited,omitempty"` // Played and Passed by a bot, in ns: wait that is not thinking time
	For    time.Duration `json:"for,omitempty"`    // Suspended, Paused, TimeAdded, Claimed and Rested, in ns
	// Suspended, in ns: rest or weekends, when the clock stood still anyway
	Idle time.Duration `json:"idle,omitempty"`

	Pending []life.PendingRegion `json:"pending,omitempty"` // Proposed: where a move is worth points

	Settings *Settings `json:"settings,omitempty"` // Opened
}
