package lobby

import (
	"math"
	"time"

	"rosette/server/refusal"
)

// Refusals. Each code is a catalogue key.
var (
	ErrOwnOffer   = refusal.New(refusal.Conflict, "lobby.refused.own")       // the maker's own offer
	ErrAccepted   = refusal.New(refusal.Conflict, "lobby.refused.accepted")  // by somebody else
	ErrWithdrawn  = refusal.New(refusal.Conflict, "lobby.refused.withdrawn") // by the maker
	ErrDeclined   = refusal.New(refusal.Conflict, "lobby.refused.declined")
	ErrExpired    = refusal.New(refusal.Conflict, "lobby.refused.expired")
	ErrNotInvited = refusal.New(refusal.Forbidden, "lobby.refused.not-asked") // the offer is to somebody else
	ErrNotMaker   = refusal.New(refusal.Forbidden, "lobby.refused.not-yours")
	ErrRating     = refusal.New(refusal.Forbidden, "lobby.refused.rating") // outside the range
	// ErrNoBots: a bot accepts a seek that excludes bots.
	ErrNoBots   = refusal.New(refusal.Forbidden, "lobby.refused.no-bots")
	ErrBotsPair = refusal.New(refusal.Forbidden, "lobby.refused.bots-pair") // a bot requests quick pairing
	ErrBlocked  = refusal.New(refusal.Forbidden, "lobby.refused.blocked")   // one of the two blocks the other
	// ErrOneBrowser: the game is rated and both players use one browser.
	ErrOneBrowser = refusal.New(refusal.Forbidden, "lobby.refused.one-browser")
	// ErrOneAddress: the game is rated, both players are at one address, and the server does not rate
	// such games.
	ErrOneAddress = refusal.New(refusal.Forbidden, "lobby.refused.one-address")
	// ErrEven: both the ratings and the request set the handicap.
	ErrEven = refusal.New(refusal.Conflict, "lobby.refused.even")
	// ErrNoHandicap: ratings set the handicap in a game without ratings or handicap.
	ErrNoHandicap = refusal.New(refusal.Conflict, "lobby.refused.no-handicap")
	// ErrUnrated: the range is around the rating of an unrated maker.
	ErrUnrated = refusal.New(refusal.Invalid, "lobby.refused.unrated")
	// ErrBadRange: the range is empty, or the kind of offer cannot have one.
	ErrBadRange = refusal.New(refusal.Invalid, "lobby.refused.bad-range")
	ErrNoKind   = refusal.New(refusal.Invalid, "lobby.refused.no-kind")
	// ErrNoInvitee: a challenge names no person, or another kind of offer names one.
	ErrNoInvitee    = refusal.New(refusal.Invalid, "lobby.refused.nobody-asked")
	ErrNoReason     = refusal.New(refusal.Invalid, "lobby.refused.no-reason")    // not one of Reasons
	ErrTooMany      = refusal.New(refusal.TooMany, "lobby.refused.too-many")     // open offers for one person
	ErrNoOffer      = refusal.New(refusal.NotFound, "lobby.refused.no-offer")    // no offer with the ID
	ErrNotOver      = refusal.New(refusal.Conflict, "lobby.refused.not-over")    // the match is still running
	ErrNoGuest      = refusal.New(refusal.Forbidden, "lobby.refused.no-guest")   // only a guest can hand over a session
	ErrHandOverUsed = refusal.New(refusal.NotFound, "lobby.refused.handed-over") // the secret is used or expired
	// ErrNoPair: there is no quick game with this board and speed.
	ErrNoPair   = refusal.New(refusal.Invalid, "lobby.refused.no-pair")
	ErrNoPerson = refusal.New(refusal.Invalid, "lobby.refused.no-person") // no user with the name
	// ErrNoOpponent: the rematch would be against oneself or the computer.
	ErrNoOpponent = refusal.New(refusal.Conflict, "lobby.refused.no-opponent")

	ErrNeedsAccount = refusal.New(refusal.Invalid, "rating.needs-account") // a guest wants a rated game
	ErrNoMatch      = refusal.New(refusal.NotFound, "api.no-game")

	ErrNotPrivate = refusal.New(refusal.Conflict, "privacy.watch.open") // the match is not private
	ErrNotPlayer  = refusal.New(refusal.Forbidden, "privacy.watch.players")
	ErrNoLink     = refusal.New(refusal.NotFound, "privacy.watch.used") // the link's secret is used or expired

	ErrTooManyGames    = refusal.New(refusal.TooMany, "api.too-many-games")
	ErrTooManyRequests = refusal.New(refusal.TooMany, "api.too-many-requests")
)

// closedRefusals contains the refusals for answers to offers that are no longer open.
var closedRefusals = map[State]error{
	Accepted: ErrAccepted, Withdrawn: ErrWithdrawn, Declined: ErrDeclined, Expired: ErrExpired,
}

// InField returns a refusal for a field of a request.
func InField(name string, e *refusal.Error) error {
	return &refusal.Error{Kind: refusal.Invalid, Code: e.Code, Fields: []refusal.Field{{Name: name, Code: e.Code}}}
}

// after returns a refusal with the time to wait.
func after(wait time.Duration, e *refusal.Error) error {
	out := e.With("n", int(math.Ceil(wait.Seconds())))
	out.Wait = wait
	return out
}

// conflicts reports whether an error is a refusal because of an offer's state.
func conflicts(err error) bool {
	e := refusal.Of(err)
	return e != nil && e.Kind == refusal.Conflict
}
