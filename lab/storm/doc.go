// Package storm implements a load generator for the server. It plays legal games over WebSockets,
// watches games, kills and restarts the server, and reports the acknowledgement latency, the cost
// for the server and the generator, and whether an acknowledged move is missing.
//
// The generator uses a server only through a [Target]. It keeps each position itself, with package
// game, and chooses random legal moves, so it never waits for a position. A move counts when the
// server acknowledges it, which means that it is on disk.
package storm

import (
	"context"
	"net/netip"

	"rosette/game/board"
)

// A Target is the generator's view of a server. Its methods are safe for concurrent use. From is
// the connection's local address; the zero address leaves the choice to the system.
type Target interface {
	// Open opens a game between two people on one device, so that one session holds both seats.
	// Control is a time control, see [clock.Forms].
	Open(ctx context.Context, from netip.Addr, board, control string) (Game, error)
	// Join opens a socket that follows a game, starting after event number after. It holds the
	// seats of g.Session, or no seat if that is empty. The socket closes when ctx ends.
	Join(ctx context.Context, from netip.Addr, g Game, after int) (Socket, error)
	// Page fetches a game's page and returns its size in bytes.
	Page(ctx context.Context, from netip.Addr, id string) (size int, err error)
}

// A Game is a game on a Target.
type Game struct {
	ID      string
	Session string // session secret with the seats; "" to watch
}

// A Socket is a connection that follows a game. One goroutine sends and one receives. Close may be
// called at any time and stops both.
type Socket interface {
	Play(m Move) error
	Receive() (Message, error)
	Close() error
}

// A Move is a command to play or pass.
type Move struct {
	ID    string      `json:"id"` // unique in the game; the server ignores a repeated one
	Point string      `json:"point"`
	Color board.Color `json:"color"`
	Pass  bool        `json:"pass,omitempty"`
}

// A Message is received from a Socket. Only replies have all fields; other messages have Size and
// sometimes Seq.
type Message struct {
	Size    int    // in bytes
	Reply   bool   // it answers a command
	ID      string // the command's
	Seq     int    // of the last event
	Refused string // why the command was refused, "" if it was accepted
}
