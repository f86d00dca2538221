package lobby

import (
	"context"
	"errors"
	"strings"

	"rosette/play"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
)

// join returns the lobby's offers, or a single offer, for a client that joins the topic.
func (s *Server) join(ctx context.Context, c *matchhttp.Client, topic string) ([][]byte, error) {
	if topic == lobbyTopic {
		seeks, err := s.lobby.Seeks(ctx, c.Visitor)
		return [][]byte{message(topic, true, web.ListOf(seeks, ViewOf)...)}, err
	}
	o, err := s.lobby.Follow(ctx, c.Visitor, strings.TrimPrefix(topic, offerPrefix))
	if errors.Is(err, lobby.ErrNoOffer) {
		return nil, play.ErrNoMatch
	}
	return [][]byte{message(topic, false, ViewOf(o))}, err
}
