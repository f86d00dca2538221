// Package lobby implements game offers between people: their makers, games and time limits, and the
// conditions for accepting them. The match for an offer has the offer's ID. Functions and the
// methods of [Offer] take the time and random values as arguments. A [Service] gets them from its
// options.
package lobby

import (
	"math"
	"slices"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
)

// A Kind is a way of finding an opponent.
type Kind string

// The kinds of offers.
const (
	Link      Kind = "link"      // anyone with the address may accept
	Seek      Kind = "seek"      // listed in the lobby
	Challenge Kind = "challenge" // to one person
	Rematch   Kind = "rematch"   // to the opponent from an ended match
)

// A State is the state of an offer.
type State string

// The states of offers. Only an open offer can change.
const (
	Open      State = "open"
	Accepted  State = "accepted" // its match exists or is about to be opened
	Withdrawn State = "withdrawn"
	Declined  State = "declined"
	Expired   State = "expired" // not accepted in time; see [Offer.At]
)

// An Offer is an offer to play a game.
type Offer struct {
	ID    string    `json:"id"` // also the ID of its match
	Kind  Kind      `json:"kind"`
	Maker play.Seat `json:"maker"`
	// GuestName is the generated name of a guest who makes the offer, for lists. The name in Maker,
	// which the guest may have typed, is for the game only.
	GuestName string `json:"guestName,omitempty"`

	// GuestSeat is the name that the maker has typed for a guest who accepts the link. It is for the
	// game only.
	GuestSeat string `json:"guestSeat,omitempty"`

	To      string      `json:"to,omitempty"`    // the invited actor, or empty if anybody may accept
	Invitee play.Seat   `json:"asked,omitzero"`  // the seat for To, as far as known
	Color   board.Color `json:"color,omitempty"` // the maker's colour, or Empty for a random one
	// Game contains the players only after acceptance. Before that it contains at most their
	// ranks.
	Game  play.Settings `json:"game"`
	Elo   Range         `json:"elo,omitzero"`    // the range of the opponent's rating
	Even  bool          `json:"even,omitempty"`  // the players' ratings decide the handicap, see [Offer.Level]
	Bot   bool          `json:"bot,omitempty"`   // the maker is a bot
	Bots  bool          `json:"bots,omitempty"`  // for a seek: bots may accept it too
	After string        `json:"after,omitempty"` // the previous match, for a rematch
	State State         `json:"state"`
	Why   string        `json:"why,omitempty"` // reason for declining, one of [Reasons] or empty

	// Present means that the offer expires when its maker has been absent for [Absence].
	Present bool `json:"present,omitempty"`
	// Browser is the key for the maker's browser if the game is rated, see [account.BrowserKey]. It
	// is removed when the offer is settled.
	Browser string    `json:"browser,omitempty"`
	Made    time.Time `json:"made"`
	Ends    time.Time `json:"ends"`  // current expiry time; a present maker moves it forward if Present is set
	Until   time.Time `json:"until"` // latest expiry time
}

// A Range is the ratings from Least to Most. 0 means no bound.
type Range struct {
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
}

// holds reports whether a rating is within the range. A rating of 0 is unknown and only matches a
// range without bounds.
func (r Range) holds(rating int) bool {
	if r == (Range{}) {
		return true
	}
	return rating != 0 && rating >= r.Least && (r.Most == 0 || rating <= r.Most)
}

// Absence is the time after which a Present offer expires without its maker.
const Absence = time.Minute

// life contains the maximum life for each kind of offer: for live games, and for others such as
// correspondence games.
var life = map[Kind]struct{ live, other time.Duration }{
	Link:      {7 * 24 * time.Hour, 30 * 24 * time.Hour},
	Seek:      {3 * time.Hour, 14 * 24 * time.Hour},
	Challenge: {24 * time.Hour, 7 * 24 * time.Hour},
	Rematch:   {time.Hour, 3 * 24 * time.Hour},
}

// Reasons lists the reasons for declining a challenge or rematch. Each is a catalogue key after the
// prefix "lobby.why.".
var Reasons = []string{"later", "time", "board", "rules", "rated", "casual"}

// placeholderOpponent returns a placeholder for the opponent. In a rated game it differs from the maker,
// because nobody can play both sides of a rated game.
func (o Offer) placeholderOpponent() play.Seat {
	if o.Game.Rated {
		return play.Seat{Kind: play.SeatUser, ID: "somebody"}
	}
	return o.Maker
}

// Make checks a new offer and opens it. It ignores the fields Made, Ends, Until, Present and State.
// live means that the game is played in one sitting. A live seek gets Present.
func Make(o Offer, live bool, now time.Time) (Offer, error) {
	lasts, ok := life[o.Kind]
	switch {
	case !ok:
		return Offer{}, ErrNoKind
	case (o.To != "") != (o.Kind == Challenge || o.Kind == Rematch):
		return Offer{}, ErrNoInvitee
	case o.To == o.Maker.Actor():
		return Offer{}, ErrOwnOffer
	case o.Kind != Seek && o.Elo != (Range{}), o.Elo.Least < 0, o.Elo.Most < 0, o.Elo.Most != 0 &&
		o.Elo.Most < o.Elo.Least:
		return Offer{}, ErrBadRange
	}
	opened, err := play.Open(o.withPlayers(o.placeholderOpponent(), board.Black), now)
	if err != nil {
		return Offer{}, err
	}
	black, white := o.Game.Black, o.Game.White
	o.Game = *opened.Settings // normalized by the match
	o.Game.Black, o.Game.White = black, white
	o.State = Open
	o.Made = now.Round(0).UTC()
	o.Present = live && o.Kind == Seek
	o.Until = o.Made.Add(lasts.other)
	if live {
		o.Until = o.Made.Add(lasts.live)
	}
	o.Ends = o.EndsIfPresent(now)
	return o, nil
}

// EndsIfPresent returns the expiry time if the maker was last present at seen.
func (o Offer) EndsIfPresent(seen time.Time) time.Time {
	if at := seen.Round(0).UTC().Add(Absence); o.Present && at.Before(o.Until) {
		return at
	}
	return o.Until
}

// At returns the offer's state at a time.
func (o Offer) At(now time.Time) State {
	if o.State == Open && !now.Before(o.Ends) {
		return Expired
	}
	return o.State
}

// A Person answers an offer.
type Person struct {
	Seat   play.Seat               // the seat to play in
	Actors []string                // all of the person's actors
	Avoids []string                // actors who block the person or are blocked by the person
	Bot    bool                    // a bot account
	Points map[rating.Pool]float64 // ratings in the pools with games
}

// Rating returns the person's rating in the pool for settings s, or 0 if unknown.
func (p Person) Rating(s play.Settings) int {
	pool, _ := rating.PoolOf(s.Board, s.Clock.Speed())
	return int(math.Round(p.Points[pool]))
}

// Is reports whether an actor is one of the person's.
func (p Person) Is(actor string) bool {
	return actor == p.Seat.Actor() || slices.Contains(p.Actors, actor)
}

// MayAccept returns nil if the person may accept the offer, and a refusal otherwise.
func (o Offer) MayAccept(p Person, now time.Time) error {
	switch {
	case p.Is(o.Maker.Actor()):
		return ErrOwnOffer
	case o.At(now) != Open:
		return closedRefusals[o.At(now)]
	case o.To != "" && !p.Is(o.To):
		return ErrNotInvited
	case slices.Contains(p.Avoids, o.Maker.Actor()):
		return ErrBlocked
	case p.Bot && o.Kind == Seek && !o.Bots && !o.Bot:
		return ErrNoBots
	case !o.Elo.holds(p.Rating(o.Game)):
		return ErrRating
	}
	return nil
}

// Accept returns the offer accepted by the person, with both players in its Game. coin is the
// maker's colour if the offer leaves it open. A repeated call for the same person returns the offer
// again.
func (o Offer) Accept(p Person, coin board.Color, now time.Time) (Offer, error) {
	if o.State == Accepted && (p.Is(o.Game.Black.Actor()) || p.Is(o.Game.White.Actor())) && !p.Is(o.Maker.Actor()) {
		return o, nil
	}
	if err := o.MayAccept(p, now); err != nil {
		return o, err
	}
	o.Game = o.withPlayers(p.Seat, coin)
	o.State, o.Browser = Accepted, ""
	return o, nil
}

// withPlayers returns the settings with the maker and an opponent in their seats. Each colour keeps its
// rank.
func (o Offer) withPlayers(opponent play.Seat, coin board.Color) play.Settings {
	color := o.Color
	if color == board.Empty {
		color = coin
	}
	s := o.Game
	black, white := o.Maker, opponent
	if color == board.White {
		black, white = white, black
	}
	black.Rank, white.Rank = s.Black.Rank, s.White.Rank
	s.Black, s.White = black, white
	return s
}

// Withdraw returns the offer withdrawn by its maker.
func (o Offer) Withdraw(p Person, now time.Time) (Offer, error) {
	switch {
	case !p.Is(o.Maker.Actor()):
		return o, ErrNotMaker
	case o.At(now) != Open:
		return o, closedRefusals[o.At(now)]
	}
	o.State, o.Browser = Withdrawn, ""
	return o, nil
}

// NameGuest returns the link with a name for a guest who accepts, typed by its maker.
func (o Offer) NameGuest(p Person, name string, now time.Time) (Offer, error) {
	switch {
	case !p.Is(o.Maker.Actor()):
		return o, ErrNotMaker
	case o.At(now) != Open:
		return o, closedRefusals[o.At(now)]
	case o.Kind != Link:
		return o, ErrNoKind
	}
	o.GuestSeat = name
	return o, nil
}

// Decline returns the offer declined by the invited person. why is one of [Reasons] or "".
func (o Offer) Decline(p Person, why string, now time.Time) (Offer, error) {
	switch {
	case o.To == "" || !p.Is(o.To):
		return o, ErrNotInvited
	case o.At(now) != Open:
		return o, closedRefusals[o.At(now)]
	case why != "" && !slices.Contains(Reasons, why):
		return o, ErrNoReason
	}
	o.State = Declined
	o.Why = why
	o.Browser = ""
	return o, nil
}
