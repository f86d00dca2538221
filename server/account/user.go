// Package account implements who people are on a server: users with their names,
// passwords and passkeys, guests, sessions, personal tokens, and what users keep about
// each other. A [Service] is what pages, the API and the command line ask; it keeps
// everything in a [Store].
//
// A name is checked by [CheckName] and compared by [Key], so that nobody can take a
// name that looks like somebody else's. Passwords are stored as argon2id hashes,
// secrets as their SHA-256: nobody who reads the database can sign in with it.
package account

import (
	"errors"
	"strings"
	"time"

	"rosette/server/refusal"
)

// A Role is what a user may do beside playing.
type Role string

// The roles. An administrator may do everything that a moderator may.
const (
	Player    Role = ""
	Moderator Role = "moderator"
	Admin     Role = "admin"
)

// A User is a person with an account.
type User struct {
	ID      string // letters and digits; never given out again
	Key     string // of the name, see [Key]; stays when the account is closed
	Email   string // "" for none
	Created time.Time
	Closed  time.Time // zero while the account is open
	Details
}

// Details are the parts of a user that no list is searched by.
type Details struct {
	Name     string   `json:"name"`               // "" of an account that is closed
	Password string   `json:"password,omitempty"` // as a [Hasher] writes it; "" for none
	Role     Role     `json:"role,omitempty"`
	Verified bool     `json:"verified,omitempty"` // the e-mail address is his
	Profile  Profile  `json:"profile,omitzero"`
	Passkey  []byte   `json:"passkey,omitempty"` // the handle by which authenticators know the user
	Digest   Digest   `json:"digest,omitempty"`
	Past     []string `json:"past,omitempty"` // keys of earlier names
	Bot      bool     `json:"bot,omitempty"`  // a program plays for him; see [Service.MakeBot]
}

// A Profile is what a user says about himself.
type Profile struct {
	About    string `json:"about,omitempty"`
	Place    string `json:"place,omitempty"`
	Language string `json:"language,omitempty"` // a tag of package i18n
	Zone     string `json:"zone,omitempty"`     // such as Europe/Paris; "" for what the browser says
	Hidden   bool   `json:"hidden,omitempty"`   // whether strangers do not see when he was here
}

// userPrefix begins the actors of users, guestPrefix those of guests.
const (
	userPrefix  = "user/"
	guestPrefix = "guest/"
)

// Actor returns as whom the user acts in games.
func (u User) Actor() string { return userPrefix + u.ID }

// Open reports whether the account is not closed.
func (u User) Open() bool { return u.Closed.IsZero() }

// Moderates reports whether the user may moderate.
func (u User) Moderates() bool { return u.Role == Moderator || u.Role == Admin }

// Administers reports whether u is an administrator with an open account.
func (u User) Administers() bool { return u.Role == Admin && u.Open() }

// UserID returns the id of an actor that is a user.
func UserID(actor string) (id string, ok bool) { return strings.CutPrefix(actor, userPrefix) }

// GuestID returns the id of an actor that is a guest.
func GuestID(actor string) (id string, ok bool) { return strings.CutPrefix(actor, guestPrefix) }

// ClosedName is the name of a player whose account is closed. Pages translate it.
const ClosedName = "Closed"

// refuse returns a refusal of invalid content with names and values of its arguments.
func refuse(code string, args ...any) *refusal.Error {
	e := refusal.New(refusal.Invalid, code)
	for i := 0; i+1 < len(args); i += 2 {
		e = e.With(args[i].(string), args[i+1])
	}
	return e
}

// located returns a refusal of content or state with the field of the request that is wrong. If
// field is "", it is the second word of the code. Other errors are returned unchanged.
func located(err error, field string) error {
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

// inField returns a refusal with the field of the request that is wrong.
func inField(e *refusal.Error, field string) error {
	out := *e
	out.Fields = []refusal.Field{{Name: field, Code: e.Code, Args: e.Args}}
	return &out
}

// nameTaken returns the refusal of a name that another account has.
func nameTaken(name string) error {
	return refusal.New(refusal.Conflict, "account.name.taken").With("name", name)
}

// Errors of a [Store].
var (
	ErrNoUser    = refusal.New(refusal.NotFound, "account.nobody")
	ErrNoSession = errors.New("account: no such session")
	ErrTaken     = errors.New("account: somebody has it already")

	// ErrLastAdmin is also a refusal. A server must keep at least one administrator.
	ErrLastAdmin = refuse("account.last-admin")
)
