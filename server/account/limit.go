package account

import (
	"context"
	"time"

	"rosette/server/refusal"
)

// A Limiter limits the rate of an action by key.
type Limiter interface {
	Take(key string) (wait time.Duration, ok bool)
}

// Limits are the limiters of a [Service]. The comments name the keys. A nil Limiter limits nothing.
type Limits struct {
	SignIns       Limiter // passwords, by address
	Names         Limiter // passwords from unknown browsers, by user name
	Browsers      Limiter // passwords from known browsers, by browser and account
	Confirmations Limiter // passwords in a session, by session
	Passkeys      Limiter // passkey challenges, by address
	Codes         Limiter // uses of e-mailed codes, by address
	Links         Limiter // sign-in links, by requesting address
	LinksTo       Limiter // sign-in links, by user name
	Letters       Limiter // other e-mails, by requesting address
	LettersTo     Limiter // other e-mails, by recipient
	SignUps       Limiter // by address
	Exports       Limiter // by user
}

// For each name and day, unknown browsers share signInsPerName times the sign-ins for an address. A
// limiter allows up to twice its number in its span, so the default of 30 lets at most 180 guesses
// a day reach the hash.
const (
	signInSpan          = 10 * time.Minute
	signInsPerName      = 3
	challengesPerSignIn = 4
	confirmationSpan    = time.Hour
	mostExports         = 6 // in an hour
	day                 = 24 * time.Hour

	// Letters in an hour. Under attack the latest sign-in link is at most 20 minutes old.
	mostLettersTo  = 5
	mostLettersFor = 20
	mostLinksTo    = 3
)

// NewLimits returns limits made by newLimiter, whose limiters allow most uses in a span. signIns
// limits the sign-ins from an address in ten minutes, and signUps its new accounts in an hour.
func NewLimits(signIns, signUps int, newLimiter func(name string, most int, span time.Duration) Limiter) Limits {
	return Limits{
		SignIns:       newLimiter("sign-ins", signIns, signInSpan),
		Names:         newLimiter("sign-ins-of-name", signIns*signInsPerName, day),
		Browsers:      newLimiter("sign-ins-of-browser", signIns, signInSpan),
		Confirmations: newLimiter("confirmations", signIns, confirmationSpan),
		Passkeys:      newLimiter("passkeys", signIns*challengesPerSignIn, signInSpan),
		Codes:         newLimiter("codes", signIns, signInSpan),
		Links:         newLimiter("links", mostLettersFor, time.Hour),
		LinksTo:       newLimiter("links-to", mostLinksTo, time.Hour),
		Letters:       newLimiter("letters", mostLettersFor, time.Hour),
		LettersTo:     newLimiter("letters-to", mostLettersTo, time.Hour),
		SignUps:       newLimiter("sign-ups", signUps, time.Hour),
		Exports:       newLimiter("exports", mostExports, time.Hour),
	}
}

// take counts one use. It returns a refusal with a code if the limit is reached.
func take(l Limiter, key, code string) error {
	if l == nil {
		return nil
	}
	if wait, ok := l.Take(key); !ok {
		return refusal.TooOften(code, wait)
	}
	return nil
}

// tooManySignIns is the code of a refusal.
const tooManySignIns = "account.sign-in.too-many"

// takeSignIn counts an attempt to sign in as name. A known browser has its own limit. All
// other browsers share a limit by address, then one by name. Attempts above the limit by
// address do not count against the name.
func (s *Service) takeSignIn(ctx context.Context, c Client, name string) error {
	known, err := s.KnownBrowser(ctx, name, c.Browser)
	if err != nil {
		return err
	}
	if known != "" {
		return take(s.Limits.Browsers, known, tooManySignIns)
	}
	err = take(s.Limits.SignIns, c.Address, tooManySignIns)
	if key := Key(name); err == nil && key != "" {
		err = take(s.Limits.Names, key, tooManySignIns)
	}
	return err
}
