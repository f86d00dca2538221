package lobby

import (
	"context"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/http/wire"
)

// Matches provides a server's matches. It implements [lobby.Matches].
type Matches struct{ *match.Server }

// Open opens a match and invalidates its players' lists.
func (m Matches) Open(ctx context.Context, id string, s play.Settings) error {
	err := m.Host.Open(ctx, id, s)
	m.Wrote(account.Actor(s.Black.Actor()), account.Actor(s.White.Actor()))
	return err
}

// Read calls look with a match.
func (m Matches) Read(ctx context.Context, id string, look func(*play.Match)) error {
	return m.Host.Read(ctx, id, look)
}

// Usual returns the settings of a match on a board with a time control.
func (m Matches) Usual(board, control string) (play.Settings, error) {
	return m.Terms(wire.NewGame{Board: board, Clock: control}, m.Now())
}
