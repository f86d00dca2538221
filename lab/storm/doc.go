// Package storm implements a load generator for the server: it plays legal games
// over WebSockets, watches them, kills the server and starts it again, and reports
// how long acknowledgements take, what the server and the generator cost, and
// whether anything that was acknowledged is missing.
//
// It needs no more of a server than a [Target]. Moves are chosen at random among
// the legal ones by the rules of package game, on a board of the generator, so the
// generator never waits for a position. A move counts when the server acknowledges
// it, which means that it is on disk.
package storm

import (
	"context"
	"net/netip"

	"rosette/game/board"
)

// A Target is a server as the generator uses it. Its methods may be called by
// several goroutines at once. from is the local address of the connection; the
// zero address leaves the choice to the system.
type Target interface {
	// Open opens a game of two people who share a device, so that one session
	// holds both seats. control is a time control, see [clock.Forms].
	Open(ctx context.Context, from netip.Addr, board, control string) (Game, error)
	// Join opens a socket that follows a game from the event after on. It holds
	// the seats of g.Session, none if that is empty. The socket closes when ctx ends.
	Join(ctx context.Context, from netip.Addr, g Game, after int) (Socket, error)
	// Page fetches the page of a game and returns its size in bytes.
	Page(ctx context.Context, from netip.Addr, id string) (size int, err error)
}

// A Game is a game on a Target.
type Game struct {
	ID      string
	Session string // the secret that holds the seats; "" to watch
}

// A Socket is a connection that follows one game. One goroutine sends and one
// receives. Close may be called at any time and ends both.
type Socket interface {
	Play(m Move) error
	Receive() (Message, error)
	Close() error
}

// A Move is a command to play or pass.
type Move struct {
	ID    string      `json:"id"` // unique in its game; the server ignores a repeated one
	Point string      `json:"point"`
	Color board.Color `json:"color"`
	Pass  bool        `json:"pass,omitempty"`
}

// A Message is what a Socket receives. Of all but replies only Size and, where
// they have one, Seq are set.
type Message struct {
	Size    int    // bytes
	Reply   bool   // it answers a command
	ID      string // of the command
	Seq     int    // number of the last event
	Refused string // why the command was refused, "" if it was done
}
