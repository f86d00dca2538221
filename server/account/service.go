package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Service implements the rules and limits for accounts. Store, Hasher and Now must be set.
// Methods with a [Client] or a [Visitor] carry out its requests and check permissions. An error
// that the client can correct is a [refusal.Error].
type Service struct {
	Store  Store
	Hasher *Hasher
	Now    func() time.Time

	Limits Limits
	Mail   Mail // sends letters; nil if the server sends none

	// CheckPublish returns a refusal if a visitor may not publish a text. If it is nil, every
	// visitor may.
	CheckPublish func(ctx context.Context, v Visitor, t Text) error

	// HasPlayed reports whether an actor has a game, finished or in progress. If it is nil, no
	// actor has.
	HasPlayed func(ctx context.Context, actor string) (bool, error)

	// LogEvent is called with each event. It may be nil.
	LogEvent func(ctx context.Context, e Event)

	// OnMailError is called if the letter about a change cannot be sent. It may be nil.
	OnMailError func(ctx context.Context, err error)

	// OnSessionsEnded is called when sessions or tokens of an actor have ended. It must not block, and
	// may be nil.
	OnSessionsEnded func(actor string)

	// OnBlocksChanged is called when a user's list of blocked users has changed. It must not block,
	// and may be nil.
	OnBlocksChanged func(actor string)
}

// NewService returns a service that hashes passwords at the usual cost. Hashing is unlimited until
// the Hasher has a budget.
func NewService(store Store, now func() time.Time) *Service {
	return &Service{Store: store, Hasher: &Hasher{Cost: UsualCost}, Now: now}
}

// On returns a copy that uses store, another view of the same accounts.
func (s *Service) On(store Store) *Service {
	other := *s
	other.Store = store
	return &other
}

// A Registration is the data for a new account.
type Registration struct {
	Name, Password string
	Language       string
	Role           Role
}

// Register creates an account.
func (s *Service) Register(ctx context.Context, wanted Registration) (User, error) {
	name, err := CheckName(wanted.Name)
	if err != nil {
		return User{}, err
	}
	u := User{ID: NewKey(), Key: Key(name), Created: s.Now(), Details: Details{
		Name: name, Role: wanted.Role, Passkey: []byte(NewKey()), Profile: Profile{Language: wanted.Language},
	}}
	if u.Password, err = s.hash(ctx, wanted.Password, name); err != nil {
		return User{}, err
	}
	if err := s.Store.Create(ctx, u); errors.Is(err, ErrTaken) {
		return User{}, nameTaken(name)
	} else if err != nil {
		return User{}, err
	}
	return u, nil
}

// hash checks a password and returns its stored form.
func (s *Service) hash(ctx context.Context, password, name string) (string, error) {
	password, err := CheckPassword(password, name)
	if err != nil {
		return "", err
	}
	return s.Hasher.Hash(ctx, password)
}

// userByTypedName returns the user for a typed name, or the zero User if there is none.
func (s *Service) userByTypedName(ctx context.Context, name string) (User, error) {
	u, err := s.UserByName(ctx, strings.TrimSpace(name))
	if errors.Is(err, ErrNoUser) {
		return User{}, nil
	}
	return u, err
}

// UserByName returns the user with a name and an open account, or [ErrNoUser].
func (s *Service) UserByName(ctx context.Context, name string) (User, error) {
	u, err := s.Store.UserByKey(ctx, Key(name))
	if err == nil && !u.Open() {
		return User{}, ErrNoUser
	}
	return u, err
}

// Search returns up to limit users whose names begin with beginning and come after the name after,
// sorted by [Key].
func (s *Service) Search(ctx context.Context, beginning, after string, limit int) ([]User, error) {
	return s.Store.Users(ctx, Key(beginning), Key(after), limit)
}

// NameOf returns the actor's user name, or "" if actor is not a user or the account is closed.
func (s *Service) NameOf(ctx context.Context, actor string) (string, error) {
	id, ok := UserID(actor)
	if !ok {
		return "", nil
	}
	u, err := s.Store.User(ctx, id)
	if errors.Is(err, ErrNoUser) {
		return "", nil
	}
	return u.Name, err
}

// Close closes an account.
func (s *Service) Close(ctx context.Context, id string) error {
	return s.reportEnded(userPrefix+id, s.Store.Close(ctx, id, s.Now()))
}

// An Identity is the owner of a session or token. The zero Identity is anonymous.
type Identity struct {
	Session Session  // for a token only KeyHash and Actor
	User    User     // zero for a guest
	Guests  []string // the user's earlier guest actors
	Scopes  []Scope  // for a personal token; nil for a session, which may do everything
	Token   bool
}

// Actor returns the actor for the session or token, or "" if the identity is anonymous.
func (i Identity) Actor() string { return i.Session.Actor }

// Identify returns the owner of the session with a key, and records the use.
func (s *Service) Identify(ctx context.Context, key string) (Identity, error) {
	session, err := s.Store.Session(ctx, KeyHash(key))
	if errors.Is(err, ErrNoSession) {
		return Identity{}, nil
	}
	if err != nil {
		return Identity{}, err
	}
	now := s.Now()
	if session.expired(now) {
		return Identity{}, s.End(ctx, session.Actor, session.KeyHash)
	}
	if now.Sub(session.Last()) >= seenEvery {
		if err := s.Store.SetSessionSeen(ctx, session.KeyHash, now); err != nil {
			return Identity{}, err
		}
		if err := s.nameGuest(ctx, session.Actor); err != nil {
			return Identity{}, err
		}
	}
	return s.withUser(ctx, Identity{Session: session})
}

// withUser adds the session's user, if any.
func (s *Service) withUser(ctx context.Context, i Identity) (Identity, error) {
	id, ok := UserID(i.Session.Actor)
	if !ok {
		return i, nil
	}
	var err error
	i.User, err = s.Store.User(ctx, id)
	if errors.Is(err, ErrNoUser) || err == nil && !i.User.Open() {
		return Identity{}, nil
	}
	if err != nil {
		return Identity{}, err
	}
	i.Guests, err = s.GuestsOf(ctx, id)
	return i, err
}

// UserOf returns the id of the user behind an actor, including a guest who has since registered. It
// returns "" for other actors.
func UserOf(ctx context.Context, kept Store, actor string) (string, error) {
	if user, ok := UserID(actor); ok {
		return user, nil
	}
	if _, ok := GuestID(actor); !ok {
		return "", nil
	}
	guests, err := kept.Find(ctx, KindGuest, actor)
	if err != nil || len(guests) == 0 {
		return "", err
	}
	return guests[0].Owner, nil
}

// GuestsOf returns a user's earlier guest actors.
func (s *Service) GuestsOf(ctx context.Context, id string) (actors []string, err error) {
	guests, err := s.Store.BelongingsOf(ctx, id, KindGuest)
	for _, b := range guests {
		actors = append(actors, b.ID)
	}
	return actors, err
}

// Begin begins a session and returns its key.
func (s *Service) Begin(ctx context.Context, actor string, device Device) (key string, err error) {
	return s.BeginBy(ctx, actor, device, ByPassword)
}

// BeginBy is [Service.Begin] with a sign-in method.
func (s *Service) BeginBy(ctx context.Context, actor string, device Device, method Method) (key string, err error) {
	key, now := NewKey(), s.Now()
	err = s.Store.StartSession(ctx, Session{
		KeyHash: KeyHash(key), Actor: actor, Created: now, Seen: now, Device: device, Method: method,
	})
	if err == nil {
		err = s.nameGuest(ctx, actor)
	}
	if err != nil {
		return "", fmt.Errorf("begin a session: %w", err)
	}
	return key, nil
}

// Claim transfers a guest's games to a user, unless another user has them. After that only the user
// can act as the guest.
func (s *Service) Claim(ctx context.Context, u User, guest string) error {
	err := s.Store.Add(ctx, Belonging{Owner: u.ID, Kind: KindGuest, ID: guest, At: s.Now(), Body: "{}"})
	if errors.Is(err, ErrTaken) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.EndAll(ctx, guest, "")
}
