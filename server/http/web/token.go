package web

import (
	"net/http"
	"path"
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

// tokenFiles are patterns for the files outside the API that a token with ScopeRead may read.
var tokenFiles = []string{"/games/*/game.sgf", "/games/*/board.svg", "/games/*/board.png"}

// isTokenFile reports whether a path matches tokenFiles.
func isTokenFile(name string) bool {
	return slices.ContainsFunc(tokenFiles, func(pattern string) bool {
		ok, _ := path.Match(pattern, name) // the patterns are valid
		return ok
	})
}

// FromProgram reports whether a program sent a request that failed outside the API, so that it gets
// a Problem and no page: with a token, or for a file without accepting pages.
func FromProgram(r *http.Request) bool {
	return r.Header.Get("Authorization") != "" ||
		isTokenFile(r.URL.Path) && !strings.Contains(r.Header.Get("Accept"), "text/html")
}

// scopeOf returns the scope that a request needs, or "" if tokens are not accepted.
func scopeOf(method, path string) account.Scope {
	reads := method == http.MethodGet || method == http.MethodHead
	if reads && isTokenFile(path) {
		return account.ScopeRead
	}
	for _, row := range scopes {
		if !strings.HasPrefix(path, row.path) {
			continue
		}
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
