package lobby

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
)

// A Store stores offers. Lists have the oldest offer first, and an offer is open in them until
// it ends.
type Store interface {
	// Make stores a new offer. It returns [ErrTooMany] if its maker has most open ones.
	Make(ctx context.Context, o Offer, most int) error

	// Offer returns an offer. It returns [ErrNoOffer] if there is none.
	Offer(ctx context.Context, id string) (Offer, error)

	// Settle stores an offer that is no longer open. It returns [ErrNoOffer] if the stored offer
	// is not open.
	Settle(ctx context.Context, o Offer) error

	// Seeks returns up to limit open seeks.
	Seeks(ctx context.Context, now time.Time, limit int) ([]Offer, error)

	// Of returns the open offers that an actor has made or is asked in.
	Of(ctx context.Context, actor string, now time.Time) ([]Offer, error)

	// Rematches returns all offers of a rematch of a match.
	Rematches(ctx context.Context, match string) ([]Offer, error)

	// Seen extends the seeks of an actor who was present at a time.
	Seen(ctx context.Context, actor string, now time.Time) error

	// Sweep deletes the offers that ended before a time.
	Sweep(ctx context.Context, before time.Time) error
}

// Ratings are the ratings of players.
type Ratings interface {
	Of(ctx context.Context, actor string) ([]rating.Standing, error)
	Weight(ctx context.Context, pool rating.Pool, a, b string, oneAddress bool, ended time.Time) (float64, error)
}

// Accounts are the users, the guests and their sessions.
type Accounts interface {
	// Begin begins a session and returns its key.
	Begin(ctx context.Context, actor string, device account.Device) (key string, err error)

	// GuestName returns the name that the server has given to a guest.
	GuestName(ctx context.Context, actor string) (string, error)

	// Named returns the user with a name. It returns [account.ErrNoUser] if there is none.
	Named(ctx context.Context, name string) (account.User, error)

	// Avoided returns the actors who block an actor or whom the actor blocks.
	Avoided(ctx context.Context, actor string) ([]string, error)

	// HasBrowser reports whether an actor is a user who has signed in with the browser of a
	// key, see [account.BrowserKey].
	HasBrowser(ctx context.Context, actor, key string) (bool, error)

	HandOver(ctx context.Context, actor string) (secret string, err error)
	HandedOver(ctx context.Context, secret string) (actor string, err error) // "" for a wrong secret
	TakeOver(ctx context.Context, secret string) (actor string, err error)   // as HandedOver, once

	InviteWatcher(ctx context.Context, match string) (secret string, err error)
	Invited(ctx context.Context, secret string) (match string, err error)      // "" for a wrong secret
	Watch(ctx context.Context, secret, actor string) (match string, err error) // as Invited, once
}

// Matches are the matches that offers become.
type Matches interface {
	// Open opens a match. It returns [play.ErrTaken] if there is one with the id.
	Open(ctx context.Context, id string, s play.Settings) error

	// Read calls look with a match. It returns [play.ErrNoMatch] if there is none.
	Read(ctx context.Context, id string, look func(*play.Match)) error

	// Look is Read for a visitor. It refuses visitors who may not read the match.
	Look(ctx context.Context, v account.Visitor, id string, look func(*play.Match)) error

	// MayRead refuses visitors who may not read a match with some settings.
	MayRead(ctx context.Context, v account.Visitor, id string, s play.Settings) error

	// Usual returns the settings of a match on a board with a time control: all else is as the
	// rules of the board have it.
	Usual(board, control string) (play.Settings, error)

	// PersonName returns a name that a visitor types for a seat in its normal form. It
	// refuses a name that the visitor may not use.
	PersonName(ctx context.Context, v account.Visitor, field, name string) (string, error)

	// RankIn returns the rank of a player in matches with some settings, "" if there is none.
	RankIn(ctx context.Context, s play.Settings, seat play.Seat) (string, error)

	// OneAddress reports whether a user who sends a request is at an address of another one.
	OneAddress(here, other string) bool
}

// A Publisher sends changes to open pages.
type Publisher interface {
	// Offer publishes an offer that is new or whose state has changed. If local is true, the
	// other processes find the change by themselves.
	Offer(o Offer, now time.Time, local bool)
}

// A Limiter bounds how often an address may do something.
type Limiter interface {
	Take(address string) (wait time.Duration, ok bool)
}

// Options are what a Service needs. All must be set.
type Options struct {
	Store     Store
	Accounts  Accounts
	Ratings   Ratings
	Matches   Matches
	Publisher Publisher
	Limit     Limiter  // of offers and links
	Most      int      // open offers of a person
	Boards    []string // of the server

	// NotOneAddress refuses rated games between players at one address.
	NotOneAddress bool

	// Asked is called with a new offer to one person.
	Asked func(ctx context.Context, o Offer) error

	// KeepAddress stores the address of an actor for [Matches.OneAddress].
	KeepAddress func(actor account.Actor, address string)

	// Failed is called with the errors of work for which no client waits.
	Failed func(err error)

	Coin func() board.Color // a random colour
	Seed func() uint64      // a random seed
	Now  func() time.Time
}

// MostOffers is the usual number of open offers that a person may have.
const MostOffers = 10

// A Service makes offers, answers them, and opens the matches that they become. Run it.
type Service struct {
	Options
	swept time.Time // when old offers were deleted

	mu      sync.Mutex
	seekers map[account.Actor]time.Time // makers of open seeks, and when they were present last
	listed  map[string]Offer            // the open seeks that were published
}

// New returns a service.
func New(o Options) *Service {
	return &Service{Options: o, seekers: map[account.Actor]time.Time{}, listed: map[string]Offer{}}
}

// A Client is the sender of a request.
type Client struct {
	account.Visitor
	Address string // as limits count it
	Browser string // secret of the browser, or ""
}

// nobody stands for a guest before there is one.
const nobody = "guest/00000000000000000000000000000000"

// idForm is the form of the ids of offers and matches.
var idForm = regexp.MustCompile(`^[a-z2-7]{26}$`)

// person returns a visitor as a player, with a name for a guest. It has no actors if the
// visitor is unknown.
func (s *Service) person(ctx context.Context, v account.Visitor, name string) (p Person, err error) {
	p.Actors = v.OwnActors()
	actor := string(v.Actor)
	if v.User.ID == "" {
		if actor != "" {
			p.Seat, err = s.guestSeat(ctx, actor, name)
		}
		return p, err
	}
	p.Seat, p.Bot = seatOf(actor, v.User.Name), v.User.Bot
	if p.Points, err = s.points(ctx, actor); err != nil {
		return p, err
	}
	p.Avoids, err = s.Accounts.Avoided(ctx, actor)
	return p, err
}

// points returns the ratings of an actor.
func (s *Service) points(ctx context.Context, actor string) (map[rating.Pool]float64, error) {
	all, err := s.Ratings.Of(ctx, actor)
	points := map[rating.Pool]float64{}
	for _, one := range all {
		points[one.Pool] = one.Points
	}
	return points, err
}

// typedName returns the name that a client has typed in its normal form, "" for a user or if
// there is none.
func (s *Service) typedName(ctx context.Context, c Client, name string) (string, error) {
	if c.User.ID != "" {
		return "", nil
	}
	return s.Matches.PersonName(ctx, c.Visitor, "name", name)
}

// admit makes a guest of an unknown client. It returns the key of the new session, "" for
// others.
func (s *Service) admit(ctx context.Context, c Client, p *Person, name string) (session string, err error) {
	if len(p.Actors) == 0 {
		actor := account.NewGuest()
		if session, err = s.Accounts.Begin(ctx, actor, ""); err != nil {
			return "", err
		}
		p.Actors = []string{actor}
		if p.Seat, err = s.guestSeat(ctx, actor, name); err != nil {
			return "", err
		}
	}
	s.KeepAddress(account.Actor(p.Seat.Actor()), c.Address)
	return session, nil
}

// seatOf returns a seat of an actor.
func seatOf(actor, name string) play.Seat {
	kind, id, _ := strings.Cut(actor, "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: name}
}

// guestSeat returns a seat of a guest, with the name that the server has given if the guest has
// typed none.
func (s *Service) guestSeat(ctx context.Context, actor, name string) (seat play.Seat, err error) {
	if name == "" {
		name, err = s.Accounts.GuestName(ctx, actor)
	}
	return seatOf(actor, name), err
}
