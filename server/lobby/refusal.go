package lobby

// A Refusal is the reason for which an offer is not made or not answered. The text is
// also a key of the catalogue with "lobby.refused." before it.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The reasons for which something is refused.
const (
	ErrOwn         Refusal = "own"       // one plays somebody else
	ErrAccepted    Refusal = "accepted"  // by somebody else
	ErrWithdrawn   Refusal = "withdrawn" // by its maker
	ErrDeclined    Refusal = "declined"
	ErrExpired     Refusal = "expired"
	ErrNotAsked    Refusal = "not-asked" // somebody else is
	ErrNotYours    Refusal = "not-yours"
	ErrRating      Refusal = "rating"      // outside the range
	ErrNoBots      Refusal = "no-bots"     // a bot accepts a seek that is for persons
	ErrBotsPair    Refusal = "bots-pair"   // a bot asks for quick pairing
	ErrBlocked     Refusal = "blocked"     // one of the two blocks the other
	ErrOneBrowser  Refusal = "one-browser" // both have signed in with one browser, and the game is rated
	ErrOneAddress  Refusal = "one-address" // both are at one address, and the server rates no such games
	ErrEven        Refusal = "even"        // ratings decide the handicap, and it is given too
	ErrNoHandicap  Refusal = "no-handicap" // by ratings, in games without ratings or handicap
	ErrUnrated     Refusal = "unrated"     // a range around a rating that its maker does not have
	ErrBadRange    Refusal = "bad-range"   // of a kind of offer that has none, or empty
	ErrNoKind      Refusal = "no-kind"
	ErrNobodyAsked Refusal = "nobody-asked" // by a challenge; or somebody by an offer to all
	ErrNoReason    Refusal = "no-reason"    // none of Reasons
	ErrTooMany     Refusal = "too-many"     // open offers of a person
	ErrNoOffer     Refusal = "no-offer"     // no offer has that name
	ErrNotOver     Refusal = "not-over"     // a rematch of a match that runs
	ErrNoGuest     Refusal = "no-guest"     // who hands over a guest's session is none
	ErrHandedOver  Refusal = "handed-over"  // the secret is used up or too old
	ErrNoPair      Refusal = "no-pair"      // no quick games of that board and speed
	ErrNoPerson    Refusal = "no-person"    // nobody has that name
	ErrNoOpponent  Refusal = "no-opponent"  // a rematch of a match against oneself or the computer
)

// gone is why nobody may answer an offer that is no longer open.
var gone = map[State]error{Accepted: ErrAccepted, Withdrawn: ErrWithdrawn, Declined: ErrDeclined, Expired: ErrExpired}
