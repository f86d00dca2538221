package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"rosette/server/refusal"
)

// How long links in e-mails work.
const (
	EmailLife  = 24 * time.Hour // that confirm an address
	ResetLife  = time.Hour      // for another password
	SignInLife = 30 * time.Minute
)

// How many links a user can have at once: no more are sent in their time.
const (
	mostEmails   = 5
	mostResets   = 3
	mostSignIns  = 3
	longestEmail = 254
)

// A Digest is how often a user wants to hear by e-mail of the games that wait for him.
type Digest string

// The digests.
const (
	NoDigest     Digest = ""
	DailyDigest  Digest = "daily"
	HourlyDigest Digest = "hourly"
)

// ErrLink is the refusal of a link that does not work, whatever is wrong with it.
var ErrLink = refusal.New(refusal.Gone, "mail.link.used")

// CheckEmail returns an e-mail address as it is stored.
func CheckEmail(text string) (string, error) {
	text = strings.TrimSpace(text)
	a, err := mail.ParseAddress(text)
	if err != nil || a.Name != "" || a.Address != text || len(text) > longestEmail || !strings.Contains(text, ".") || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", refuse("mail.email.unknown", "text", clip(text))
	}
	return strings.ToLower(text), nil
}

// askedEmail is what is stored of an address that is to be confirmed.
type askedEmail struct {
	Email string `json:"email"`
}

// MayAskEmail returns a refusal if a user has been sent too many links to confirm an address
// lately.
func (s *Service) MayAskEmail(ctx context.Context, u User) error {
	has, err := s.linksOf(ctx, u, KindEmail, EmailLife)
	if err == nil && has >= mostEmails {
		err = refuse("mail.too-many")
	}
	return err
}

// AskEmail returns a secret that only who reads the e-mails of an address can know: with
// it the address becomes the user's. ok is false if he has too many.
func (s *Service) AskEmail(ctx context.Context, u User, address string) (secret string, ok bool, err error) {
	body, err := json.Marshal(askedEmail{address})
	if err != nil {
		return "", false, err
	}
	return s.newLink(ctx, u, KindEmail, EmailLife, mostEmails, string(body))
}

// newLink stores the hash of a secret that a user may use for some time. ok is false if he
// has most already.
func (s *Service) newLink(ctx context.Context, u User, kind Kind, life time.Duration, most int, body string) (secret string, ok bool, err error) {
	has, err := s.linksOf(ctx, u, kind, life)
	if err != nil || has >= most {
		return "", false, err
	}
	secret = NewKey()
	return secret, true, s.Store.Add(ctx, Belonging{Owner: u.ID, Kind: kind, ID: KeyHash(secret), At: s.Now(), Body: body})
}

// linksOf returns how many links of a kind a user has that still work.
func (s *Service) linksOf(ctx context.Context, u User, kind Kind, life time.Duration) (int, error) {
	if err := s.Store.RemoveOlder(ctx, kind, s.Now().Add(-life)); err != nil {
		return 0, fmt.Errorf("account: a link: %w", err)
	}
	has, err := s.Store.BelongingsOf(ctx, u.ID, kind)
	return len(has), err
}

// link returns what the secret of a link stands for.
func (s *Service) link(ctx context.Context, kind Kind, life time.Duration, secret string) (Belonging, User, error) {
	found, err := s.Store.Find(ctx, kind, KeyHash(secret))
	if err != nil {
		return Belonging{}, User{}, err
	}
	if len(found) == 0 || s.Now().Sub(found[0].At) > life {
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
		for _, b := range all {
			if _, err := s.Store.Remove(ctx, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// ConfirmEmail makes the address of a secret that of its user, once, and ends all links that
// were sent before. It returns the user as
// he is now, and the address that he had before, "" if none or the same.
func (s *Service) ConfirmEmail(ctx context.Context, secret string) (u User, before string, err error) {
	b, u, err := s.link(ctx, KindEmail, EmailLife, secret)
	if err != nil {
		return u, "", err
	}
	var asked askedEmail
	if err := json.Unmarshal([]byte(b.Body), &asked); err != nil {
		return u, "", fmt.Errorf("account: e-mail of %s: %w", u.ID, err)
	}
	if was, err := s.Store.Remove(ctx, b); err != nil || !was {
		return u, "", orRefuse(err, ErrLink)
	}
	if u.Verified && u.Email != asked.Email {
		before = u.Email
	}
	u, err = s.Store.Change(ctx, u.ID, func(u *User) error {
		u.Email, u.Verified = asked.Email, true
		return nil
	})
	if err == nil {
		err = s.endLinks(ctx, u, KindEmail, KindReset, KindSignIn)
	}
	return u, before, err
}

// RemoveEmail forgets the address of a user, and ends all links that were sent to him.
func (s *Service) RemoveEmail(ctx context.Context, u User) error {
	_, err := s.Store.Change(ctx, u.ID, func(u *User) error {
		u.Email, u.Verified, u.Digest = "", false, NoDigest
		return nil
	})
	if err != nil {
		return err
	}
	return s.endLinks(ctx, u, KindEmail, KindReset, KindSignIn)
}

// SetDigest sets how often a user hears of the games that wait for him. Without an address
// he cannot.
func (s *Service) SetDigest(ctx context.Context, u User, d Digest) (User, error) {
	if !slices.Contains([]Digest{NoDigest, DailyDigest, HourlyDigest}, d) || d != NoDigest && !u.Verified {
		return u, refuse("mail.digest.unknown")
	}
	return s.Store.Change(ctx, u.ID, func(u *User) error { u.Digest = d; return nil })
}

// Resettable returns the users of a confirmed address, who may choose another password by it.
func (s *Service) Resettable(ctx context.Context, address string) (all []User, err error) {
	users, err := s.Store.Mailed(ctx, address)
	for _, u := range users {
		if u.Verified && u.Open() {
			all = append(all, u)
		}
	}
	return all, err
}

// AskReset returns a secret with which a user may choose another password; ok is false if he
// has had several lately.
func (s *Service) AskReset(ctx context.Context, u User) (secret string, ok bool, err error) {
	return s.newLink(ctx, u, KindReset, ResetLife, mostResets, "{}")
}

// EndLink ends the link of a secret that has reached nobody.
func (s *Service) EndLink(ctx context.Context, kind Kind, secret string) error {
	found, err := s.Store.Find(ctx, kind, KeyHash(secret))
	for _, b := range found {
		if _, failed := s.Store.Remove(ctx, b); failed != nil {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// Mailable returns the user called name. ok is false if there is no such user with a
// confirmed address.
func (s *Service) Mailable(ctx context.Context, name string) (u User, ok bool, err error) {
	u, err = s.named(ctx, name)
	return u, err == nil && u.Verified, err
}

// AskSignIn returns a secret that signs u in. ok is false if several recent links exist.
func (s *Service) AskSignIn(ctx context.Context, u User) (secret string, ok bool, err error) {
	return s.newLink(ctx, u, KindSignIn, SignInLife, mostSignIns, "{}")
}

// SignInLink returns the user for a secret from [Service.AskSignIn]. It does not use the
// secret up.
func (s *Service) SignInLink(ctx context.Context, secret string) (User, error) {
	_, u, err := s.link(ctx, KindSignIn, SignInLife, secret)
	return u, err
}

// SignInBy is [Service.SignInLink]. It uses up this secret and revokes the user's other
// sign-in links.
func (s *Service) SignInBy(ctx context.Context, secret string) (User, error) {
	b, u, err := s.link(ctx, KindSignIn, SignInLife, secret)
	if err != nil {
		return User{}, err
	}
	if was, err := s.Store.Remove(ctx, b); err != nil || !was {
		return User{}, orRefuse(err, ErrLink)
	}
	return u, s.endLinks(ctx, u, KindSignIn)
}

// ResetBy gives a user another password by a secret, once, and signs him out everywhere. It
// returns the user.
func (s *Service) ResetBy(ctx context.Context, secret, password string) (User, error) {
	b, u, err := s.link(ctx, KindReset, ResetLife, secret)
	if err != nil {
		return u, err
	}
	if _, err := CheckPassword(password, u.Name); err != nil {
		return u, err // the link still works
	}
	if was, err := s.Store.Remove(ctx, b); err != nil || !was {
		return u, orRefuse(err, ErrLink)
	}
	return u, s.SetPassword(ctx, u, password, Client{})
}
