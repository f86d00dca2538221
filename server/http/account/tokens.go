package account

import (
	"context"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

type (
	// A Token lets a program act for a user. Its secret is returned only once, on creation.
	Token struct {
		ID      string          `json:"id"`
		Label   string          `json:"label"`
		Scopes  []account.Scope `json:"scopes"`
		Created int64           `json:"created"`
		Used    int64           `json:"used,omitempty" doc:"When it was last used, to the hour"`
	}
	// A NewToken is the request for a token.
	NewToken struct {
		Label  string          `json:"label" doc:"What the token is for" maxLength:"200"`
		Scopes []account.Scope `json:"scopes" doc:"Of read, play and chat" maxItems:"10"`
	}
	// A Secret is a token's secret. Programs send it as Authorization: Bearer.
	Secret struct {
		Secret string `json:"secret"`
	}
	holderOutput  struct{ Body wire.Holder }
	tokensOutput  struct{ Body []Token }
	newTokenInput struct {
		web.Caller
		Body NewToken
	}
	secretOutput struct{ Body Secret }
)

// registerTokens registers the operations on personal tokens.
func (s *Server) registerTokens(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/account/tokens", "Your tokens", s.getTokens, 401)
	web.Get(routes, web.Cheap, "/api/token", "For whom the token of the request acts", s.getToken, 401, 403, 503)
	web.Create(routes, web.Cheap, "/api/account/tokens", "Make a token for a program", s.postToken, 401, 403, 422)
	web.Delete(routes, web.Cheap, "/api/account/tokens/{id}", "Remove a token", s.deleteToken, 401)
}

// tokenOf returns a token without its secret.
func tokenOf(t account.Token) Token {
	shown := Token{ID: t.ID, Label: t.Label, Scopes: t.Scopes, Created: t.Created.UnixMilli()}
	if !t.Used.IsZero() {
		shown.Used = t.Used.UnixMilli()
	}
	return shown
}

func (s *Server) getToken(_ context.Context, in *noInput) (*holderOutput, error) {
	v := in.Visitor
	if !v.Token {
		return nil, account.ErrNoToken
	}
	scopes := web.ListOf(v.Scopes, func(scope account.Scope) string { return string(scope) })
	return &holderOutput{wire.Holder{Name: v.User.Name, Scopes: scopes, Bot: v.User.Bot}}, nil
}

func (s *Server) getTokens(ctx context.Context, in *noInput) (*tokensOutput, error) {
	all, err := s.Accounts.Tokens(ctx, in.Visitor)
	return &tokensOutput{web.ListOf(all, tokenOf)}, err
}

func (s *Server) postToken(ctx context.Context, in *newTokenInput) (*secretOutput, error) {
	secret, err := s.Accounts.NewToken(ctx, in.Client, in.Body.Label, in.Body.Scopes)
	return &secretOutput{Secret{secret}}, err
}

func (s *Server) deleteToken(ctx context.Context, in *sessionInput) (*noOutput, error) {
	return &noOutput{}, s.Accounts.RemoveToken(ctx, in.Visitor, in.ID)
}
