package account

import (
	"context"
	"time"
)

// A Store stores users, sessions and belongings. It is safe for concurrent use, and several
// processes may write to the same data.
type Store interface {
	// Create adds a user. It returns [ErrTaken] if another account has the key of the name, or had
	// it until it was closed.
	Create(ctx context.Context, u User) error

	// User, UserByKey and UsersByEmail return users by id, name key and e-mail address, or [ErrNoUser].
	User(ctx context.Context, id string) (User, error)
	UserByKey(ctx context.Context, key string) (User, error)
	UsersByEmail(ctx context.Context, email string) ([]User, error)

	// Change calls change with a user and stores the result unless change returns an error. It is
	// atomic. It returns [ErrTaken] as Create does, and [ErrLastAdmin] if the change would leave no
	// administrator with an open account.
	Change(ctx context.Context, id string, change func(*User) error) (User, error)

	// Close closes an account. It deletes the user's belongings and messages, and everything in the
	// User except the id, the name key and the dates. It returns [ErrLastAdmin] as Change does.
	Close(ctx context.Context, id string, now time.Time) error

	// Users returns up to limit users whose keys begin with prefix and are greater than above,
	// sorted by key.
	Users(ctx context.Context, prefix, above string, limit int) ([]User, error)

	// Session returns the session with a key's hash, or [ErrNoSession].
	Session(ctx context.Context, keyHash string) (Session, error)
	StartSession(ctx context.Context, s Session) error
	SetSessionSeen(ctx context.Context, keyHash string, seen time.Time) error
	SessionsOf(ctx context.Context, actor string) ([]Session, error)
	EndSession(ctx context.Context, actor, keyHash string) error
	EndSessions(ctx context.Context, actor, exceptKeyHash string) error

	// Add adds a belonging. It returns [ErrTaken] if any owner has one with that kind and id.
	Add(ctx context.Context, b Belonging) error
	// Put adds a belonging, or replaces the one with the same owner, kind and id.
	Put(ctx context.Context, b Belonging) error
	// Find returns all owners' belongings with a kind and id.
	Find(ctx context.Context, kind Kind, id string) ([]Belonging, error)
	// Has reports whether an owner has a belonging with a kind and id.
	Has(ctx context.Context, owner string, kind Kind, id string) (bool, error)
	// Count returns the number of belongings that Find would return.
	Count(ctx context.Context, kind Kind, id string) (int, error)
	// BelongingsOf returns an owner's belongings of a kind, the oldest first.
	BelongingsOf(ctx context.Context, owner string, kind Kind) ([]Belonging, error)
	// Remove removes a belonging and reports whether it existed.
	Remove(ctx context.Context, b Belonging) (bool, error)
	// RemoveOlder removes the belongings of a kind that are older than a time.
	RemoveOlder(ctx context.Context, kind Kind, than time.Time) error
}

// A Belonging is a record that belongs to a user or another owner.
type Belonging struct {
	Owner string // user id, or as the kind defines
	Kind  Kind
	ID    string
	At    time.Time
	Body  string // JSON
}

// A Kind is the type of a belonging. It defines the meaning of the id.
type Kind string

// The kinds. When a user closes the account, belongings of others that name the user are deleted
// too; see [AboutUsers].
const (
	KindGuest    Kind = "guest"    // the user's earlier guest actor
	KindPlant    Kind = "plant"    // the server's name for the owner, a guest actor
	KindToken    Kind = "token"    // the hash of a personal token
	KindTokenUse Kind = "tokenuse" // the hash of a personal token; At is the time of its last use
	KindPasskey  Kind = "passkey"  // the id of a passkey
	KindCode     Kind = "code"     // the hash of a one-time secret
	KindHandOver Kind = "handover" // the hash of a secret that lets a device act as the owner, an actor
	KindInvite   Kind = "invite"   // the hash of a secret for one watcher; the owner is a match
	KindWatch    Kind = "watch"    // a private match that the owner, a user id or guest actor, may watch
	KindEmail    Kind = "email"    // the hash of a secret that confirms the owner's address
	KindReset    Kind = "reset"    // the hash of a secret that resets the owner's password
	KindSignIn   Kind = "signin"   // the hash of a sign-in link
	KindBrowser  Kind = "browser"  // the hash of a known browser's secret
	KindFollow   Kind = "follow"   // the id of a followed user
	KindBlock    Kind = "block"    // the id of a blocked user
	KindNote     Kind = "note"     // the id of the user whom the note describes
	KindRoom     Kind = "room"     // the id of a joined room
	KindOutcome  Kind = "outcome"  // the id of the owner's closed report
)

// AboutUsers returns the kinds whose id is another user's.
func AboutUsers() []Kind { return []Kind{KindFollow, KindBlock, KindNote} }
