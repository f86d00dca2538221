package match

import (
	"context"
	"errors"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

func (s *Server) getChat(ctx context.Context, in *gameInput) (*linesOutput, error) {
	lines, err := s.ChatLines(ctx, in.Visitor, in.ID)
	return &linesOutput{web.ListOf(lines, chathttp.LineOf)}, err
}

// MatchChat returns a match's chat as a visitor may read it.
func (s *Server) MatchChat(ctx context.Context, v web.Visitor, id string) (c chat.MatchChat, err error) {
	if s.Chat == nil {
		return c, nil
	}
	c, err = s.Chat.MatchChat(ctx, v, id)
	if errors.Is(err, chat.ErrNoMatch) {
		err = play.ErrNoMatch
	}
	return c, err
}

// ChatLines returns the lines that a visitor may read in a match's chat.
func (s *Server) ChatLines(ctx context.Context, v web.Visitor, id string) ([]chat.Line, error) {
	c, err := s.MatchChat(ctx, v, id)
	if err != nil || len(c.Parts) == 0 {
		return nil, err
	}
	return s.Chat.MatchLines(ctx, v, c)
}

func (s *Server) postChat(ctx context.Context, in *newLineInput) (*lineOutput, error) {
	if s.Chat == nil || !web.GameID.MatchString(in.ID) {
		return nil, refused(play.ErrNoMatch)
	}
	l, err := s.Chat.Post(ctx, in.Visitor, view.Topic(in.ID), in.Body.Text)
	return &lineOutput{chathttp.LineOf(l)}, err
}

// chatMessages returns a match's chat as the client may read it, and sends its later lines to the
// client.
func (s *Server) chatMessages(ctx context.Context, c *socket.Conn, id string) ([][]byte, error) {
	readable, err := s.MatchChat(ctx, c.Visitor, id)
	if err != nil || len(readable.Parts) == 0 {
		return nil, err
	}
	topic := view.Topic(id)
	for _, part := range readable.Parts {
		c.AddSources(topic, part.Room(id))
	}
	feed, err := s.Chat.MatchFeed(ctx, c.Visitor, readable)
	if err != nil {
		return nil, err
	}
	return chathttp.Messages(topic, feed), nil
}

// post posts a line to a match's chat.
func (s *Server) post(ctx context.Context, c *socket.Conn, r wire.Request) error {
	if _, ok := matchOf(r.Topic); !ok || s.Chat == nil {
		return socket.ErrNoTopic
	}
	_, err := s.Chat.Post(ctx, c.Visitor, r.Topic, r.Text)
	return err
}
