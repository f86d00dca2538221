package account

import (
	"context"
	"net/http"

	"rosette/server/account"
	"rosette/server/http/web"
)

type (
	// Registration is what somebody sends to get an account.
	Registration struct {
		Name     string `json:"name" doc:"2 to 20 letters of one alphabet and digits, - or _ between them" maxLength:"100"`
		Password string `json:"password" doc:"At least 8 letters" maxLength:"1000"`
	}
	// Credentials is what somebody sends to sign in.
	Credentials struct {
		Name     string `json:"name" maxLength:"100"`
		Password string `json:"password" maxLength:"1000"`
	}
	registerInput struct{ Body Registration }
	signInInput   struct{ Body Credentials }
	sessionOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
		Body      Me
	}
	cookieOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
	}
	noInput  struct{}
	noOutput struct{}
)

// SignUp makes an account for the client of a request and signs him in: the games that
// he has played as a guest are his.
func (s *Server) SignUp(r *http.Request, wanted Registration) (account.User, []*http.Cookie, error) {
	if _, err := account.CheckName(wanted.Name); err != nil {
		return account.User{}, nil, s.problem(err, "name")
	}
	if wait, ok := s.limits.signUps.Take(s.Address(r)); !ok {
		return account.User{}, nil, web.TooMany("account.too-many", wait, nil)
	}
	u, err := s.Accounts.Register(r.Context(), account.Registration{Name: wanted.Name, Password: wanted.Password, Language: s.Language(r)})
	s.logged(r, "registered", u.ID, err)
	if err != nil {
		return u, nil, s.problem(err, "")
	}
	cookies, err := s.admit(r, u, account.ByPassword)
	return u, cookies, err
}

// SignIn signs the client of a request in.
func (s *Server) SignIn(r *http.Request, with Credentials) (account.User, []*http.Cookie, error) {
	if err := s.mayTry(r, with.Name); err != nil {
		return account.User{}, nil, err
	}
	u, err := s.Accounts.SignIn(r.Context(), with.Name, with.Password)
	s.signInLogged(r, "password", with.Name, u, err)
	if err != nil {
		return u, nil, s.problem(err, "")
	}
	cookies, err := s.admit(r, u, account.ByPassword)
	return u, cookies, err
}

// admit begins a session, marks the browser as known, and ends the client's previous session.
// Games from a guest session become the user's.
func (s *Server) admit(r *http.Request, u account.User, by account.Method) ([]*http.Cookie, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.problem(err, "")
	}
	if _, guest := account.GuestID(v.Identity.Actor()); guest {
		err = s.Accounts.Claim(r.Context(), u, v.Identity.Actor())
	} else if v.SignedIn() {
		err = s.Accounts.End(r.Context(), v.Identity.Actor(), v.Session.KeyHash)
	}
	if err != nil {
		return nil, s.problem(err, "")
	}
	key, err := s.Accounts.BeginBy(r.Context(), u.Actor(), account.DeviceOf(r.UserAgent()), by)
	if err != nil {
		return nil, s.problem(err, "")
	}
	browser, err := s.Accounts.KnowBrowser(r.Context(), u, s.Browser(r))
	if err != nil {
		return nil, s.problem(err, "")
	}
	return s.SignedIn(r, key, browser), nil
}

// SignOut ends the session of the client of a request.
func (s *Server) SignOut(r *http.Request) (*http.Cookie, error) {
	v, err := s.Visitor(r)
	if err == nil && v.SignedIn() {
		err = s.Accounts.End(r.Context(), v.Identity.Actor(), v.Session.KeyHash)
		s.logged(r, "signed-out", v.User.ID, err)
	}
	return s.SignedOut(r), s.problem(err, "")
}

// signed returns the answer to one who has signed in.
func signed(u account.User, cookies []*http.Cookie) *sessionOutput {
	out := &sessionOutput{Body: me(u)}
	for _, c := range cookies {
		out.SetCookie = append(out.SetCookie, *c)
	}
	return out
}

func (s *Server) postAccount(ctx context.Context, in *registerInput) (*sessionOutput, error) {
	u, cookies, err := s.SignUp(web.RequestOf(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return signed(u, cookies), nil
}

func (s *Server) postSession(ctx context.Context, in *signInInput) (*sessionOutput, error) {
	u, cookies, err := s.SignIn(web.RequestOf(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return signed(u, cookies), nil
}

func (s *Server) deleteOwnSession(ctx context.Context, _ *noInput) (*cookieOutput, error) {
	cookie, err := s.SignOut(web.RequestOf(ctx))
	if err != nil {
		return nil, err
	}
	return &cookieOutput{[]http.Cookie{*cookie}}, nil
}
