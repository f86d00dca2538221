package account

import (
	"context"
	"time"
)

// A Store keeps users, sessions and what belongs to users. It is safe for concurrent
// use, and several processes may write to one.
type Store interface {
	// Create adds a user. It returns [ErrTaken] if somebody has the key of the name, or
	// had it until the account was closed.
	Create(ctx context.Context, u User) error

	// User, Named and Mailed return users by id, by the key of the name and by e-mail
	// address; [ErrNoUser] if there is none.
	User(ctx context.Context, id string) (User, error)
	Named(ctx context.Context, key string) (User, error)
	Mailed(ctx context.Context, email string) ([]User, error)

	// Change calls change with a user and stores what it makes of him, unless it returns
	// an error. Nobody else changes him meanwhile. It returns [ErrTaken] as Create does, and
	// [ErrLastAdmin] if the change would leave no administrator with an open account.
	Change(ctx context.Context, id string, change func(*User) error) (User, error)

	// Close closes an account: all that is the user's goes, also what he has said, and of
	// the user himself everything but the id, the key of the name and the dates. It returns
	// [ErrLastAdmin] as Change does.
	Close(ctx context.Context, id string, now time.Time) error

	// Users returns up to limit users with keys above a key that begin with a prefix,
	// sorted by their keys; "" for all.
	Users(ctx context.Context, prefix, above string, limit int) ([]User, error)

	// Session returns the session of a key's hash, [ErrNoSession] if there is none.
	Session(ctx context.Context, keyHash string) (Session, error)
	StartSession(ctx context.Context, s Session) error
	SeeSession(ctx context.Context, keyHash string, seen time.Time) error
	SessionsOf(ctx context.Context, actor string) ([]Session, error)
	EndSession(ctx context.Context, actor, keyHash string) error
	EndSessions(ctx context.Context, actor, exceptKeyHash string) error

	// Add adds a belonging. It returns [ErrTaken] if anybody has one of that kind and id.
	Add(ctx context.Context, b Belonging) error
	// Put adds a belonging, or replaces that of the same owner, kind and id.
	Put(ctx context.Context, b Belonging) error
	// Find returns the belongings of a kind and id of all owners.
	Find(ctx context.Context, kind Kind, id string) ([]Belonging, error)
	// Has reports whether an owner has a belonging of a kind and id.
	Has(ctx context.Context, owner string, kind Kind, id string) (bool, error)
	// Count returns the number of belongings that Find would return.
	Count(ctx context.Context, kind Kind, id string) (int, error)
	// BelongingsOf returns what somebody has of a kind, the oldest first.
	BelongingsOf(ctx context.Context, owner string, kind Kind) ([]Belonging, error)
	// Remove removes a belonging and reports whether it was there.
	Remove(ctx context.Context, b Belonging) (bool, error)
	// RemoveOlder removes the belongings of a kind that are older than a time.
	RemoveOlder(ctx context.Context, kind Kind, than time.Time) error
}

// A Belonging is something that a user has.
type Belonging struct {
	Owner string // the id of the user
	Kind  Kind
	ID    string
	At    time.Time
	Body  string // JSON
}

// A Kind says what a belonging is, and what its id means.
type Kind string

// The kinds. Of those that name another user, everything goes when he closes his
// account.
const (
	KindGuest    Kind = "guest"    // the actor of a guest that the user was
	KindPlant    Kind = "plant"    // the name that the server has given to the owner, the actor of a guest
	KindToken    Kind = "token"    // the hash of a personal token
	KindTokenUse Kind = "tokenuse" // the hash of a personal token; it is from when the token was last used
	KindPasskey  Kind = "passkey"  // the id of a passkey
	KindCode     Kind = "code"     // the hash of a secret that is used once
	KindHandOver Kind = "handover" // the hash of a secret by which another device acts as the owner, an actor
	KindInvite   Kind = "invite"   // the hash of a secret that lets one person watch the owner, a match
	KindWatch    Kind = "watch"    // a private match that the owner may watch; that is a user, or the actor of a guest
	KindEmail    Kind = "email"    // the hash of a secret by which an address becomes the owner's
	KindReset    Kind = "reset"    // the hash of a secret by which the owner chooses another password
	KindSignIn   Kind = "signin"   // the hash of a sign-in link
	KindBrowser  Kind = "browser"  // the hash of a known browser's secret
	KindFollow   Kind = "follow"   // the id of a user whom he follows
	KindBlock    Kind = "block"    // the id of a user whom he blocks
	KindNote     Kind = "note"     // the id of a user about whom he has written
	KindRoom     Kind = "room"     // the id of a room that he has joined
	KindOutcome  Kind = "outcome"  // the id of a report that he has made and that is closed
)

// AboutUsers are the kinds whose id is that of another user.
func AboutUsers() []Kind { return []Kind{KindFollow, KindBlock, KindNote} }
