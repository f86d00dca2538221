package web

import (
	"net/http"
	"strings"

	"rosette/server/account"
)

// scopes maps path prefixes to the scope that a personal token needs; the first matching row
// counts. Tokens are not accepted where the scope is empty. Reading requires ScopeRead wherever
// tokens are accepted.
var scopes = []struct {
	path  string
	scope account.Scope
}{
	{"/api/account", ""},
	{"/api/session", ""},
	{"/api/admin", ""},
	{"/api/notices", ""},
	{"/api/chat", account.ScopeChat},
	{"/api/", account.ScopePlay},
}

// scopeOf returns the scope that a request needs, or "" if tokens are not accepted.
func scopeOf(method, path string) account.Scope {
	for _, row := range scopes {
		if !strings.HasPrefix(path, row.path) {
			continue
		}
		reads := method == http.MethodGet || method == http.MethodHead
		if row.scope != "" && reads && path != "/api/socket" {
			return account.ScopeRead
		}
		return row.scope
	}
	return ""
}

// tokenIdentity reads a program's personal token.
func (s *Server) tokenIdentity(r *http.Request, secret string) (account.Identity, error) {
	identity, err := s.Sessions.IdentifyToken(r.Context(), secret)
	if err != nil {
		return identity, err
	}
	if identity.Actor() == "" {
		return identity, account.ErrNoToken
	}
	return identity, identity.Permit(scopeOf(r.Method, r.URL.Path))
}
