package lobby

import (
	"math"
	"time"

	"rosette/server/refusal"
)

// Refusals. The code of each is a key of the catalogue.
var (
	ErrOwn         = refusal.New(refusal.Conflict, "lobby.refused.own")       // nobody plays against himself
	ErrAccepted    = refusal.New(refusal.Conflict, "lobby.refused.accepted")  // by somebody else
	ErrWithdrawn   = refusal.New(refusal.Conflict, "lobby.refused.withdrawn") // by its maker
	ErrDeclined    = refusal.New(refusal.Conflict, "lobby.refused.declined")
	ErrExpired     = refusal.New(refusal.Conflict, "lobby.refused.expired")
	ErrNotAsked    = refusal.New(refusal.Forbidden, "lobby.refused.not-asked") // somebody else is
	ErrNotYours    = refusal.New(refusal.Forbidden, "lobby.refused.not-yours")
	ErrRating      = refusal.New(refusal.Forbidden, "lobby.refused.rating")      // outside the range
	ErrNoBots      = refusal.New(refusal.Forbidden, "lobby.refused.no-bots")     // a bot accepts a seek that is for persons
	ErrBotsPair    = refusal.New(refusal.Forbidden, "lobby.refused.bots-pair")   // a bot asks for quick pairing
	ErrBlocked     = refusal.New(refusal.Forbidden, "lobby.refused.blocked")     // one of the two blocks the other
	ErrOneBrowser  = refusal.New(refusal.Forbidden, "lobby.refused.one-browser") // both have signed in with one browser, and the game is rated
	ErrOneAddress  = refusal.New(refusal.Forbidden, "lobby.refused.one-address") // both are at one address, and the server rates no such games
	ErrEven        = refusal.New(refusal.Conflict, "lobby.refused.even")         // ratings decide the handicap, and it is given too
	ErrNoHandicap  = refusal.New(refusal.Conflict, "lobby.refused.no-handicap")  // by ratings, in games without ratings or handicap
	ErrUnrated     = refusal.New(refusal.Invalid, "lobby.refused.unrated")       // a range around a rating that its maker does not have
	ErrBadRange    = refusal.New(refusal.Invalid, "lobby.refused.bad-range")     // of a kind of offer that has none, or empty
	ErrNoKind      = refusal.New(refusal.Invalid, "lobby.refused.no-kind")
	ErrNobodyAsked = refusal.New(refusal.Invalid, "lobby.refused.nobody-asked") // by a challenge; or somebody by an offer to all
	ErrNoReason    = refusal.New(refusal.Invalid, "lobby.refused.no-reason")    // none of Reasons
	ErrTooMany     = refusal.New(refusal.TooMany, "lobby.refused.too-many")     // open offers of a person
	ErrNoOffer     = refusal.New(refusal.NotFound, "lobby.refused.no-offer")    // no offer has that id
	ErrNotOver     = refusal.New(refusal.Conflict, "lobby.refused.not-over")    // a rematch of a match that runs
	ErrNoGuest     = refusal.New(refusal.Forbidden, "lobby.refused.no-guest")   // only a guest hands over a session
	ErrHandedOver  = refusal.New(refusal.NotFound, "lobby.refused.handed-over") // the secret is used up or too old
	ErrNoPair      = refusal.New(refusal.Invalid, "lobby.refused.no-pair")      // no quick games of that board and speed
	ErrNoPerson    = refusal.New(refusal.Invalid, "lobby.refused.no-person")    // nobody has that name
	ErrNoOpponent  = refusal.New(refusal.Conflict, "lobby.refused.no-opponent") // a rematch of a match against oneself or the computer

	ErrNeedsAccount = refusal.New(refusal.Invalid, "rating.needs-account") // a guest asks for a rated game
	ErrNoMatch      = refusal.New(refusal.NotFound, "api.no-game")

	ErrNotPrivate = refusal.New(refusal.Conflict, "privacy.watch.open") // everybody may watch the match
	ErrNotPlayer  = refusal.New(refusal.Forbidden, "privacy.watch.players")
	ErrNoLink     = refusal.New(refusal.NotFound, "privacy.watch.used") // the secret of the link is used up or too old

	ErrTooManyGames    = refusal.New(refusal.TooMany, "api.too-many-games")
	ErrTooManyRequests = refusal.New(refusal.TooMany, "api.too-many-requests")
)

// gone has the refusals of answers to offers that are not open.
var gone = map[State]error{Accepted: ErrAccepted, Withdrawn: ErrWithdrawn, Declined: ErrDeclined, Expired: ErrExpired}

// InField returns a refusal of the content of a field of a request.
func InField(name string, e *refusal.Error) error {
	return &refusal.Error{Kind: refusal.Invalid, Code: e.Code, Fields: []refusal.Field{{Name: name, Code: e.Code}}}
}

// after returns a refusal with the time to wait.
func after(wait time.Duration, e *refusal.Error) error {
	out := e.With("n", int(math.Ceil(wait.Seconds())))
	out.Wait = wait
	return out
}

// conflicts reports whether an error is a refusal because of the state of an offer.
func conflicts(err error) bool {
	e := refusal.Of(err)
	return e != nil && e.Kind == refusal.Conflict
}
