package servertest

import (
	"context"
	"strings"

	"rosette/client"
	"rosette/internal/waittest"
	"rosette/server/http/wire"
)

// A Socket is a browser's WebSocket.
type Socket struct {
	*Browser
	*client.Conn
}

// Socket opens a socket to a listening server.
func (b *Browser) Socket() *Socket {
	b.Helper()
	key := b.Cookies[wire.SessionCookie]
	if key == "" {
		key = b.Cookies[wire.GuestCookie]
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	conn, err := client.New(b.URL).Dial(ctx, key)
	b.Check(err)
	b.Cleanup(func() {
		cancel()
		conn.Close() // the test or the server may have closed it
	})
	return &Socket{b, conn}
}

// Join follows a topic.
func (s *Socket) Join(topic string) {
	s.Helper()
	s.Check(s.Conn.Send(wire.Request{Kind: "join", Topic: topic}))
}

// Await waits for a message with all parts and returns it.
func (s *Socket) Await(parts ...string) string {
	s.Helper()
	var others []string
	for {
		data, err := s.Receive()
		if err != nil {
			s.Fatalf("no message with %q after %q: %v", parts, others, err)
		}
		text, missing := string(data), false
		for _, part := range parts {
			missing = missing || !strings.Contains(text, part)
		}
		if !missing {
			return text
		}
		others = append(others, text)
	}
}
