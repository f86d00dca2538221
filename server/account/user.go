// Package account implements user accounts: users with names, passwords and passkeys, guests,
// sessions, personal tokens, and relations between users. Pages, the API and the command line call
// a [Service], which stores its data in a [Store].
//
// [CheckName] checks a name and [Key] compares names, so that no name can imitate another.
// Passwords are stored as argon2id hashes and secrets as their SHA-256, so that the database does
// not allow a reader to sign in.
package account

import (
	"errors"
	"strings"
	"time"

	"rosette/server/refusal"
)

// A Role has a user's additional permissions.
type Role string

// The roles. An administrator may do everything that a moderator may.
const (
	Player    Role = ""
	Moderator Role = "moderator"
	Admin     Role = "admin"
)

// A User is a person with an account.
type User struct {
	ID      string // letters and digits; never reused
	Key     string // the name's [Key]; remains when the account is closed
	Email   string // "" for none
	Created time.Time
	Closed  time.Time // zero while the account is open
	Details
}

// Details are the parts of a User without an index.
type Details struct {
	Name     string   `json:"name"`               // "" if the account is closed
	Password string   `json:"password,omitempty"` // from [Hasher.Hash]; "" for none
	Role     Role     `json:"role,omitempty"`
	Verified bool     `json:"verified,omitempty"` // the e-mail address is confirmed
	Profile  Profile  `json:"profile,omitzero"`
	Passkey  []byte   `json:"passkey,omitempty"` // the user handle for authenticators
	Digest   Digest   `json:"digest,omitempty"`
	Past     []string `json:"past,omitempty"` // keys of former names
	Bot      bool     `json:"bot,omitempty"`  // a program plays; see [Service.MakeBot]
}

// A Profile has a user's public texts and settings.
type Profile struct {
	About    string `json:"about,omitempty"`
	Place    string `json:"place,omitempty"`
	Language string `json:"language,omitempty"` // a tag of package i18n
	Zone     string `json:"zone,omitempty"`     // the browser's, such as Europe/Paris; "" for UTC
	Hidden   bool   `json:"hidden,omitempty"`   // whether the last visit is hidden from others
	Face     string `json:"face,omitempty"`     // one of [Faces]; "" for the one of [User.Face]
}

// Prefixes for user and guest actors.
const (
	userPrefix  = "user/"
	guestPrefix = "guest/"
)

// Actor returns the user's actor.
func (u User) Actor() string { return userPrefix + u.ID }

// Open reports whether the account is open.
func (u User) Open() bool { return u.Closed.IsZero() }

// Moderates reports whether the user may moderate.
func (u User) Moderates() bool { return u.Role == Moderator || u.Role == Admin }

// Administers reports whether u is an administrator with an open account.
func (u User) Administers() bool { return u.Role == Admin && u.Open() }

// UserID returns an actor's user id. ok is false if the actor is not a user.
func UserID(actor string) (id string, ok bool) { return strings.CutPrefix(actor, userPrefix) }

// GuestID returns an actor's guest id. ok is false if the actor is not a guest.
func GuestID(actor string) (id string, ok bool) { return strings.CutPrefix(actor, guestPrefix) }

// ClosedName is the name for players with closed accounts. Pages translate it.
const ClosedName = "Closed"

// refuse returns a refusal of invalid content. args are names and values.
func refuse(code string, args ...any) *refusal.Error {
	e := refusal.New(refusal.Invalid, code)
	for i := 0; i+1 < len(args); i += 2 {
		e = e.With(args[i].(string), args[i+1])
	}
	return e
}

// withField adds the invalid field of the request to a refusal of content or state. If field is "",
// it is the second word in the code. It returns other errors unchanged.
func withField(err error, field string) error {
	e := refusal.Of(err)
	if e == nil || e.Kind != refusal.Invalid && e.Kind != refusal.Conflict {
		return err
	}
	if words := strings.Split(e.Code, "."); field == "" && len(words) > 2 {
		field = words[1]
	}
	if field == "" {
		return e
	}
	return inField(e, field)
}

// inField adds the invalid field of the request to a refusal.
func inField(e *refusal.Error, field string) error {
	out := *e
	out.Fields = []refusal.Field{{Name: field, Code: e.Code, Args: e.Args}}
	return &out
}

// nameTaken returns the refusal for a taken name.
func nameTaken(name string) error {
	return refusal.New(refusal.Conflict, "account.name.taken").With("name", name)
}

// Errors of a [Store].
var (
	ErrNoUser    = refusal.New(refusal.NotFound, "account.nobody")
	ErrNoSession = errors.New("account: no such session")
	ErrTaken     = errors.New("account: somebody has it already")

	// ErrLastAdmin is also a refusal. A server must have at least one administrator.
	ErrLastAdmin = refuse("account.last-admin")
)
