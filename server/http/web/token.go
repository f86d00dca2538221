package web

import (
	"net/http"
	"slices"
	"strings"

	"rosette/server/account"
)

// scopes say which scope of a personal token a request needs, by how its path begins;
// the first row that fits counts. Without a scope no token will do. What reads needs
// ScopeRead wherever a token will do at all.
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

// scopeOf returns the scope that a request needs, "" if no token will do.
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

// tokenVisitor reads the personal token of a program.
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
