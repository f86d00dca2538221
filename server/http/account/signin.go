package account

import (
	"context"
	"net/http"

	"rosette/server/account"
	"rosette/server/http/web"
)

type (
	// Registration is the request for a new account.
	Registration struct {
		Name     string `json:"name" doc:"2 to 20 letters of one alphabet and digits, - or _ between them" maxLength:"100"`
		Password string `json:"password" doc:"At least 8 letters" maxLength:"1000"`
	}
	// Credentials is the request to sign in.
	Credentials struct {
		Name     string `json:"name" maxLength:"100"`
		Password string `json:"password" maxLength:"1000"`
	}
	registerInput struct {
		web.Caller
		Body Registration
	}
	signInInput struct {
		web.Caller
		Body Credentials
	}
	sessionOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
		Body      Me
	}
	cookieOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
	}
)

// entered returns the response to a sign-in.
func entered(c web.Caller, e account.SignInResult, err error) (*sessionOutput, error) {
	return &sessionOutput{c.SignedIn(e), me(e.User)}, err
}

func (s *Server) postAccount(ctx context.Context, in *registerInput) (*sessionOutput, error) {
	e, err := s.Accounts.SignUp(ctx, in.Client, in.Body.Name, in.Body.Password)
	return entered(in.Caller, e, err)
}

func (s *Server) postSession(ctx context.Context, in *signInInput) (*sessionOutput, error) {
	e, err := s.Accounts.SignIn(ctx, in.Client, in.Body.Name, in.Body.Password)
	return entered(in.Caller, e, err)
}

func (s *Server) deleteOwnSession(ctx context.Context, in *noInput) (*cookieOutput, error) {
	return &cookieOutput{in.SignedOut()}, s.Accounts.SignOut(ctx, in.Visitor)
}

func (s *Server) postConfirm(ctx context.Context, in *confirmInput) (*cookieOutput, error) {
	e, err := s.Accounts.Confirm(ctx, in.Client, in.Body.Password)
	return &cookieOutput{in.SignedIn(e)}, err
}

func (s *Server) postConfirmPasskey(ctx context.Context, in *responseInput) (*cookieOutput, error) {
	e, err := s.Accounts.ConfirmByPasskey(ctx, in.Client, in.Body)
	return &cookieOutput{in.SignedIn(e)}, err
}
