package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/felixge/httpsnoop"

	"rosette/server/budget"
)

// A Cost is what a request of a route takes at most. A route that is not cheap waits for a place
// of the [budget.Budget] of the server.
type Cost struct {
	budget.Cost
	// Body is the size of a body in bytes that needs Memory and CPU; a smaller one needs its
	// part of them. 0 if the cost does not depend on the body.
	Body int64
	// Late means that the handler takes a place by itself, for the part of its work that is not
	// cheap.
	Late bool
	// Streams means that the answer is written while the work goes on, which keeps its memory until
	// the client has the answer. The client may take a part of [Options.AnswerWait] for it, see
	// streamPart.
	Streams bool
}

// streamPart is the divisor of [Options.AnswerWait] for an answer that keeps the memory of its work.
// A job that this memory keeps waiting starts before its patience with the budget ends.
const streamPart = 4

// Cheap is the cost of a route whose work is done in a few milliseconds.
var Cheap = Cost{Cost: budget.Cost{Memory: 256 << 10, CPU: 5 * time.Millisecond}}

// Page is the cost of a route that reads some rows of the database or a game, and renders them.
var Page = Cost{Cost: budget.Cost{Memory: 1 << 20, CPU: 10 * time.Millisecond}}

// leastPart is the part of its cost that a route needs for the smallest body.
const leastPart = 1.0 / 16

// of returns the cost of a body of some bytes.
func (c Cost) of(body int64) budget.Cost {
	if c.Body == 0 {
		return c.Cost
	}
	part := min(1, max(leastPart, float64(body)/float64(c.Body)))
	return budget.Cost{Memory: int64(part * float64(c.Memory)), CPU: time.Duration(part * float64(c.CPU))}
}

// Busy returns the problem of an error of the budget, and other errors as they are.
func Busy(err error) error {
	if busy := (budget.BusyError{}); errors.As(err, &busy) {
		p := ProblemOf(http.StatusServiceUnavailable, "api.busy", nil)
		p.Wait = busy.Wait
		return p
	}
	return err
}

// A ticket is a request of a route that is not cheap.
type ticket struct {
	server *Server
	w      http.ResponseWriter
	cost   budget.Cost
	late   bool
	stream bool
	begun  bool          // an answer that streams has begun
	lease  *budget.Lease // nil until the request has its place
}

// ticketKey is the key under which the context of a request has its ticket.
type ticketKey struct{}

// Costed returns the handler of a page whose requests take no more of the server than its budget
// has. Where that is used up, and too many wait, fail answers. A request whose client goes away
// stops waiting. Cheap routes cost nothing more.
func (s *Server) Costed(cost Cost, fail FailFunc, next http.HandlerFunc) http.HandlerFunc {
	return s.costed(cost, fail, next, func(*http.Request) bool { return true })
}

// costed is Costed where early reports whether a request takes its place before its handler
// runs. Else placeOf takes it.
func (s *Server) costed(cost Cost, fail FailFunc, next http.HandlerFunc, early func(*http.Request) bool) http.HandlerFunc {
	if cost.Cheap() {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) {
		owner := s.ownerOf(r)
		r = r.WithContext(budget.WithOwner(r.Context(), owner))
		size, err := r.ContentLength, error(nil)
		if size < 0 || size > cost.Body {
			size = cost.Body // more is not read
		}
		if size > 0 {
			var body *budget.Lease // of a buffer that doubles as it grows
			if body, err = s.Budget.Hold(owner, 2*size); err != nil {
				// A client that is still sending would see a lost connection instead of the answer.
				io.CopyN(io.Discard, r.Body, size) // what does not come is the client's affair
				s.refuse(w, r, err, fail)
				return
			}
			defer body.Release()
		}
		t := &ticket{server: s, w: w, cost: cost.of(size), late: cost.Late, stream: cost.Streams}
		defer func() { t.lease.Release() }()
		r = r.WithContext(context.WithValue(r.Context(), ticketKey{}, t))
		if early(r) {
			if err = t.place(r.Context()); err != nil {
				s.refuse(w, r, err, fail)
				return
			}
		}
		next(httpsnoop.Wrap(w, httpsnoop.Hooks{Write: t.hook}), r)
	}
}

// empty reports whether a request has no body. While a body is not read it does not show that
// the client has gone.
func empty(r *http.Request) bool { return r.ContentLength == 0 }

// refuse answers a request that got no place.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error, fail FailFunc) {
	p := Problem{}
	if !errors.As(Busy(err), &p) {
		return // the client has gone
	}
	fail(w, r, p)
}

// ownerOf returns the owner of what a request takes.
func (s *Server) ownerOf(r *http.Request) budget.Owner {
	owner := budget.OwnerOf(r.Context())
	if v, err := s.Visitor(r); err == nil { // its handler says what is wrong
		owner.Person = string(v.Actor)
	}
	return owner
}

// hook gives the place back when the answer begins, and keeps the memory of the answer until
// the client has it.
func (t *ticket) hook(write httpsnoop.WriteFunc) httpsnoop.WriteFunc {
	return func(answer []byte) (int, error) {
		rest := int64(len(answer))
		if t.stream {
			rest = t.cost.Memory
		}
		if t.stream && !t.begun {
			t.begun = true
			if err := t.mayWriteFor(t.server.AnswerWait / streamPart); err != nil {
				return 0, err
			}
		}
		t.lease.Shrink(rest)
		return write(answer)
	}
}

// placeOf waits for the place of a request whose body has been read. It does nothing for a route
// that is cheap or late.
func placeOf(ctx context.Context) error {
	t, _ := ctx.Value(ticketKey{}).(*ticket)
	if t == nil {
		return nil
	}
	return Busy(t.place(ctx))
}

// place waits for the place of a request, unless it has one. The time that a client may take
// to send its request and to read the answer does not run meanwhile.
func (t *ticket) place(ctx context.Context) error {
	control := http.NewResponseController(t.w)
	// The request has been read. After the deadline its context would end. A writer of a test
	// knows no deadlines.
	if err := control.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if t.late || t.lease != nil {
		return nil
	}
	lease, err := t.server.Budget.Acquire(ctx, budget.OwnerOf(ctx), t.cost)
	if err != nil {
		return err
	}
	t.lease = lease
	return t.mayWriteFor(t.server.AnswerWait)
}

// mayWriteFor sets the time within which the client must read the answer.
func (t *ticket) mayWriteFor(d time.Duration) error {
	err := http.NewResponseController(t.w).SetWriteDeadline(time.Now().Add(d))
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}
