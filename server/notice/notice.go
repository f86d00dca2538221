// Package notice implements notices to people who are not looking at the site: the notices
// themselves, the devices that show them, and their texts. Package server/notice/turns decides when
// to send notices, and server/notice/push sends them.
package notice

import (
	"context"
	"time"
)

// A Kind is a kind of notice. It determines what the subject identifies.
type Kind string

// The kinds.
const (
	Turn      Kind = "turn"      // a game waits for the person; the subject is the game's ID
	Challenge Kind = "challenge" // the person is challenged; the subject is the offer's ID
	Digest    Kind = "digest"    // a letter about all the person's waiting games
)

// A Notice is a message to be sent to a person once. Per person there is at most one notice of a
// kind about a subject. A later occasion replaces it.
type Notice struct {
	Kind     Kind
	Subject  string
	Actor    string    // the person's actor
	Occasion string    // such as the number of the awaited move
	Due      time.Time // when to send it; zero after that
	Tries    int
}

// A Device shows notices to an actor. Its strings are untrusted because they come from a browser.
type Device struct {
	ID      string // hash of the endpoint
	Actor   string
	Session string // key hash of the session that added the device; the device ends with the session
	At      time.Time
	Details
}

// Details contains the parts of a device that are not used in queries.
type Details struct {
	Endpoint string `json:"endpoint"` // where the browser's push service receives messages
	Key      string `json:"key"`      // the browser's public key, P-256 in base64
	Auth     string `json:"auth"`     // the secret shared by browser and server, in base64
	Language string `json:"language"`
	Name     string `json:"name"` // such as Firefox/Android
}

// A Store stores notices, devices and the server's secrets. It is safe for concurrent use, also by
// several processes.
type Store interface {
	// LogPosition returns the log position up to which notices are stored, or -1 at the start.
	LogPosition(ctx context.Context) (int64, error)

	// Follow moves the position from from to to, adds the notices that have begun, and removes
	// those that are over. It does not change an existing notice with the same occasion. It returns
	// play.ErrStale if another process was first.
	Follow(ctx context.Context, from, to int64, begun, over []Notice) error

	// Add adds a notice like Follow.
	Add(ctx context.Context, n Notice) error

	// Due returns up to limit notices due at by, oldest first.
	Due(ctx context.Context, by time.Time, limit int) ([]Notice, error)

	// Take sets a later due time and counts a try. It reports whether the stored notice was still
	// equal to n, so only one of several callers succeeds.
	Take(ctx context.Context, n Notice, later time.Time) (bool, error)

	// MarkSent stores that a notice was sent, so it is no longer due.
	MarkSent(ctx context.Context, n Notice) error

	// Put adds a device or replaces the one with the same ID.
	Put(ctx context.Context, d Device) error

	// Devices returns an actor's devices, oldest first.
	Devices(ctx context.Context, actor string) ([]Device, error)

	// Actors returns all actors with devices, sorted.
	Actors(ctx context.Context) ([]string, error)

	// Remove removes an actor's device.
	Remove(ctx context.Context, actor, id string) error

	// Secret returns the secret with a name. If it does not exist, it stores fresh.
	Secret(ctx context.Context, name, fresh string) (string, error)
}
