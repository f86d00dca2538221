package account

import "strings"

// An Actor identifies a person: "guest/ID", "user/ID", or "" for an anonymous visitor.
type Actor string

// IsUser reports whether the actor has an account.
func (a Actor) IsUser() bool { return strings.HasPrefix(string(a), "user/") }

// Topic returns the topic for messages that only the actor may read. The actor's sockets subscribe
// to it.
func (a Actor) Topic() string { return "person/" + string(a) }
