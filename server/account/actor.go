package account

import "strings"

// An Actor identifies a person: "guest/ID", "user/ID", or "" if nobody is known.
type Actor string

// IsUser reports whether the actor has an account.
func (a Actor) IsUser() bool { return strings.HasPrefix(string(a), "user/") }

// Topic returns the topic of messages that only the actor may read. The sockets of the
// actor subscribe to it.
func (a Actor) Topic() string { return "person/" + string(a) }
