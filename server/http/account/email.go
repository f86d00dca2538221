package account

import (
	"context"
	"net/http"
	"time"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/notice"
)

// An Outbox sends letters. Post stores one and does not wait until it is sent.
type Outbox interface {
	Post(ctx context.Context, l notice.PendingLetter) error
}

// Mail is what a server that sends e-mails needs. The zero value sends none.
type Mail struct {
	Outbox Outbox
	Site   notice.Site
	// Secret returns the key with which links to unsubscribe are signed.
	Secret func(ctx context.Context) (string, error)
	// Schedule notes when a user gets a digest next.
	Schedule func(ctx context.Context, n notice.Notice) error
}

// Bounds of letters in an hour: to one address, and asked for by one address.
const (
	mostLettersTo  = 5
	mostLettersFor = 20
	mostLinksTo    = 3 // by name; under attack the latest link is at most 20 minutes old
)

// Mails reports whether the server sends e-mails.
func (s *Server) Mails() bool { return s.Mail.Outbox != nil }

// noMail is the problem of a server that sends no e-mails.
func noMail() error { return web.NotFound() }

// post sends a letter, unless there were too many to or from an address.
func (s *Server) post(r *http.Request, to string, life time.Duration, l notice.LetterDetails) error {
	const code = "mail.too-many"
	if err := take(s.limits.letters, s.Address(r), code); err != nil {
		return err
	}
	if err := take(s.limits.lettersTo, to, code); err != nil {
		return err
	}
	l.To = to
	return s.problem(s.postLetter(r, life, l), "")
}

// languageOf returns the language in which a user reads letters.
func languageOf(u account.User, r *http.Request, s *Server) string {
	if u.Profile.Language != "" {
		return u.Profile.Language
	}
	return s.Language(r)
}

// AskEmail sends a letter to an address, with which it becomes that of the user of a
// request, who must know the password.
func (s *Server) AskEmail(r *http.Request, address, password string) error {
	u, v, err := s.User(r)
	if err == nil && !s.Mails() {
		err = noMail()
	}
	if err == nil {
		err = s.confirm(r, v, password, "email-password")
	}
	if err != nil {
		return err
	}
	if address, err = account.CheckEmail(address); err != nil {
		return s.problem(err, "email")
	}
	if err := s.Accounts.MayAskEmail(r.Context(), u); err != nil {
		return s.problem(err, "email")
	}
	return s.post(r, address, account.EmailLife, notice.LetterDetails{Kind: notice.ConfirmKind, Lang: languageOf(u, r, s), User: u.ID})
}

// ConfirmEmail makes an address that of a user, by the secret of a letter. The address
// that he had until then is told.
func (s *Server) ConfirmEmail(r *http.Request, secret string) error {
	if !s.Mails() {
		return noMail()
	}
	if err := s.mayUseCode(r); err != nil {
		return err
	}
	u, before, err := s.Accounts.ConfirmEmail(r.Context(), secret)
	s.logged(r, "email-confirmed", u.ID, err)
	if err != nil || before == "" {
		return s.problem(err, "")
	}
	changed := notice.LetterDetails{Kind: notice.ChangedKind, To: before, Lang: languageOf(u, r, s), Name: u.Name}
	return s.problem(s.postLetter(r, noticeLife, changed), "")
}

// RemoveEmail forgets the address of the user of a request, who must know the password.
func (s *Server) RemoveEmail(r *http.Request, password string) error {
	u, v, err := s.User(r)
	if err == nil {
		err = s.confirm(r, v, password, "email-password")
	}
	if err != nil {
		return err
	}
	err = s.Accounts.RemoveEmail(r.Context(), u)
	s.logged(r, "email-removed", u.ID, err)
	return s.problem(err, "")
}

// AskReset sends a letter to whoever has an account with an address, by which he may
// choose another password. Nobody can tell whether there is such an account.
func (s *Server) AskReset(r *http.Request, address string) error {
	if !s.Mails() {
		return noMail()
	}
	address, err := account.CheckEmail(address)
	if err != nil {
		return s.problem(err, "email")
	}
	return s.post(r, address, account.ResetLife, notice.LetterDetails{Kind: notice.ResetRequest, Lang: s.Language(r)})
}

// Reset sets a password by an e-mailed secret. It forgets all known browsers except this one,
// whose cookie it returns, so that guesses cannot block a sign-in with the new password.
func (s *Server) Reset(r *http.Request, secret, password string) ([]*http.Cookie, error) {
	if !s.Mails() {
		return nil, noMail()
	}
	if err := s.mayUseCode(r); err != nil {
		return nil, err
	}
	u, err := s.Accounts.ResetBy(r.Context(), secret, password)
	s.secured(r, "password-reset", u, notice.PasswordChange, err)
	if err != nil {
		return nil, s.problem(err, "")
	}
	browser, err := s.Accounts.KnowBrowser(r.Context(), u, s.Browser(r))
	if err != nil {
		return nil, s.problem(err, "")
	}
	return []*http.Cookie{s.KnownBrowser(r, browser)}, nil
}

// SetDigest sets how often the user of a request hears of the games that wait for him.
func (s *Server) SetDigest(r *http.Request, d account.Digest) error {
	u, _, err := s.User(r)
	if err == nil && !s.Mails() {
		err = noMail()
	}
	if err != nil {
		return err
	}
	if u, err = s.Accounts.SetDigest(r.Context(), u, d); err != nil {
		return s.problem(err, "digest")
	}
	if d == account.NoDigest {
		return nil
	}
	now := s.Now()
	next := notice.NextDigest(now, d == account.HourlyDigest, u.Profile.Zone)
	return s.problem(s.Mail.Schedule(r.Context(), notice.DigestNotice(u.Actor(), now.Truncate(time.Millisecond), next)), "")
}

// Unsubscribe ends the digests of a user by the code of a letter.
func (s *Server) Unsubscribe(r *http.Request, code string) error {
	if !s.Mails() {
		return noMail()
	}
	if err := s.mayUseCode(r); err != nil {
		return err
	}
	key, err := s.Mail.Secret(r.Context())
	if err != nil {
		return s.problem(err, "")
	}
	id, ok := account.Unsigned(key, code)
	if !ok {
		return s.problem(account.ErrLink, "")
	}
	_, err = s.Accounts.SetDigest(r.Context(), account.User{ID: id}, account.NoDigest)
	return s.problem(err, "")
}
