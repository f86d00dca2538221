package account

import (
	"context"
	"net/http"

	"rosette/server/account"
	"rosette/server/http/web"
)

// registerConfirmations registers the operations by which a session becomes fresh.
func (s *Server) registerConfirmations(routes *web.Routes) {
	web.Post(routes, web.Cheap, "/api/account/confirm", "Confirm by your password that it is you, which begins another session", web.MaxBody, s.postConfirm, 401, 403, 422, 429, 503)
	web.Post(routes, web.Cheap, "/api/account/confirm/passkey", "Confirm by a passkey that it is you: answer the challenge of a sign-in", maxPasskey, s.postConfirmPasskey, 401, 409, 422, 429)
}

// freshUser is User for who has signed in a short time ago: all others get a problem that
// says to confirm that it is they.
func (s *Server) freshUser(r *http.Request) (account.User, web.Visitor, error) {
	u, v, err := s.User(r)
	if err == nil {
		err = s.Fresh(v)
	}
	return u, v, err
}

// Confirm begins another session of the user of a request, who knows his password. The one
// that he had ends, so that whoever has found its cookie gains nothing.
func (s *Server) Confirm(r *http.Request, password string) ([]*http.Cookie, error) {
	u, v, err := s.User(r)
	if err == nil && u.Password == "" {
		err = web.ProblemOf(http.StatusUnprocessableEntity, "account.confirm.no-password", nil)
	}
	if err == nil {
		err = s.confirm(r, v, password, "password")
	}
	if err != nil {
		return nil, err
	}
	return s.confirmed(r, u, "password", v.Session.Method) // a passkey before that still counts
}

// ConfirmByPasskey is Confirm for the answer of a passkey, which must be the user's.
func (s *Server) ConfirmByPasskey(r *http.Request, answer []byte) ([]*http.Cookie, error) {
	u, _, err := s.User(r)
	if err != nil {
		return nil, err
	}
	site, err := s.siteOf(r)
	if err != nil {
		return nil, err
	}
	found, method, err := s.Accounts.PasskeySignIn(r.Context(), site, answer)
	if err == nil && found.ID != u.ID {
		err = account.ErrPasskey
	}
	if err != nil {
		s.signInLogged(r, "passkey", "", u, err)
		return nil, s.problem(err, "")
	}
	return s.confirmed(r, u, "passkey", method)
}

// confirmed begins another session of a user who has confirmed by something that it is he.
func (s *Server) confirmed(r *http.Request, u account.User, by string, method account.Method) ([]*http.Cookie, error) {
	s.Log.InfoContext(r.Context(), "account", "event", "confirmed", "user", u.ID, "by", by)
	return s.admit(r, u, method)
}

func (s *Server) postConfirm(ctx context.Context, in *confirmInput) (*cookieOutput, error) {
	return cookiesOf(s.Confirm(web.RequestOf(ctx), in.Body.Password))
}

func (s *Server) postConfirmPasskey(ctx context.Context, in *answerInput) (*cookieOutput, error) {
	return cookiesOf(s.ConfirmByPasskey(web.RequestOf(ctx), in.Body))
}

// cookiesOf returns the answer with cookies.
func cookiesOf(cookies []*http.Cookie, err error) (*cookieOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &cookieOutput{}
	for _, c := range cookies {
		out.SetCookie = append(out.SetCookie, *c)
	}
	return out, nil
}
