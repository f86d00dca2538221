package web

import (
	"net/http"
	"slices"
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

// tokenVisitor reads a program's personal token.
func (s *Server) tokenVisitor(r *http.Request, secret string) (v Visitor, err error) {
	identity, err := s.Sessions.IdentifyToken(r.Context(), secret)
	if err != nil {
		return v, err
	}
	if identity.Actor() == "" {
		return v, ProblemOf(http.StatusUnauthorized, "account.token.unknown", nil)
	}
	scope := scopeOf(r.Method, r.URL.Path)
	switch {
	case scope == "":
		return v, ProblemOf(http.StatusForbidden, "account.token.nothing", nil)
	case !slices.Contains(identity.Scopes, scope):
		return v, ProblemOf(http.StatusForbidden, "account.token.scope", map[string]any{"scope": string(scope)})
	}
	return Visitor{Identity: identity, Actor: Actor(identity.Actor())}, nil
}
