package notice

import (
	"context"
	"errors"
	"strings"
	"time"
)

// A LetterKind is a kind of letter.
type LetterKind string

// The kinds of letters. A [ResetRequest] becomes a [ResetKind] for each user with the address, and
// a [SignInRequest] a [SignInKind] for the user with the name. Storing a request takes the same
// time for each address and name, so it does not reveal accounts.
const (
	ConfirmKind        LetterKind = "confirm"
	AddressChangeKind  LetterKind = "changed"
	SecurityChangeKind LetterKind = "secured"
	ResetRequest       LetterKind = "reset-request"
	ResetKind          LetterKind = "reset"
	SignInRequest      LetterKind = "sign-in-request"
	SignInKind         LetterKind = "sign-in"
	DigestKind         LetterKind = "digest"
)

// A PendingLetter is a letter waiting to be sent. It contains no secret, because letters are
// written when they are sent, with new links.
type PendingLetter struct {
	ID      string
	Due     time.Time // when to send it; while it is being sent, when another process may
	Expires time.Time // when to remove it unsent
	Tries   int
	LetterDetails
}

// LetterDetails contains the parts of a pending letter that are not used in queries.
type LetterDetails struct {
	Kind LetterKind `json:"kind"`
	To   string     `json:"to"`
	Lang string     `json:"lang"`

	User   string `json:"user,omitempty"` // account ID
	Name   string `json:"name,omitempty"` // user's name
	Change Change `json:"change,omitempty"`
}

// Domain returns the domain of the recipient's address.
func (l PendingLetter) Domain() string {
	return strings.ToLower(l.To[strings.LastIndexByte(l.To, '@')+1:])
}

// A WrittenLetter is the result of writing a pending letter.
type WrittenLetter struct {
	Letter       *Letter         // nil if there is nothing to send
	Replacements []PendingLetter // letters that replace it
	// Undo disables the links in an unsent letter. It is nil if there are no links.
	Undo func(ctx context.Context) error
}

// ErrManyLetters means that too many letters are waiting.
var ErrManyLetters = errors.New("notify: too many waiting letters")

// A LetterStore stores waiting letters. It is safe for concurrent use, also by several processes.
type LetterStore interface {
	// Add adds letters, except those whose IDs exist. It returns ErrManyLetters and adds nothing if
	// most letters are waiting.
	Add(ctx context.Context, most int, letters ...PendingLetter) error

	// Due returns up to limit letters due at by, oldest first, without letters to the given
	// domains. There may be up to [MaxDomains] domains.
	Due(ctx context.Context, by time.Time, domains []string, limit int) ([]PendingLetter, error)

	// Take sets a later due time and counts a try. It reports whether the stored letter was still
	// equal to l, so only one of several callers succeeds.
	Take(ctx context.Context, l PendingLetter, later time.Time) (bool, error)

	// Postpone sets the due time of a taken letter, unless another process has taken it since.
	Postpone(ctx context.Context, l PendingLetter, later time.Time) error

	// Replace removes a letter and adds its replacements.
	Replace(ctx context.Context, id string, others ...PendingLetter) error

	// Expire removes letters that have expired at by and returns their number.
	Expire(ctx context.Context, by time.Time) (int64, error)
}

// MaxDomains limits the domains in [LetterStore.Due].
const MaxDomains = 8
