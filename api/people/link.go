package people

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"rosette/account"
	"rosette/notify"
)

// AskSignIn sends a letter with a link to the user of a name, if there is one and he has a
// confirmed address: the link signs in a browser that the account does not know, also while
// somebody else exhausts the attempts for the name. The answer is the same for all names.
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
		return []notify.Letter{s.Mail.Site.SignInLetter(cmp.Or(l.User.Profile.Language, lang), l.User.Email, l.User.Name, l.Secret)}
	}), "")
}

// SignInLink returns the name of the user whom the secret of a letter signs in, and leaves
// the secret as it is.
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

// SignInBy signs the client of a request in by the secret of a letter, which it uses up.
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
