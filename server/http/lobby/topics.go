package lobby

import (
	"context"
	"errors"
	"strings"

	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
)

// join returns the lobby's offers, or a single offer, for a client that joins the topic.
func (s *Server) join(ctx context.Context, c *socket.Conn, r wire.Request) (out socket.Snapshot, err error) {
	if r.Topic == lobbyTopic {
		seeks, err := s.lobby.Seeks(ctx, c.Visitor)
		out.Messages = [][]byte{message(r.Topic, true, web.ListOf(seeks, ViewOf)...)}
		return out, err
	}
	o, err := s.lobby.Follow(ctx, c.Visitor, strings.TrimPrefix(r.Topic, offerPrefix))
	if errors.Is(err, lobby.ErrNoOffer) {
		err = socket.ErrNoTopic
	}
	out.Messages = [][]byte{message(r.Topic, false, ViewOf(o))}
	return out, err
}
