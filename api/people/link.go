package people

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"rosette/account"
	"rosette/notify"
)

// AskSignIn e-mails a sign-in link to the user called name if the account has a confirmed
// address. The link works in unknown browsers, also while the limit by name is exhausted. The
// result does not depend on the existence of the account.
func (s *Server) AskSignIn(r *http.Request, name string) error {
	if !s.Mails() {
		return noMail()
	}
	name = strings.TrimSpace(name)
	if name == "" {
		_, err := account.CheckName(name)
		return s.problem(err, "name")
	}
	const code = "mail.sign-in.too-many"
	if err := take(s.limits.links, s.Address(r), code); err != nil {
		return err
	}
	if err := take(s.limits.linksTo, account.Key(name), code); err != nil {
		return err
	}
	lang := s.Language(r)
	return s.problem(s.Mail.Outbox.Post(func(ctx context.Context) []notify.Letter {
		l, ok, err := s.Accounts.AskSignIn(ctx, name)
		if err != nil {
			s.Log.Error("letters with which one signs in", "err", err)
		}
		if err != nil || !ok {
			return nil
		}
		lang := cmp.Or(l.User.Profile.Language, lang)
		return []notify.Letter{s.Mail.Site.SignInLetter(lang, l.User.Email, l.User.Name, l.Secret)}
	}), "")
}

// SignInLink returns the user name for an e-mailed secret. It does not use the secret up.
func (s *Server) SignInLink(r *http.Request, secret string) (name string, err error) {
	if !s.Mails() {
		return "", noMail()
	}
	if err := s.mayUseCode(r); err != nil {
		return "", err
	}
	u, err := s.Accounts.SignInLink(r.Context(), secret)
	return u.Name, s.problem(err, "")
}

// SignInBy signs the client in by an e-mailed secret and uses the secret up.
func (s *Server) SignInBy(r *http.Request, secret string) ([]*http.Cookie, error) {
	if !s.Mails() {
		return nil, noMail()
	}
	if err := s.mayUseCode(r); err != nil {
		return nil, err
	}
	u, err := s.Accounts.SignInBy(r.Context(), secret)
	s.signInLogged(r, "link", "", u, err)
	if err != nil {
		return nil, s.problem(err, "")
	}
	return s.admit(r, u, account.ByLink)
}
