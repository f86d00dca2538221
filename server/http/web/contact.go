package web

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"rosette/i18n"
)

// A Contact says whether this process reaches the database that it shares with others. The
// zero value says so. It is safe for concurrent use.
type Contact struct {
	mu   sync.Mutex
	ctx  context.Context // ends when contact is lost; nil while nobody has asked
	lose context.CancelFunc
	lost bool
}

// Set says whether the database is reached.
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

// until returns a context that ends when contact is lost, and whether it is not lost yet.
func (c *Contact) until() (ctx context.Context, reached bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx == nil && !c.lost {
		c.ctx, c.lose = context.WithCancel(context.Background())
	}
	return c.ctx, !c.lost
}

// tryAgain is after how long who was turned away may come back.
const tryAgain = time.Second

// Require hands requests to next as long as there is contact. When it is lost those that wait
// end, sockets and streams too, and others are turned away at once, so that a balancer and
// the clients go to another process.
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

// turnAway answers that nothing can be done at the moment: a browser with a line, since a page
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
