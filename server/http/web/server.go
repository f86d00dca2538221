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

// Options configure a server. Sessions is required for routes that identify visitors; other zero
// fields mean the defaults.
type Options struct {
	Sessions Sessions
	Hosts    []string // accepted host names besides the loopback's
	Now      func() time.Time
	Log      *slog.Logger
	Limits   Limits
	Budget   *budget.Budget // for all requests; nil means no limits

	ReadWait time.Duration // time limit for a client to send an HTTP request; 10 s
	TLS      *tls.Config   // for the listener in Serve; nil means plain HTTP
	// AnswerWait is the time limit for a client to read a cheap HTTP response, or a part of another
	// one; 20 s.
	AnswerWait time.Duration

	// Answered is called for each routed request after its response. It may be nil.
	Answered func(ctx context.Context, a Answer)

	// TrustProxy means that every request comes through the owner's proxy, and that the server uses
	// its X-Forwarded-For (the last address) and X-Forwarded-Proto headers. Without such a proxy
	// any client could set them.
	TrustProxy bool

	// StaffPasskeys means that administrators and moderators have their role only in sessions begun
	// with a passkey.
	StaffPasskeys bool
}

// A Server holds what all routes and pages share: the guard, limits, sessions, addresses and
// languages.
type Server struct {
	Options
	hosts     map[string]bool
	requests  *Limiter
	exchange  *exchange // exchanges limiter counts with other processes
	addresses *addresses
	lasting   sync.WaitGroup // counts long-lasting requests
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
	s := &Server{
		Options: o, hosts: map[string]bool{}, exchange: newExchange(), addresses: newAddresses(),
		requests: NewLimiter(o.Limits.Requests, time.Minute, o.Now),
	}
	for _, name := range o.Hosts {
		s.hosts[hostName(name)] = true
	}
	return s
}

// Lasting registers a long-lasting request, such as a socket, until done is called. Serve waits for
// it. Its context ends when the server shuts down.
func (s *Server) Lasting() (done func()) {
	s.lasting.Add(1)
	return s.lasting.Done
}

// Wait waits until all long-lasting requests have ended. If ctx ends first, it returns the error of
// ctx.
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
