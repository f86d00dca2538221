// Package notice implements what persons are told when they do not look: the notices,
// the devices that show them, and their words. Package server/notice/turns decides when, and
// server/notice/push sends.
package notice

import (
	"context"
	"time"
)

// A Kind is what a notice is about, and what its subject names.
type Kind string

// The kinds.
const (
	Turn      Kind = "turn"      // a game waits for a person; the subject is its id
	Challenge Kind = "challenge" // a person is asked for a game; the subject is the offer's id
	Digest    Kind = "digest"    // a letter about all games that wait for a person
)

// A Notice is something that a person is told once. A person has one of a kind about a
// subject: a later occasion replaces it.
type Notice struct {
	Kind     Kind
	Subject  string
	Actor    string    // of the person
	Occasion string    // such as the number of the move that is awaited
	Due      time.Time // when to tell; zero once the person was told
	Tries    int
}

// A Device shows notices of an actor. Its texts come from a stranger's browser.
type Device struct {
	ID      string // hash of the endpoint
	Actor   string
	Session string // hash of the key of the session in which it was switched on; it ends with it
	At      time.Time
	Details
}

// Details are the parts of a device that no list is searched by.
type Details struct {
	Endpoint string `json:"endpoint"` // where the browser's push service takes messages
	Key      string `json:"key"`      // the public key of the browser, P-256 in base64
	Auth     string `json:"auth"`     // the secret that it shares with the server, in base64
	Language string `json:"language"`
	Name     string `json:"name"` // such as Firefox/Android
}

// A Store keeps notices, devices and secrets of the server. It is safe for concurrent
// use, and several processes may write to one.
type Store interface {
	// Followed returns the position of the log up to which notices are known, -1 at
	// first.
	Followed(ctx context.Context) (int64, error)

	// Follow notes that notices are known up to another position, those that have
	// begun and those that are over. One that is known with its occasion stays as it
	// is. It returns play.ErrStale if somebody else was first.
	Follow(ctx context.Context, from, to int64, begun, over []Notice) error

	// Add notes a notice as Follow does.
	Add(ctx context.Context, n Notice) error

	// Due returns up to limit notices that were due by a time, the oldest first.
	Due(ctx context.Context, by time.Time, limit int) ([]Notice, error)

	// Take makes a notice due later and counts a try. It reports whether the notice was
	// still as it was given: of several who take it, one does.
	Take(ctx context.Context, n Notice, later time.Time) (bool, error)

	// Told notes that a person was told: the notice is not due any more.
	Told(ctx context.Context, n Notice) error

	// Put adds a device, or replaces the one with its id.
	Put(ctx context.Context, d Device) error

	// Devices returns the devices of an actor, the oldest first.
	Devices(ctx context.Context, actor string) ([]Device, error)

	// Actors returns whom any device tells, sorted.
	Actors(ctx context.Context) ([]string, error)

	// Remove removes a device of an actor.
	Remove(ctx context.Context, actor, id string) error

	// Secret keeps a secret unless there is one of that name, and returns the one that
	// is kept.
	Secret(ctx context.Context, name, fresh string) (string, error)
}
