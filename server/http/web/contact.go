package web

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"rosette/i18n"
)

// A Contact records whether this process reaches the database that it shares with others. The zero
// value means that it does. It is safe for concurrent use.
type Contact struct {
	mu   sync.Mutex
	ctx  context.Context // ends when contact is lost; nil until first used
	lose context.CancelFunc
	lost bool
}

// Set records whether the database is reached.
func (c *Contact) Set(reached bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost = !reached; c.lost && c.ctx != nil {
		c.lose()
		c.ctx = nil
	}
}

// Reached reports whether the database is reached.
func (c *Contact) Reached() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.lost
}

// until returns a context that ends when contact is lost, and whether there is contact.
func (c *Contact) until() (ctx context.Context, reached bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx == nil && !c.lost {
		c.ctx, c.lose = context.WithCancel(context.Background())
	}
	return c.ctx, !c.lost
}

// tryAgain is the Retry-After time of rejected requests.
const tryAgain = time.Second

// Require passes requests to next while there is contact. When contact is lost, it ends the running
// requests, including sockets and streams, and rejects new ones at once, so that a balancer and the
// clients use another process.
func (s *Server) Require(c *Contact, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		contact, reached := c.until()
		if !reached {
			s.turnAway(w, r)
			return
		}
		ctx, end := context.WithCancel(r.Context())
		defer end()
		defer context.AfterFunc(contact, end)()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// turnAway responds that the service is unavailable. A browser gets a line of text, because a page
// needs the database.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request) {
	p := ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
	p.Wait = tryAgain
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		lockDown(w)
		s.Fail(w, r, p)
		return
	}
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	said(w, p.Status, i18n.T(s.Language(r), p.Code, nil))
}
