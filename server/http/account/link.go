package account

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"rosette/server/account"
	"rosette/server/notice"
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
	asked := notice.LetterDetails{Kind: notice.SignInRequest, Lang: s.Language(r), Name: name}
	return s.problem(s.postLetter(r, account.SignInLife, asked), "")
}

// expandSignIn returns the letter to the user of a name.
func (s *Server) expandSignIn(ctx context.Context, l notice.PendingLetter) (w notice.WrittenLetter, err error) {
	u, ok, err := s.Accounts.Mailable(ctx, l.Name)
	if err != nil || !ok {
		return w, err
	}
	l.ID = ""
	l.Kind = notice.SignInKind
	l.User = u.ID
	l.To = u.Email
	l.Lang = cmp.Or(u.Profile.Language, l.Lang)
	return notice.WrittenLetter{Instead: []notice.PendingLetter{l}}, nil
}

// writeSignIn writes a letter with a sign-in link, unless the user has another address now.
func (s *Server) writeSignIn(ctx context.Context, l notice.PendingLetter) (w notice.WrittenLetter, err error) {
	u, ok, err := s.holder(ctx, l)
	if err != nil || !ok || !u.Verified || u.Email != l.To {
		return w, err
	}
	secret, ok, err := s.Accounts.AskSignIn(ctx, u)
	if err != nil || !ok {
		return w, err
	}
	return s.linked(s.Mail.Site.SignInLetter(l.Lang, l.To, u.Name, secret), account.KindSignIn, secret), nil
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
