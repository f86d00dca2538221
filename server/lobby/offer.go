// Package lobby implements offers of games between people: who makes one, for which
// game, who may accept it and until when. An offer has the id of the match that it
// becomes. Functions and the methods of offers take the time and random numbers as arguments,
// and a [Service] has them from its options.
package lobby

import (
	"math"
	"slices"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
)

// A Kind is how an offer finds an opponent.
type Kind string

// The kinds of offers.
const (
	Link      Kind = "link"      // whoever has the address may accept
	Seek      Kind = "seek"      // everybody sees it in the lobby
	Challenge Kind = "challenge" // to one person
	Rematch   Kind = "rematch"   // to the opponent of a match that is over
)

// A State is what has become of an offer.
type State string

// The states of offers. Only an open offer changes.
const (
	Open      State = "open"
	Accepted  State = "accepted" // it is a match, or about to be one
	Withdrawn State = "withdrawn"
	Declined  State = "declined"
	Expired   State = "expired" // nobody accepted in time; see [Offer.At]
)

// An Offer asks for an opponent in a game.
type Offer struct {
	ID    string    `json:"id"` // of the match that it becomes
	Kind  Kind      `json:"kind"`
	Maker play.Seat `json:"maker"`
	// GuestName is the name that the server has given to a guest who makes the offer, for
	// lists: the name of Maker, which the guest may have typed, is for the game alone.
	GuestName string `json:"guestName,omitempty"`

	To    string        `json:"to,omitempty"`    // the actor who may accept; empty if anybody may
	Asked play.Seat     `json:"asked,omitzero"`  // who that is, as far as it is known
	Color board.Color   `json:"color,omitempty"` // of the maker; Empty leaves it to chance
	Game  play.Settings `json:"game"`            // with the players once it is accepted, before that with their ranks at most
	Elo   Range         `json:"elo,omitzero"`    // of the opponent's rating
	Even  bool          `json:"even,omitempty"`  // the players' ratings decide the handicap, see [Offer.Level]
	Bot   bool          `json:"bot,omitempty"`   // its maker is a bot
	Bots  bool          `json:"bots,omitempty"`  // of a seek: bots may accept it too
	After string        `json:"after,omitempty"` // the match of which it is a rematch
	State State         `json:"state"`
	Why   string        `json:"why,omitempty"` // why it was declined, one of [Reasons]; may be empty

	// Present says that the offer ends when its maker has been gone for [Absence].
	Present bool `json:"present,omitempty"`
	// Browser is the key of the browser with which a rated game is offered, see
	// [account.BrowserKey]. It is removed when the offer is settled.
	Browser string    `json:"browser,omitempty"`
	Made    time.Time `json:"made"`
	Ends    time.Time `json:"ends"`  // when it expires as things stand; moves on while the maker of a Present offer is there
	Until   time.Time `json:"until"` // when it expires at the latest
}

// A Range is the ratings from Least to Most; 0 is no bound.
type Range struct {
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
}

// holds reports whether a rating is within the range. A rating of 0 is unknown and
// within the range without bounds only.
func (r Range) holds(rating int) bool {
	if r == (Range{}) {
		return true
	}
	return rating != 0 && rating >= r.Least && (r.Most == 0 || rating <= r.Most)
}

// Absence is for how long the maker of a Present offer may be gone.
const Absence = time.Minute

// life is how long offers last at most: those for a game that begins at once, and
// others, such as for a correspondence game.
var life = map[Kind]struct{ live, other time.Duration }{
	Link:      {7 * 24 * time.Hour, 30 * 24 * time.Hour},
	Seek:      {3 * time.Hour, 14 * 24 * time.Hour},
	Challenge: {24 * time.Hour, 7 * 24 * time.Hour},
	Rematch:   {time.Hour, 3 * 24 * time.Hour},
}

// Reasons are why a challenge or rematch may be declined. Each is a key of the
// catalogue with "lobby.why." before it.
var Reasons = []string{"later", "time", "board", "rules", "rated", "casual"}

// somebody stands for who accepts an offer: not its maker if the game is rated, which one
// person cannot play alone.
func (o Offer) somebody() play.Seat {
	if o.Game.Rated {
		return play.Seat{Kind: play.SeatUser, ID: "somebody"}
	}
	return o.Maker
}

// Make checks a new offer and opens it. Of o, Made, Ends, Until, Present and State are
// ignored; live says that the game is played without long breaks. A live seek is
// Present.
func Make(o Offer, live bool, now time.Time) (Offer, error) {
	lasts, ok := life[o.Kind]
	switch {
	case !ok:
		return Offer{}, ErrNoKind
	case (o.To != "") != (o.Kind == Challenge || o.Kind == Rematch):
		return Offer{}, ErrNobodyAsked
	case o.To == o.Maker.Actor():
		return Offer{}, ErrOwn
	case o.Kind != Seek && o.Elo != (Range{}), o.Elo.Least < 0, o.Elo.Most < 0, o.Elo.Most != 0 && o.Elo.Most < o.Elo.Least:
		return Offer{}, ErrBadRange
	}
	opened, err := play.Open(o.seated(o.somebody(), board.Black), now)
	if err != nil {
		return Offer{}, err
	}
	black, white := o.Game.Black, o.Game.White
	o.Game = *opened.Settings // as they are read back
	o.Game.Black, o.Game.White = black, white
	o.State, o.Made, o.Present = Open, now.Round(0).UTC(), live && o.Kind == Seek
	o.Until = o.Made.Add(lasts.other)
	if live {
		o.Until = o.Made.Add(lasts.live)
	}
	o.Ends = o.EndsIfSeen(now)
	return o, nil
}

// EndsIfSeen returns when the offer expires if its maker was there last at a time.
func (o Offer) EndsIfSeen(seen time.Time) time.Time {
	if at := seen.Round(0).UTC().Add(Absence); o.Present && at.Before(o.Until) {
		return at
	}
	return o.Until
}

// At returns the state of the offer at a time.
func (o Offer) At(now time.Time) State {
	if o.State == Open && !now.Before(o.Ends) {
		return Expired
	}
	return o.State
}

// A Person is who answers an offer.
type Person struct {
	Seat   play.Seat               // as whom
	Actors []string                // all that the person is
	Avoids []string                // actors whom the person blocks or who block the person
	Bot    bool                    // a program plays for the person
	Points map[rating.Pool]float64 // how the person stands where he has played
}

// Rating returns how the person stands in games such as a given one; 0 if that is not
// known.
func (p Person) Rating(s play.Settings) int {
	pool, _ := rating.PoolOf(s.Board, s.Clock.Speed())
	return int(math.Round(p.Points[pool]))
}

// Is reports whether an actor is the person.
func (p Person) Is(actor string) bool {
	return actor == p.Seat.Actor() || slices.Contains(p.Actors, actor)
}

// MayAccept returns nil if the person may accept the offer, and otherwise why not.
func (o Offer) MayAccept(p Person, now time.Time) error {
	switch {
	case p.Is(o.Maker.Actor()):
		return ErrOwn
	case o.At(now) != Open:
		return gone[o.At(now)]
	case o.To != "" && !p.Is(o.To):
		return ErrNotAsked
	case slices.Contains(p.Avoids, o.Maker.Actor()):
		return ErrBlocked
	case p.Bot && o.Kind == Seek && !o.Bots && !o.Bot:
		return ErrNoBots
	case !o.Elo.holds(p.Rating(o.Game)):
		return ErrRating
	}
	return nil
}

// Accept returns the offer as the person accepts it; its Game then has both players.
// Coin is the maker's colour where that is left to chance. Who has accepted it before
// gets it once more.
func (o Offer) Accept(p Person, coin board.Color, now time.Time) (Offer, error) {
	if o.State == Accepted && (p.Is(o.Game.Black.Actor()) || p.Is(o.Game.White.Actor())) && !p.Is(o.Maker.Actor()) {
		return o, nil
	}
	if err := o.MayAccept(p, now); err != nil {
		return o, err
	}
	o.Game = o.seated(p.Seat, coin)
	o.State, o.Browser = Accepted, ""
	return o, nil
}

// seated returns the settings with the maker and an opponent on their seats, who keep
// the ranks of the colours.
func (o Offer) seated(opponent play.Seat, coin board.Color) play.Settings {
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

// Withdraw returns the offer as its maker withdraws it.
func (o Offer) Withdraw(p Person, now time.Time) (Offer, error) {
	switch {
	case !p.Is(o.Maker.Actor()):
		return o, ErrNotYours
	case o.At(now) != Open:
		return o, gone[o.At(now)]
	}
	o.State, o.Browser = Withdrawn, ""
	return o, nil
}

// Decline returns the offer as the person who is asked declines it, for one of
// [Reasons] or none.
func (o Offer) Decline(p Person, why string, now time.Time) (Offer, error) {
	switch {
	case o.To == "" || !p.Is(o.To):
		return o, ErrNotAsked
	case o.At(now) != Open:
		return o, gone[o.At(now)]
	case why != "" && !slices.Contains(Reasons, why):
		return o, ErrNoReason
	}
	o.State, o.Why, o.Browser = Declined, why, ""
	return o, nil
}
