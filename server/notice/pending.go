package notice

import (
	"context"
	"errors"
	"strings"
	"time"
)

// A LetterKind says what a letter is for.
type LetterKind string

// The kinds of letters. A [ResetRequest] becomes a [ResetKind] for each user of the address,
// and a [SignInRequest] a [SignInKind] for the user of the name. The requests are no letters
// themselves, so that storing them takes the same time for each address and name.
const (
	ConfirmKind   LetterKind = "confirm"
	ChangedKind   LetterKind = "changed"
	SecuredKind   LetterKind = "secured"
	ResetRequest  LetterKind = "reset-request"
	ResetKind     LetterKind = "reset"
	SignInRequest LetterKind = "sign-in-request"
	SignInKind    LetterKind = "sign-in"
	DigestKind    LetterKind = "digest"
)

// A PendingLetter is a letter that waits to be sent. It has no secret: the letter is written,
// with a link made for it, when it is sent.
type PendingLetter struct {
	ID      string
	Due     time.Time // when to send it; while it is being sent, when another process may
	Expires time.Time // when it is removed unsent
	Tries   int
	LetterDetails
}

// LetterDetails are the parts of a pending letter that no list is searched by.
type LetterDetails struct {
	Kind LetterKind `json:"kind"`
	To   string     `json:"to"`
	Lang string     `json:"lang"`

	User   string `json:"user,omitempty"` // ID of the account
	Name   string `json:"name,omitempty"` // of the user
	Change Change `json:"change,omitempty"`
}

// Domain returns the domain that the letter goes to.
func (l PendingLetter) Domain() string {
	return strings.ToLower(l.To[strings.LastIndexByte(l.To, '@')+1:])
}

// A WrittenLetter is what a pending letter has become.
type WrittenLetter struct {
	Letter  *Letter         // nil if there is nothing to send any more
	Instead []PendingLetter // those that take its place
	// Undo ends the links of a letter that was not sent; nil if it has none.
	Undo func(ctx context.Context) error
}

// ErrManyLetters means that too many letters wait.
var ErrManyLetters = errors.New("notify: too many letters wait")

// A LetterStore keeps the letters that wait. It is safe for concurrent use, and several
// processes may use one.
type LetterStore interface {
	// Add adds letters. One whose ID waits already is left out. It returns ErrManyLetters, and
	// adds none, if most letters wait.
	Add(ctx context.Context, most int, letters ...PendingLetter) error

	// Due returns up to limit letters that were due by a time and go to none of up to
	// [MaxDomains] domains, the oldest first.
	Due(ctx context.Context, by time.Time, domains []string, limit int) ([]PendingLetter, error)

	// Take makes a letter due later and counts a try. It reports whether the letter was still
	// as it was given: of several who take it, one does.
	Take(ctx context.Context, l PendingLetter, later time.Time) (bool, error)

	// Postpone makes a letter that was taken due at another time, unless somebody else has
	// taken it since.
	Postpone(ctx context.Context, l PendingLetter, later time.Time) error

	// Replace removes a letter and adds those that take its place.
	Replace(ctx context.Context, id string, others ...PendingLetter) error

	// Expire removes the letters that have expired by a time, and returns their number.
	Expire(ctx context.Context, by time.Time) (int64, error)
}

// MaxDomains bounds the domains that a list of letters may exclude.
const MaxDomains = 8
