package account

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"rosette/server/refusal"
)

const longestEmail = 254

// A Mail sends letters about accounts. It writes a letter, and makes its link, when it sends the
// letter; see [Service.MakeLink].
type Mail interface {
	// Confirm sends a link that confirms an address.
	Confirm(ctx context.Context, u User, lang, address string) error

	// AddressChange notifies the former address of a user.
	AddressChange(ctx context.Context, u User, lang, former string) error

	// SecurityChange notifies a user of an event such as [PasswordChanged].
	SecurityChange(ctx context.Context, u User, lang, event string) error

	// Reset sends a link for a new password to each user with the address.
	Reset(ctx context.Context, lang, address string) error

	// SignIn sends a sign-in link to the user called name.
	SignIn(ctx context.Context, lang, name string) error

	// Digest schedules a user's next digest.
	Digest(ctx context.Context, u User) error

	// Key returns the key that signs links to unsubscribe.
	Key(ctx context.Context) (string, error)
}

// A Digest is the interval for e-mails that list games with the user to move.
type Digest string

// The digests.
const (
	NoDigest     Digest = ""
	DailyDigest  Digest = "daily"
	HourlyDigest Digest = "hourly"
)

// ErrNoMail refuses all requests about e-mails on a server that sends none.
var ErrNoMail = refusal.New(refusal.NotFound, "api.no-page")

// languageOf returns the language for a user's letters.
func (c Client) languageOf(u User) string { return cmp.Or(u.Profile.Language, c.Language) }

// CheckEmail returns an e-mail address in its stored form.
func CheckEmail(text string) (string, error) {
	text = strings.TrimSpace(text)
	a, err := mail.ParseAddress(text)
	if err != nil || a.Name != "" || a.Address != text || len(text) > longestEmail || !strings.Contains(text, ".") ||
		strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", refuse("mail.email.unknown", "text", clip(text))
	}
	return strings.ToLower(text), nil
}

// emailRequest is the stored data for an unconfirmed address.
type emailRequest struct {
	Email string `json:"email"`
}

// takeCode counts the use of an e-mailed code.
func (s *Service) takeCode(c Client) error {
	if s.Mail == nil {
		return ErrNoMail
	}
	return take(s.Limits.Codes, c.Address, tooManySignIns)
}

// takeLetter counts a letter that a client requests for an address.
func (s *Service) takeLetter(c Client, to string) error {
	const code = "mail.too-many"
	err := take(s.Limits.Letters, c.Address, code)
	if err == nil {
		err = take(s.Limits.LettersTo, to, code)
	}
	return err
}

// RequestEmail sends a letter with a link that confirms an address. It needs the password.
func (s *Service) RequestEmail(ctx context.Context, c Client, address, password string) error {
	u, err := c.Visitor.user()
	switch {
	case err != nil:
		return err
	case s.Mail == nil:
		return ErrNoMail
	}
	if _, err := s.verifyOwn(ctx, c.Visitor, password, "email-password"); err != nil {
		return err
	}
	if address, err = CheckEmail(address); err != nil {
		return withField(err, "email")
	}
	full, err := s.hasAllLinks(ctx, u, KindEmail)
	switch {
	case err != nil:
		return err
	case full:
		return inField(refuse("mail.too-many"), "email")
	}
	if err := s.takeLetter(c, address); err != nil {
		return err
	}
	return s.Mail.Confirm(ctx, u, c.languageOf(u), address)
}

// ConfirmEmail sets the user's address by a link, once. It revokes all links that were sent before
// and notifies the former address.
func (s *Service) ConfirmEmail(ctx context.Context, c Client, secret string) error {
	if err := s.takeCode(c); err != nil {
		return err
	}
	b, u, err := s.useLink(ctx, KindEmail, secret)
	if err != nil {
		return err
	}
	var asked emailRequest
	if err := json.Unmarshal([]byte(b.Body), &asked); err != nil {
		return fmt.Errorf("account: e-mail of %s: %w", u.ID, err)
	}
	former := ""
	if u.Verified && u.Email != asked.Email {
		former = u.Email
	}
	u, err = s.Store.Change(ctx, u.ID, func(u *User) error {
		u.Email, u.Verified = asked.Email, true
		return nil
	})
	if err == nil {
		err = s.endLinks(ctx, u, KindEmail, KindReset, KindSignIn)
	}
	s.logChange(ctx, "email-confirmed", u, err)
	if err != nil || former == "" {
		return err
	}
	return s.Mail.AddressChange(ctx, u, c.languageOf(u), former)
}

// RemoveEmail removes the user's address and revokes all links that were sent there. It needs the
// password.
func (s *Service) RemoveEmail(ctx context.Context, v Visitor, password string) error {
	u, err := s.verifyOwn(ctx, v, password, "email-password")
	if err != nil {
		return err
	}
	_, err = s.Store.Change(ctx, u.ID, func(u *User) error {
		u.Email = ""
		u.Verified = false
		u.Digest = NoDigest
		return nil
	})
	if err == nil {
		err = s.endLinks(ctx, u, KindEmail, KindReset, KindSignIn)
	}
	s.logChange(ctx, "email-removed", u, err)
	return err
}

// SetDigest sets the interval for letters about waiting games. It needs an address.
func (s *Service) SetDigest(ctx context.Context, v Visitor, d Digest) error {
	u, err := v.user()
	switch {
	case err != nil:
		return err
	case s.Mail == nil:
		return ErrNoMail
	case !slices.Contains([]Digest{NoDigest, DailyDigest, HourlyDigest}, d) || d != NoDigest && !u.Verified:
		return inField(refuse("mail.digest.unknown"), "digest")
	}
	u, err = s.setDigest(ctx, u.ID, d)
	if err != nil || d == NoDigest {
		return err
	}
	return s.Mail.Digest(ctx, u)
}

func (s *Service) setDigest(ctx context.Context, user string, d Digest) (User, error) {
	return s.Store.Change(ctx, user, func(u *User) error { u.Digest = d; return nil })
}

// Unsubscribe ends a user's digests by the code in a letter.
func (s *Service) Unsubscribe(ctx context.Context, c Client, code string) error {
	if err := s.takeCode(c); err != nil {
		return err
	}
	key, err := s.Mail.Key(ctx)
	if err != nil {
		return err
	}
	id, ok := Unsigned(key, code)
	if !ok {
		return ErrLink
	}
	_, err = s.setDigest(ctx, id, NoDigest)
	return err
}

// UsersToReset returns the users with a confirmed address, which lets them reset their passwords.
func (s *Service) UsersToReset(ctx context.Context, address string) (all []User, err error) {
	users, err := s.Store.UsersByEmail(ctx, address)
	for _, u := range users {
		if u.Verified && u.Open() {
			all = append(all, u)
		}
	}
	return all, err
}

// UserToSignIn returns the user called name. ok is false if there is no such user with a
// confirmed address.
func (s *Service) UserToSignIn(ctx context.Context, name string) (u User, ok bool, err error) {
	u, err = s.userByTypedName(ctx, name)
	return u, err == nil && u.Verified, err
}
