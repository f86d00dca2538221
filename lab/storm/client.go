package storm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"

	"rosette/client"
	"rosette/game/board"
	"rosette/server/http/wire"
)

// A server is a Target that uses the HTTP API.
type server struct{ client *client.Client }

// NewTarget returns the server at a URL.
func NewTarget(url string) Target { return server{client.New(url)} }

func (s server) Open(ctx context.Context, from netip.Addr, board, control string) (Game, error) {
	opened, session, err := s.client.OpenGame(client.From(ctx, from), "", wire.NewGame{
		Board: board, Opponent: "people", Clock: control,
	})
	return Game{opened.ID, session}, err
}

func (s server) Page(ctx context.Context, from netip.Addr, id string) (int, error) {
	size, err := s.client.Get(client.From(ctx, from), "", "/games/"+id)
	return int(size), err
}

func (s server) Join(ctx context.Context, from netip.Addr, g Game, after int) (Socket, error) {
	conn, err := s.client.Dial(client.From(ctx, from), g.Session)
	if err != nil {
		return nil, err
	}
	k := &socket{conn, "match/" + g.ID}
	if err := k.join(after); err != nil {
		conn.Close() // the first error counts
		return nil, err
	}
	return k, nil
}

// A socket is a Socket that has joined a topic.
type socket struct {
	conn  *client.Conn
	topic string
}

// join joins the topic and waits for the reply; the frame follows.
func (k *socket) join(after int) error {
	if err := k.conn.Send(wire.Request{Kind: "join", Topic: k.topic, After: after}); err != nil {
		return err
	}
	for {
		data, err := k.conn.Receive()
		if err != nil {
			return err
		}
		var m struct{ Kind, Reason string }
		if err := json.Unmarshal(data, &m); err != nil {
			return fmt.Errorf("message from the server: %w", err)
		}
		switch m.Kind {
		case "joined":
			return nil
		case "left":
			return fmt.Errorf("%s cannot be joined: %s", k.topic, m.Reason)
		}
	}
}

func (k *socket) Close() error { return k.conn.Close() }

func (k *socket) Play(m Move) error {
	command, as := "play", "b"
	if m.Pass {
		command = "pass"
	}
	if m.Color == board.White {
		as = "w"
	}
	return k.conn.Send(wire.Request{Kind: "do", Topic: k.topic, ID: m.ID, Command: command, As: as, Point: m.Point})
}

// replyStart begins every reply. Other messages are not decoded, because decoding costs more than
// the rest of a move.
var replyStart = []byte(`{"kind":"reply"`)

func (k *socket) Receive() (Message, error) {
	data, err := k.conn.Receive()
	m := Message{Size: len(data)}
	if err != nil || !bytes.HasPrefix(data, replyStart) {
		return m, err
	}
	var r wire.Reply
	if err := json.Unmarshal(data, &r); err != nil {
		return m, fmt.Errorf("message from the server: %w", err)
	}
	m.Reply = true
	m.ID = r.ID
	m.Seq = r.Seq
	m.Refused = r.Refused
	return m, nil
}

// Spread chooses local addresses, so that a server on this machine with limits per address sees
// many clients.
type Spread struct {
	Each int        // uses per address; 0 leaves the choice to the system
	Base netip.Addr // the first address follows it; the zero address means 127.1.0.0
}

// From returns the local address for the i-th use.
func (s Spread) From(i int) netip.Addr {
	if s.Each <= 0 {
		return netip.Addr{}
	}
	n, base := i/s.Each, [4]byte{127, 1}
	if s.Base.IsValid() {
		base = s.Base.As4()
	}
	// 127.1.0.1 and so on; the last byte is never 0 or 255.
	return netip.AddrFrom4([4]byte{base[0], base[1] + byte(n/254/256), byte(n / 254), byte(1 + n%254)})
}

// onLoopback reports whether a server's URL has an IPv4 loopback address, which accepts connections
// from all of 127.0.0.0/8.
func onLoopback(at string) bool {
	u, err := url.Parse(at)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.Is4() && ip.IsLoopback()
}
