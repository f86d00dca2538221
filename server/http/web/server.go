package web

import (
	"cmp"
	"context"
	"crypto/tls"
	"log/slog"
	"sync"
	"time"

	"rosette/server/budget"
)

// Options are what a server needs. Sessions must be set for routes that ask who a
// visitor is; of the others the zero value means the default.
type Options struct {
	Sessions Sessions
	Hosts    []string // host names that the server answers to, besides the loopback's
	Now      func() time.Time
	Log      *slog.Logger
	Limits   Limits
	Budget   *budget.Budget // of all requests; without bounds if nil

	ReadWait   time.Duration // how long a client may take to send a request over HTTP; 10 s
	TLS        *tls.Config   // of the listener of Serve; nil for plain HTTP
	AnswerWait time.Duration // how long a client may take to read a cheap answer over HTTP, or a part of another one; 20 s

	// Answered is told of each request that reached a route, after its answer. It may be nil.
	Answered func(ctx context.Context, a Answer)

	// Muted reports whether a moderator has muted one of some actors. It may be nil: then
	// nobody is muted.
	Muted func(ctx context.Context, actors ...string) (bool, error)

	// TrustProxy says that every request comes through a proxy of the owner, whose
	// X-Forwarded-For (the last address) and X-Forwarded-Proto are then believed.
	// Without such a proxy anybody could write them.
	TrustProxy bool

	// StaffPasskeys says that administrators and moderators have their role only where they
	// have signed in by a passkey.
	StaffPasskeys bool
}

// A Server is what all routes and pages share: the guard, limits, sessions, addresses
// and languages.
type Server struct {
	Options
	hosts     map[string]bool
	requests  *Limiter
	exchange  *exchange // of what limiters count in other processes
	addresses *addresses
	lasting   sync.WaitGroup // of requests that last
}

// New returns a server.
func New(o Options) *Server {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.ReadWait = cmp.Or(o.ReadWait, 10*time.Second)
	o.AnswerWait = cmp.Or(o.AnswerWait, 20*time.Second)
	o.Limits = o.Limits.WithDefaults()
	s := &Server{Options: o, hosts: map[string]bool{}, exchange: newExchange(), addresses: newAddresses(), requests: NewLimiter(o.Limits.Requests, time.Minute, o.Now)}
	for _, name := range o.Hosts {
		s.hosts[hostName(name)] = true
	}
	return s
}

// Lasting says that a request lasts until done is called, such as a socket. Serve waits
// for it. Its context ends when the server is to end.
func (s *Server) Lasting() (done func()) {
	s.lasting.Add(1)
	return s.lasting.Done
}

// Wait returns when all requests that last have ended, or with the error of ctx before
// that.
func (s *Server) Wait(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		s.lasting.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
