package play

// A Refusal is the reason why a command was refused. Reasons from the rules have type
// [game.Refusal]. The text is also a translation key.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// Reasons why a match refuses a command.
const (
	ErrNotSeated   Refusal = "not-seated"
	ErrNotYourTurn Refusal = "not-your-turn"
	ErrOver        Refusal = "game-over"
	ErrStale       Refusal = "stale" // the position has changed since After; from a store: another writer was first
	ErrNoSuchPoint Refusal = "no-such-point"
	ErrNothingDone Refusal = "nothing-to-undo"
	ErrNotAsked    Refusal = "undo-not-asked"
	ErrAsked       Refusal = "undo-asked"     // already
	ErrRated       Refusal = "undo-rated"     // no undo in a rated match against a bot
	ErrNotNow      Refusal = "wrong-phase"    // the command does not fit the phase
	ErrBadKomi     Refusal = "bad-komi"       // not a value allowed by the settings
	ErrLowBid      Refusal = "low-bid"        // not above the highest bid
	ErrBidFirst    Refusal = "bid-first"      // there is no bid to yield to
	ErrImmortal    Refusal = "immortal"       // a chain with a rosette cannot die
	ErrNoChain     Refusal = "no-chain"       // no stone there
	ErrProposed    Refusal = "proposed"       // already, or the players have begun to mark
	ErrAgreed      Refusal = "agreed-already" // already, by the same player
	ErrKoBan       Refusal = "pass-for-ko"    // in a confirmation a ko is retaken only after a pass for it
	ErrNoKo        Refusal = "no-ko"          // no ko to pass for there
	ErrTimeLeft    Refusal = "time-left"
	ErrPaused      Refusal = "paused"   // no moves during a pause
	ErrTooLate     Refusal = "too-late" // to abort the match
	ErrTooLong     Refusal = "too-long" // the player has made too many requests, see maxRequests
	ErrNoCommand   Refusal = "no-such-command"
	ErrBadID       Refusal = "bad-id"   // see [Command]
	ErrNoMatch     Refusal = "no-match" // there is no match with that name
	ErrTimeUp      Refusal = "time-up"  // the player to move ran out of time before the command
	// ErrUnknownEvent is returned for a match with an event of a kind or version that this program
	// does not know, because a newer one wrote it.
	ErrUnknownEvent Refusal = "unknown-event"
	// ErrDamaged is returned for a match with an event that cannot be read or applied.
	ErrDamaged Refusal = "damaged"
	ErrTaken   Refusal = "taken" // there is already a match with that name
)
