package account

import (
	"context"
	"net/http"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/notice"
)

type (
	// A Token lets a program act for a user. The secret is known when it is made, and
	// never again.
	Token struct {
		ID      string          `json:"id"`
		Label   string          `json:"label"`
		Scopes  []account.Scope `json:"scopes"`
		Created int64           `json:"created"`
		Used    int64           `json:"used,omitempty" doc:"When it was last used, to the hour"`
	}
	// A NewToken is what somebody sends to get a token.
	NewToken struct {
		Label  string          `json:"label" doc:"What the token is for" maxLength:"200"`
		Scopes []account.Scope `json:"scopes" doc:"Of read, play and chat" maxItems:"10"`
	}
	// A Secret is what a program sends as Authorization: Bearer.
	Secret struct {
		Secret string `json:"secret"`
	}
	holderOutput  struct{ Body wire.Holder }
	tokensOutput  struct{ Body []Token }
	newTokenInput struct{ Body NewToken }
	secretOutput  struct{ Body Secret }
)

// registerTokens registers the operations of personal tokens.
func (s *Server) registerTokens(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/account/tokens", "Your tokens", s.getTokens, 401)
	web.Get(routes, web.Cheap, "/api/token", "For whom the token of the request acts", s.getToken, 401, 403, 503)
	web.Create(routes, web.Cheap, "/api/account/tokens", "Make a token for a program", s.postToken, 401, 403, 422)
	web.Delete(routes, web.Cheap, "/api/account/tokens/{id}", "Remove a token", s.deleteToken, 401)
}

// Tokens returns the tokens of the user of a request.
func (s *Server) Tokens(r *http.Request) ([]Token, error) {
	u, _, err := s.User(r)
	if err != nil {
		return nil, err
	}
	has, err := s.Accounts.Tokens(r.Context(), u)
	all := []Token{}
	for _, t := range has {
		shown := Token{ID: t.ID, Label: t.Label, Scopes: t.Scopes, Created: t.Created.UnixMilli()}
		if !t.Used.IsZero() {
			shown.Used = t.Used.UnixMilli()
		}
		all = append(all, shown)
	}
	return all, s.problem(err, "")
}

// NewToken makes a token for the user of a request, who must have signed in a short time
// ago, and returns its secret.
func (s *Server) NewToken(r *http.Request, wanted NewToken) (string, error) {
	u, _, err := s.freshUser(r)
	if err != nil {
		return "", err
	}
	secret, err := s.Accounts.NewToken(r.Context(), u, wanted.Label, wanted.Scopes)
	s.secured(r, "token-made", u, notice.TokenChange, err)
	return secret, s.problem(err, "")
}

// RemoveToken removes a token of the user of a request.
func (s *Server) RemoveToken(r *http.Request, id string) error {
	u, _, err := s.User(r)
	if err != nil {
		return err
	}
	err = s.Accounts.RemoveToken(r.Context(), u, id)
	s.logged(r, "token-removed", u.ID, err)
	return s.problem(err, "")
}

// Holder returns for whom the token of a request acts.
func (s *Server) Holder(r *http.Request) (wire.Holder, error) {
	v, err := s.Visitor(r)
	switch {
	case err != nil:
		return wire.Holder{}, s.problem(err, "")
	case !v.Token:
		return wire.Holder{}, web.ProblemOf(http.StatusUnauthorized, "account.token.unknown", nil)
	}
	h := wire.Holder{Name: v.User.Name, Scopes: []string{}, Bot: v.User.Bot}
	for _, scope := range v.Scopes {
		h.Scopes = append(h.Scopes, string(scope))
	}
	return h, nil
}

func (s *Server) getToken(ctx context.Context, _ *noInput) (*holderOutput, error) {
	h, err := s.Holder(web.RequestOf(ctx))
	return &holderOutput{h}, err
}

func (s *Server) getTokens(ctx context.Context, _ *noInput) (*tokensOutput, error) {
	all, err := s.Tokens(web.RequestOf(ctx))
	return &tokensOutput{all}, err
}

func (s *Server) postToken(ctx context.Context, in *newTokenInput) (*secretOutput, error) {
	secret, err := s.NewToken(web.RequestOf(ctx), in.Body)
	return &secretOutput{Secret{secret}}, err
}

func (s *Server) deleteToken(ctx context.Context, in *sessionInput) (*noOutput, error) {
	return &noOutput{}, s.RemoveToken(web.RequestOf(ctx), in.ID)
}
