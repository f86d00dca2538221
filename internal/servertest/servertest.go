// Package servertest runs a complete server in the test process, with clients.
package servertest

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/engine/configure"
	"rosette/server"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/store/storetest"
)

// A Server is a server under test.
type Server struct {
	testing.TB
	*server.Server
	Clock *Clock
	Log   *Log
	URL   string // set by Start; "" before

	config  server.Config
	stop    func()
	catchUp sync.Mutex
}

// Unlimited are limits that tests do not reach by accident.
var Unlimited = web.Limits{
	Requests: 1 << 30, SignIns: 1 << 30, SignUps: 1 << 30, Games: 1 << 30, Messages: 1 << 30, Estimates: 1 << 30,
	Positions: 1 << 30,
}

// New returns a server that answers requests in this process until the test ends. It does nothing
// by itself before [Server.Start].
//
// By default its store is empty, passwords are cheap and the computer searches two visits. Change
// adjusts the Config.
func New(t testing.TB, change ...func(*server.Config)) *Server {
	t.Helper()
	s := &Server{TB: t, Clock: &Clock{}, Log: &Log{}}
	s.config = server.Config{
		Engine: configure.Config{Visits: 2}, Now: s.Clock.Now, StreamInterval: 50 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(s.Log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	s.open(change)
	return s
}

// Beside returns another server with the same store, clock and log.
func (s *Server) Beside(change ...func(*server.Config)) *Server {
	s.Helper()
	other := &Server{TB: s.TB, Clock: s.Clock, Log: s.Log, config: s.config}
	other.open(change)
	return other
}

// open connects the server.
func (s *Server) open(change []func(*server.Config)) {
	s.Helper()
	for _, f := range change {
		f(&s.config)
	}
	if s.config.Store == nil {
		s.config.Store = storetest.Open(s.TB)
	}
	var err error
	s.Server, err = server.New(s.Context(), s.config)
	s.Check(err)
	s.Match.Listed = s.listed
	s.Accounts.Hasher = &account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Threads: 1}, Budget: s.config.Budget}
	s.Cleanup(func() {
		s.Stop()
		s.Close()
	})
}

// Check ends the test if err is not nil.
func (s *Server) Check(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// Start runs the server at a loopback address, "" for a free port, until the test ends or Stop is
// called.
func (s *Server) Start(address string) {
	s.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", address)
	s.Check(err)
	s.URL = "http://" + listener.Addr().String()
	s.Match.Listed = s.Projector.Await
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, listener) }()
	s.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			s.Error(err)
		}
	}
}

// Listen answers requests at a loopback address, for sockets and other programs, until the test
// ends. Unlike Start it runs nothing else.
func (s *Server) Listen() {
	s.Helper()
	web := httptest.NewServer(s.Handler())
	s.URL = web.URL
	s.Cleanup(web.Close)
}

// Stop stops everything started by Start. It may be called more than once.
func (s *Server) Stop() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
}

// Restart replaces the server by a new one with the same Config and store, as after a crash. If it
// is running, the new server uses the same address.
func (s *Server) Restart() {
	s.Helper()
	runs := s.stop != nil
	s.Stop()
	s.Close()
	s.open(nil)
	if runs {
		s.Start(strings.TrimPrefix(s.URL, "http://"))
	}
}

// Project brings lists and ratings up to date with the log.
func (s *Server) Project() {
	s.Helper()
	if s.stop != nil { // the projector is running
		s.Check(s.Projector.Await(s.Context()))
		return
	}
	s.Check(s.listed(s.Context()))
}

// listed brings lists and ratings up to date while the projector is not running.
func (s *Server) listed(ctx context.Context) error {
	s.catchUp.Lock()
	defer s.catchUp.Unlock()
	return s.Projector.CatchUp(ctx)
}

// A Clock shows the time, or a later one. It is safe for concurrent use.
type Clock struct {
	mu     sync.Mutex
	ahead  time.Duration
	frozen time.Time // zero while the clock runs
}

// Now returns the time on the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.frozen.IsZero() {
		return c.frozen.Add(c.ahead)
	}
	return time.Now().Add(c.ahead)
}

// Freeze stops the clock at a time. Advance still moves it.
func (c *Clock) Freeze(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frozen, c.ahead = at, 0
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// A Log collects what a server logs. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements [io.Writer].
func (l *Log) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(data)
}

// String returns the logged text.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Reset deletes the logged text.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Reset()
}
