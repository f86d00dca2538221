package client

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/coder/websocket"

	"rosette/server/http/wire"
)

// maxMessage bounds a message from the server, in bytes.
const maxMessage = 4 << 20

// A Conn is a WebSocket to the server. One goroutine may send while another receives. Close may be
// called at any time.
type Conn struct {
	conn   *websocket.Conn
	stop   func() bool
	buffer []byte
}

// Dial opens a socket with a session secret, or anonymously if session is "". The socket closes
// when ctx ends.
func (c *Client) Dial(ctx context.Context, session string) (*Conn, error) {
	header := http.Header{}
	if session != "" {
		header.Set("Cookie", c.guestCookie()+"="+session)
	}
	conn, _, err := websocket.Dial(ctx, c.url+"/api/socket", &websocket.DialOptions{
		HTTPClient: c.http, HTTPHeader: header,
	})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(maxMessage)
	return &Conn{conn: conn, stop: context.AfterFunc(ctx, func() { conn.CloseNow() })}, nil
}

// Close closes the connection without a WebSocket close handshake.
func (c *Conn) Close() error {
	c.stop()
	return c.conn.CloseNow()
}

// Send sends a request.
func (c *Conn) Send(r wire.Request) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return c.conn.Write(context.Background(), websocket.MessageText, data)
}

// Receive returns the next message as JSON. The slice is valid until the next call.
func (c *Conn) Receive() ([]byte, error) {
	_, r, err := c.conn.Reader(context.Background()) // ends when the socket is closed
	if err != nil {
		return nil, err
	}
	c.buffer = c.buffer[:0]
	for {
		if len(c.buffer) == cap(c.buffer) {
			c.buffer = append(c.buffer, make([]byte, 512)...)[:len(c.buffer)]
		}
		n, err := r.Read(c.buffer[len(c.buffer):cap(c.buffer)])
		c.buffer = c.buffer[:len(c.buffer)+n]
		if errors.Is(err, io.EOF) {
			return c.buffer, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
