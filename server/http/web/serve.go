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

// Bounds of the HTTP server.
const (
	idleTimeout     = 2 * time.Minute
	maxHeaderBytes  = 16 << 10
	receiveBuffer   = 64 << 10 // bytes of bodies that wait on a connection of HTTP/2
	shutdownTimeout = 4 * time.Second
)

// lineKey is the key under which the context of a request has its connection.
type lineKey struct{}

// LineOf returns the connection of a request, nil if the server is not run by Serve.
func LineOf(r *http.Request) *Line {
	conn := r.Context().Value(lineKey{})
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn()
	}
	line, _ := conn.(*Line)
	return line
}

// Serve answers HTTP requests on the listener with the handler until ctx ends. Then
// it takes no more requests, ends the sockets and gives what runs a few seconds to
// end. It returns an error if serving fails or if something runs on after that.
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
		server.Close() // requests that do not end lose their connections
		return fmt.Errorf("shut down: %w", err)
	}
	return nil
}

// httpServer returns the server of net/http with its bounds.
func (s *Server) httpServer(ctx context.Context, handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		TLSConfig:         s.TLS,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnContext:       func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, lineKey{}, c) },
		ReadHeaderTimeout: s.ReadWait,
		ReadTimeout:       s.ReadWait,
		WriteTimeout:      s.AnswerWait, // not of sockets, which are no longer the server's then
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          loglimit.Lines(s.Log),
		HTTP2:             &http.HTTP2Config{MaxReceiveBufferPerConnection: receiveBuffer, MaxReceiveBufferPerStream: receiveBuffer},
	}
}

// A countedListener closes connections at once that are too many, for one address or
// altogether, so that each costs next to nothing.
type countedListener struct {
	net.Listener
	open *Counter
}

// Accept returns the next connection that may stay.
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
		c.Close() // nobody is interested in how that goes
	}
}

// A Line is the connection of a request that lasts. It counts until it is closed. It can hold what is written, so that
// several messages are one packet.
type Line struct {
	net.Conn
	drop func()
	once sync.Once

	mu      sync.Mutex
	holding bool
	held    []byte
}

// maxHeld is how much room for held bytes a connection keeps when it holds none.
const maxHeld = 4 << 10

// Hold has Write keep what it gets until Release.
func (c *Line) Hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holding = true
}

// Release writes what is held.
func (c *Line) Release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.Conn.Write(c.held)
	if c.holding, c.held = false, c.held[:0]; cap(c.held) > maxHeld {
		c.held = nil
	}
	return err
}

// Write writes or holds p.
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

// Close closes the connection; the first call gives its place back.
func (c *Line) Close() error {
	c.once.Do(c.drop)
	return c.Conn.Close()
}
