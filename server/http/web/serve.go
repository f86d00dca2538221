package web

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"rosette/internal/loglimit"
)

// Limits of the HTTP server.
const (
	idleTimeout     = 2 * time.Minute
	maxHeaderBytes  = 16 << 10
	receiveBuffer   = 64 << 10        // buffered body bytes on an HTTP/2 connection
	shutdownTimeout = 8 * time.Second // less than the 10 s after which a container is killed
)

// lineKey is the context key for a request's connection.
type lineKey struct{}

// LineOf returns a request's connection, or nil if the server was not started by Serve.
func LineOf(r *http.Request) *Line {
	conn := r.Context().Value(lineKey{})
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn()
	}
	line, _ := conn.(*Line)
	return line
}

// Serve serves HTTP requests on the listener with the handler until ctx ends. It then stops
// accepting requests, ends the sockets and gives running requests a few seconds to end. It returns
// an error if serving fails or if requests are still running after that.
func (s *Server) Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	perAddress := s.Limits.Connections
	if s.TrustProxy {
		perAddress = s.Limits.AllOpen // all connections come from the proxy
	}
	server := s.httpServer(ctx, handler)
	counted := &countedListener{Listener: listener, open: NewCounter(perAddress, s.Limits.AllOpen)}
	failed := make(chan error, 1)
	go func() {
		if s.TLS == nil {
			failed <- server.Serve(counted)
		} else {
			failed <- server.ServeTLS(counted, "", "")
		}
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	err := server.Shutdown(closing)
	if err == nil {
		err = s.Wait(closing)
	}
	if err != nil {
		server.Close() // aborts the remaining requests
		return fmt.Errorf("shut down: %w", err)
	}
	return nil
}

// httpServer returns the net/http server with its limits.
func (s *Server) httpServer(ctx context.Context, handler http.Handler) *http.Server {
	return &http.Server{
		Handler:     handler,
		TLSConfig:   s.TLS,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx,
				lineKey{}, c)
		},
		ReadHeaderTimeout: s.ReadWait,
		ReadTimeout:       s.ReadWait,
		WriteTimeout:      s.AnswerWait, // not for sockets, which have left the server by then
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          loglimit.Lines(s.Log),
		HTTP2: &http.HTTP2Config{
			MaxReceiveBufferPerConnection: receiveBuffer, MaxReceiveBufferPerStream: receiveBuffer,
		},
	}
}

// A countedListener closes excess connections at once, for one address or in total, so that each
// costs almost nothing.
type countedListener struct {
	net.Listener
	open *Counter
}

// Accept returns the next connection within the limits.
func (l *countedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := addressOf(c.RemoteAddr().String())
		if l.open.Hold(address) {
			return &Line{Conn: c, drop: func() { l.open.Drop(address) }}, nil
		}
		c.Close() // its error does not matter
	}
}

// A Line is a client's connection. It counts against the limits until it is closed. It can buffer
// writes, so that several messages form one packet.
type Line struct {
	net.Conn
	drop func()
	once sync.Once

	mu      sync.Mutex
	holding bool
	held    []byte
}

// maxHeld is the buffer capacity that a connection keeps when the buffer is empty.
const maxHeld = 4 << 10

// Hold makes Write buffer its data until Release.
func (c *Line) Hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holding = true
}

// Release writes the buffered data.
func (c *Line) Release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.Conn.Write(c.held)
	if c.holding, c.held = false, c.held[:0]; cap(c.held) > maxHeld {
		c.held = nil
	}
	return err
}

// Write writes or buffers p.
func (c *Line) Write(p []byte) (int, error) {
	c.mu.Lock()
	holding := c.holding
	if holding {
		c.held = append(c.held, p...)
	}
	c.mu.Unlock()
	if holding {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// Close closes the connection. The first call releases its count.
func (c *Line) Close() error {
	c.once.Do(c.drop)
	return c.Conn.Close()
}
