package wire

import "strings"

// Names of cookies. [CookieName] returns the name on an encrypted connection.
const (
	SessionCookie = "session" // the secret of a user's session
	GuestCookie   = "guest"   // the secret of a guest's session, for the whole server
	BrowserCookie = "browser" // the secret by which the server recognizes a browser
)

// HostPrefix is the name prefix of cookies that browsers accept only from the host itself,
// over TLS. Other hosts in the domain cannot set them.
const HostPrefix = "__Host-"

// A Holder is the account of a token, and its scopes.
type Holder struct {
	Name   string   `json:"name" doc:"Of the user"`
	Scopes []string `json:"scopes"`
	Bot    bool     `json:"bot,omitempty" doc:"The account is a bot's"`
}

// A Fault is an error in one part of a request.
type Fault struct {
	Location string         `json:"location"` // such as body.komi
	Code     string         `json:"code"`
	Message  string         `json:"message"`
	Args     map[string]any `json:"-"` // of Code
}

// CookieName returns the name of the cookie of a session.
func CookieName(plain string, secure bool) string {
	if secure {
		return HostPrefix + plain
	}
	return plain
}

// PlainName returns the name of a cookie without the prefix of encrypted connections.
func PlainName(name string) string { return strings.TrimPrefix(name, HostPrefix) }
