package play

// A Refusal is the reason for which a command was refused. Reasons of the rules
// are of type [game.Refusal]. The text is also a translation key.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The reasons for which a match refuses a command.
const (
	ErrNotSeated   Refusal = "not-seated"
	ErrNotYourTurn Refusal = "not-your-turn"
	ErrOver        Refusal = "game-over"
	ErrStale       Refusal = "stale" // the position has changed since After; of a store: another writer was first
	ErrNoSuchPoint Refusal = "no-such-point"
	ErrNothingDone Refusal = "nothing-to-undo"
	ErrNotAsked    Refusal = "undo-not-asked"
	ErrAsked       Refusal = "undo-asked"     // already
	ErrRated       Refusal = "undo-rated"     // nothing is taken back in a rated match against a bot
	ErrNotNow      Refusal = "wrong-phase"    // the command does not fit the phase
	ErrBadKomi     Refusal = "bad-komi"       // not a value that the settings allow
	ErrLowBid      Refusal = "low-bid"        // not above the highest bid
	ErrBidFirst    Refusal = "bid-first"      // there is no bid to yield to
	ErrImmortal    Refusal = "immortal"       // a chain with a rosette cannot be dead
	ErrNoChain     Refusal = "no-chain"       // no stone there
	ErrProposed    Refusal = "proposed"       // already, or the players have begun to mark
	ErrAgreed      Refusal = "agreed-already" // by the same player
	ErrKoBan       Refusal = "pass-for-ko"    // in a confirmation a ko is retaken only after a pass for it
	ErrNoKo        Refusal = "no-ko"          // no ko to pass for there
	ErrTimeLeft    Refusal = "time-left"
	ErrPaused      Refusal = "paused"   // no move is made in a pause
	ErrTooLate     Refusal = "too-late" // to abort the match
	ErrTooLong     Refusal = "too-long" // the player has made too many requests; see maxRequests
	ErrNoCommand   Refusal = "no-such-command"
	ErrBadID       Refusal = "bad-id"   // see [Command]
	ErrNoMatch     Refusal = "no-match" // no match has that name
	ErrTimeUp      Refusal = "time-up"  // the time of the player to move ran out before the command
	// ErrUnknownEvent is of a match with an event of a kind or version that this
	// program does not know, because a newer one wrote it.
	ErrUnknownEvent Refusal = "unknown-event"
	// ErrDamaged is of a match with an event that cannot be read or applied.
	ErrDamaged Refusal = "damaged"
	ErrTaken   Refusal = "taken" // a match has that name
)
