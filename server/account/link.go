package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"rosette/server/refusal"
)

// Lifetimes of e-mailed links.
const (
	EmailLife  = 24 * time.Hour // to confirm an address
	ResetLife  = time.Hour      // to reset a password
	SignInLife = 30 * time.Minute
)

// linkRules has the lifetime of e-mailed links by kind, and the maximum number of valid links for a
// user. At the maximum no more are sent.
var linkRules = map[Kind]struct {
	life time.Duration
	most int
}{
	KindEmail:  {EmailLife, 5},
	KindReset:  {ResetLife, 3},
	KindSignIn: {SignInLife, 3},
}

// ErrLink refuses a link that does not work, for any reason.
var ErrLink = refusal.New(refusal.Gone, "mail.link.used")

// MakeLink makes a link for a letter to a user at an address, and returns its secret. The secret is
// "" if no letter must be sent: the account is closed, the user's address has changed, or too many
// links were sent.
func (s *Service) MakeLink(ctx context.Context, kind Kind, user, address string) (u User, secret string, err error) {
	u, err = s.Store.User(ctx, user)
	if errors.Is(err, ErrNoUser) {
		return u, "", nil
	}
	if err != nil || !u.Open() || kind != KindEmail && (!u.Verified || u.Email != address) {
		return u, "", err
	}
	full, err := s.hasAllLinks(ctx, u, kind)
	if err != nil || full {
		return u, "", err
	}
	body := []byte("{}")
	if kind == KindEmail {
		if body, err = json.Marshal(emailRequest{address}); err != nil {
			return u, "", err
		}
	}
	secret = NewKey()
	link := Belonging{Owner: u.ID, Kind: kind, ID: KeyHash(secret), At: s.Now(), Body: string(body)}
	return u, secret, s.Store.Add(ctx, link)
}

// hasAllLinks reports whether a user has the maximum number of links of a kind.
func (s *Service) hasAllLinks(ctx context.Context, u User, kind Kind) (bool, error) {
	rule := linkRules[kind]
	if err := s.Store.RemoveOlder(ctx, kind, s.Now().Add(-rule.life)); err != nil {
		return false, fmt.Errorf("account: a link: %w", err)
	}
	links, err := s.Store.BelongingsOf(ctx, u.ID, kind)
	return len(links) >= rule.most, err
}

// link returns the link with a secret, and its user.
func (s *Service) link(ctx context.Context, kind Kind, secret string) (Belonging, User, error) {
	found, err := s.Store.Find(ctx, kind, KeyHash(secret))
	if err != nil {
		return Belonging{}, User{}, err
	}
	if len(found) == 0 || s.Now().Sub(found[0].At) > linkRules[kind].life {
		return Belonging{}, User{}, ErrLink
	}
	u, err := s.Store.User(ctx, found[0].Owner)
	if err == nil && !u.Open() {
		err = ErrLink
	}
	return found[0], u, err
}

// endLinks revokes the links of the given kinds that were sent to u.
func (s *Service) endLinks(ctx context.Context, u User, kinds ...Kind) error {
	for _, kind := range kinds {
		all, err := s.Store.BelongingsOf(ctx, u.ID, kind)
		if err != nil {
			return err
		}
		if err := s.removeAll(ctx, all); err != nil {
			return err
		}
	}
	return nil
}

// removeAll removes belongings.
func (s *Service) removeAll(ctx context.Context, all []Belonging) error {
	for _, b := range all {
		if _, err := s.Store.Remove(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// useLink returns the user of a link and uses the link up.
func (s *Service) useLink(ctx context.Context, kind Kind, secret string) (Belonging, User, error) {
	b, u, err := s.link(ctx, kind, secret)
	if err == nil {
		err = s.useUp(ctx, b)
	}
	return b, u, err
}

// useUp removes a link. It returns ErrLink if another request came first.
func (s *Service) useUp(ctx context.Context, link Belonging) error {
	first, err := s.Store.Remove(ctx, link)
	if err == nil && !first {
		err = ErrLink
	}
	return err
}

// EndLink revokes a link whose letter was not sent.
func (s *Service) EndLink(ctx context.Context, kind Kind, secret string) error {
	found, err := s.Store.Find(ctx, kind, KeyHash(secret))
	if err != nil {
		return err
	}
	return s.removeAll(ctx, found)
}

// RequestReset sends a link for a new password to the users with an address. The result does not
// reveal whether an account exists.
func (s *Service) RequestReset(ctx context.Context, c Client, address string) error {
	if s.Mail == nil {
		return ErrNoMail
	}
	address, err := CheckEmail(address)
	if err != nil {
		return withField(err, "email")
	}
	if err := s.takeLetter(c, address); err != nil {
		return err
	}
	return s.Mail.Reset(ctx, c.Language, address)
}

// ResetPassword sets a user's password by an e-mailed secret, once, and signs the user out
// everywhere. It forgets all known browsers except the client's, whose secret it returns, so that
// guesses cannot block a sign-in with the new password.
func (s *Service) ResetPassword(ctx context.Context, c Client, secret, password string) (SignInResult, error) {
	if err := s.takeCode(c); err != nil {
		return SignInResult{}, err
	}
	u, err := s.resetPassword(ctx, secret, password)
	s.logSecurityChange(ctx, c, PasswordReset, u, err)
	if err != nil {
		return SignInResult{}, withField(err, "")
	}
	browser, err := s.KnowBrowser(ctx, u, c.Browser)
	return SignInResult{User: u, Browser: browser}, err
}

func (s *Service) resetPassword(ctx context.Context, secret, password string) (User, error) {
	link, u, err := s.link(ctx, KindReset, secret)
	if err != nil {
		return u, err
	}
	if _, err := CheckPassword(password, u.Name); err != nil {
		return u, err // the link still works
	}
	if err := s.useUp(ctx, link); err != nil {
		return u, err
	}
	return u, s.setPassword(ctx, u, password, Client{})
}

// RequestSignIn e-mails a sign-in link to the user called name if the account has a confirmed
// address. The link works in unknown browsers, even while the limit by name is exhausted. The
// result does not reveal whether an account exists.
func (s *Service) RequestSignIn(ctx context.Context, c Client, name string) error {
	if s.Mail == nil {
		return ErrNoMail
	}
	name = strings.TrimSpace(name)
	if name == "" {
		_, err := CheckName(name)
		return withField(err, "name")
	}
	const code = "mail.sign-in.too-many"
	if err := take(s.Limits.Links, c.Address, code); err != nil {
		return err
	}
	if err := take(s.Limits.LinksTo, Key(name), code); err != nil {
		return err
	}
	return s.Mail.SignIn(ctx, c.Language, name)
}

// SignInLink returns the user of an e-mailed sign-in link. It does not use the link up.
func (s *Service) SignInLink(ctx context.Context, c Client, secret string) (User, error) {
	if err := s.takeCode(c); err != nil {
		return User{}, err
	}
	_, u, err := s.link(ctx, KindSignIn, secret)
	return u, err
}

// SignInByLink signs the client in by an e-mailed link. It uses up the link and the user's
// other sign-in links.
func (s *Service) SignInByLink(ctx context.Context, c Client, secret string) (SignInResult, error) {
	if err := s.takeCode(c); err != nil {
		return SignInResult{}, err
	}
	_, u, err := s.useLink(ctx, KindSignIn, secret)
	if err == nil {
		err = s.endLinks(ctx, u, KindSignIn)
	}
	s.logSignIn(ctx, "link", u, err)
	if err != nil {
		return SignInResult{}, err
	}
	return s.beginUserSession(ctx, c, u, ByLink)
}
