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

// A Store stores offers. Lists are sorted oldest first, and their open offers exclude expired ones.
type Store interface {
	// Make stores a new offer. It returns [ErrTooMany] if the maker already has most open offers.
	Make(ctx context.Context, o Offer, most int) error

	// Offer returns an offer, or [ErrNoOffer] if it does not exist.
	Offer(ctx context.Context, id string) (Offer, error)

	// Settle stores an offer that is no longer open. It returns [ErrNoOffer] if the stored offer is
	// not open.
	Settle(ctx context.Context, o Offer) error

	// Seeks returns up to limit open seeks.
	Seeks(ctx context.Context, now time.Time, limit int) ([]Offer, error)

	// Of returns the open offers by an actor and to it.
	Of(ctx context.Context, actor string, now time.Time) ([]Offer, error)

	// Rematches returns all offers for a rematch of a match.
	Rematches(ctx context.Context, match string) ([]Offer, error)

	// ExtendSeeks extends the seeks of an actor who was present at now.
	ExtendSeeks(ctx context.Context, actor string, now time.Time) error

	// Sweep deletes offers that ended before a time.
	Sweep(ctx context.Context, before time.Time) error
}

// Ratings provides players' ratings.
type Ratings interface {
	Of(ctx context.Context, actor string) ([]rating.Standing, error)
	Weight(ctx context.Context, pool rating.Pool, a, b string, oneAddress bool, ended time.Time) (float64, error)
}

// Accounts provides users, guests and their sessions.
type Accounts interface {
	// Begin starts a session and returns its key.
	Begin(ctx context.Context, actor string, device account.Device) (key string, err error)

	// GuestName returns a guest's generated name.
	GuestName(ctx context.Context, actor string) (string, error)

	// UserByName returns the user with a name, or [account.ErrNoUser] if there is no such user.
	UserByName(ctx context.Context, name string) (account.User, error)

	// BlockedOrBlocking returns the actors who block the actor or are blocked by it.
	BlockedOrBlocking(ctx context.Context, actor string) ([]string, error)

	// HasBrowser reports whether the actor is a user who has signed in with the browser for a key,
	// see [account.BrowserKey].
	HasBrowser(ctx context.Context, actor, key string) (bool, error)

	HandOver(ctx context.Context, actor string) (secret string, err error)
	HandOverActor(ctx context.Context, secret string) (actor string, err error) // "" for a wrong secret
	TakeOver(ctx context.Context, secret string) (actor string, err error)      // like HandOverActor, but only once

	InviteWatcher(ctx context.Context, match string) (secret string, err error)
	InvitedMatch(ctx context.Context, secret string) (match string, err error) // "" for a wrong secret
	Watch(ctx context.Context, secret, actor string) (match string, err error) // like InvitedMatch, but only once
}

// Matches provides matches.
type Matches interface {
	// Open opens a match. It returns [play.ErrTaken] if the ID is in use.
	Open(ctx context.Context, id string, s play.Settings) error

	// Read calls look with a match. It returns [play.ErrNoMatch] if the match does not exist.
	Read(ctx context.Context, id string, look func(*play.Match)) error

	// Look is like Read, but refuses visitors who may not read the match.
	View(ctx context.Context, v account.Visitor, id string, look func(*play.Match)) error

	// MayRead refuses visitors who may not read a match with the given settings.
	MayRead(ctx context.Context, v account.Visitor, id string, s play.Settings) error

	// Usual returns the board's default settings with a time control.
	Usual(board, control string) (play.Settings, error)

	// PersonName normalizes a name that a visitor typed for a seat. It refuses names that the
	// visitor may not use.
	PersonName(ctx context.Context, v account.Visitor, field, name string) (string, error)

	// RankIn returns a player's rank in matches with the given settings, or "" if the player has
	// none.
	RankIn(ctx context.Context, s play.Settings, seat play.Seat) (string, error)

	// LevelNear returns the computer's level with the rating nearest to points in matches with the
	// given settings, or "" if no level has a rating there.
	LevelNear(s play.Settings, points float64) string

	// OpenWithComputer opens a match with the given settings between a person and the computer. It is
	// unrated if the level has no rating in such matches. Empty is a random colour.
	OpenWithComputer(
		ctx context.Context, person play.Seat, color board.Color, s play.Settings, level string,
	) (id string, err error)

	// OneAddress reports whether the user here, who sends the request, shares an address with
	// other.
	OneAddress(here, other string) bool
}

// A Publisher sends changes to open pages.
type Publisher interface {
	// Offer publishes an offer that is new or has changed its state. local means that other
	// processes find the change on their own.
	Offer(o Offer, now time.Time, local bool)
}

// A Limiter limits how often an address may do something.
type Limiter interface {
	Take(address string) (wait time.Duration, ok bool)
}

// Options configure a Service. All fields are required.
type Options struct {
	Store     Store
	Accounts  Accounts
	Ratings   Ratings
	Matches   Matches
	Publisher Publisher
	Limit     Limiter  // for offers and links
	Most      int      // maximum number of open offers per person
	Boards    []string // the server's boards

	// NotOneAddress refuses rated games between players at one address.
	NotOneAddress bool

	// OnChallenge is called with each new offer to one person.
	OnChallenge func(ctx context.Context, o Offer) error

	// KeepAddress stores an actor's address for [Matches.OneAddress].
	KeepAddress func(actor account.Actor, address string)

	// OnError is called with errors from background work.
	OnError func(err error)

	Coin func() board.Color // returns a random colour
	Seed func() uint64      // returns a random seed
	Now  func() time.Time
}

// MostOffers is the default for the maximum number of open offers per person.
const MostOffers = 10

// A Service makes and answers offers and opens their matches. Call Run.
type Service struct {
	Options
	swept time.Time // last deletion of old offers

	mu        sync.Mutex
	seekers   map[account.Actor]time.Time // when the makers of open seeks were last present
	published map[string]Offer            // published open seeks
}

// New returns a service.
func New(o Options) *Service {
	return &Service{Options: o, seekers: map[account.Actor]time.Time{}, published: map[string]Offer{}}
}

// placeholderGuest is a placeholder for a guest not yet created.
const placeholderGuest = "guest/00000000000000000000000000000000"

// idForm matches IDs of offers and matches.
var idForm = regexp.MustCompile(`^[a-z2-7]{26}$`)

// person returns a visitor as a player. name is for a guest. An unknown visitor has no actors.
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
	p.Avoids, err = s.Accounts.BlockedOrBlocking(ctx, actor)
	return p, err
}

// points returns an actor's ratings.
func (s *Service) points(ctx context.Context, actor string) (map[rating.Pool]float64, error) {
	all, err := s.Ratings.Of(ctx, actor)
	points := map[rating.Pool]float64{}
	for _, one := range all {
		points[one.Pool] = one.Points
	}
	return points, err
}

// typedName normalizes the name that a client typed. It returns "" for a user or without a name.
func (s *Service) typedName(ctx context.Context, c account.Client, name string) (string, error) {
	if c.User.ID != "" {
		return "", nil
	}
	return s.Matches.PersonName(ctx, c.Visitor, "name", name)
}

// GuestName returns the name that the server gave to the visitor, or "" for a user or a visitor
// without a name.
func (s *Service) GuestName(ctx context.Context, v account.Visitor) (string, error) {
	if _, guest := account.GuestID(string(v.Actor)); !guest {
		return "", nil
	}
	return s.Accounts.GuestName(ctx, string(v.Actor))
}

// admit makes an unknown client a guest. It returns the new session's key, or "" for a known
// client.
func (s *Service) admit(ctx context.Context, c account.Client, p *Person, name string) (session string, err error) {
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

// seatOf returns a seat for an actor.
func seatOf(actor, name string) play.Seat {
	kind, id, _ := strings.Cut(actor, "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: name}
}

// guestSeat returns a seat for a guest, with the generated name if name is empty.
func (s *Service) guestSeat(ctx context.Context, actor, name string) (seat play.Seat, err error) {
	if name == "" {
		name, err = s.Accounts.GuestName(ctx, actor)
	}
	return seatOf(actor, name), err
}
