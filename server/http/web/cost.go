package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/felixge/httpsnoop"

	"rosette/server/budget"
)

// A Cost is the maximum cost of a request to a route. A request to a route that is not cheap waits
// for a place in the server's [budget.Budget].
type Cost struct {
	budget.Cost
	// Body is the size in bytes of a body that needs all of Memory and CPU; a smaller body needs
	// proportionally less. 0 means that the cost does not depend on the body.
	Body int64
	// Least is the memory in bytes that a request needs for any body. The rest of Memory grows with
	// the body.
	Least int64
	// Late means that the handler itself acquires a place for its expensive work.
	Late bool
}

// progressBytes is the chunk size for writing responses. The client may take [Options.AnswerWait]
// to read each chunk.
const progressBytes = 16 << 10

// bodyWait is the maximum pause in a body with reserved memory, and how far a client may fall
// behind one that sends its body evenly within [Options.ReadWait].
const bodyWait = 2 * time.Second

// Cheap is the cost of a route that takes a few milliseconds.
var Cheap = Cost{Cost: budget.Cost{Memory: 288 << 10, CPU: 5 * time.Millisecond}}

// Page is the cost of a route that reads some database rows or a game, and renders them.
var Page = Cost{Cost: budget.Cost{Memory: 1 << 20, CPU: 10 * time.Millisecond}}

// List is the cost of a route that reads many database rows, such as the names of all users whom a
// user follows, or the rated games in a month.
var List = Cost{Cost: budget.Cost{Memory: 4 << 20, CPU: 60 * time.Millisecond}}

// leastPart is the fraction of the cost that the smallest body needs.
const leastPart = 1.0 / 16

// of returns the cost for a body size.
func (c Cost) of(body int64) budget.Cost {
	if c.Body == 0 {
		return c.Cost
	}
	part := min(1, max(leastPart, float64(body)/float64(c.Body)))
	memory := c.Least + int64(part*float64(c.Memory-c.Least))
	return budget.Cost{Memory: memory, CPU: time.Duration(part * float64(c.CPU))}
}

// Busy converts an error from the budget to a problem, and returns other errors unchanged.
func Busy(err error) error {
	if busy := (budget.BusyError{}); errors.As(err, &busy) {
		p := ProblemOf(http.StatusServiceUnavailable, "api.busy", nil)
		p.Wait = busy.Wait
		return p
	}
	return err
}

// A ticket is a request to a route that is not cheap.
type ticket struct {
	server *Server
	w      http.ResponseWriter
	cost   budget.Cost
	late   bool
	lease  *budget.Lease // nil until the request has its place
	packed int64         // size of a packed response in bytes

	mu    sync.Mutex
	wrong error // reason for ending the response: its memory was taken back, or it has ended
}

// ticketKey is the context key for a request's ticket.
type ticketKey struct{}

// Costed returns the handler for a page whose requests are limited by the server's budget. If the
// budget is used up and too many requests wait, fail responds. A request stops waiting when its
// client disconnects. For cheap routes Costed returns next.
func (s *Server) Costed(cost Cost, fail FailFunc, next http.HandlerFunc) http.HandlerFunc {
	return s.costed(cost, fail, next, func(*http.Request) bool { return true })
}

// costed is Costed. early reports whether a request acquires its place before its handler runs;
// otherwise placeOf acquires it.
func (s *Server) costed(
	cost Cost, fail FailFunc, next http.HandlerFunc, early func(*http.Request) bool,
) http.HandlerFunc {
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
			var body *budget.Lease // for a buffer that doubles as it grows
			body, err = s.Budget.Hold(r.Context(), owner, 2*size)
			r.Body = &arrivingBody{
				ReadCloser: r.Body, control: http.NewResponseController(w),
				perByte: float64(s.ReadWait) / float64(size),
			}
			if err != nil {
				// If a client is still sending, it would see a lost connection instead of the
				// response.
				io.CopyN(io.Discard, r.Body, size) // a missing rest does not matter
				s.refuse(w, r, err, fail)
				return
			}
			defer body.Release()
		}
		t := &ticket{server: s, w: w, cost: cost.of(size), late: cost.Late}
		defer t.end()
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

// empty reports whether a request has no body. A disconnect cannot be detected while a body is
// unread.
func empty(r *http.Request) bool { return r.ContentLength == 0 }

// refuse responds to a request that got no place.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error, fail FailFunc) {
	p := Problem{}
	if !errors.As(Busy(err), &p) {
		return // the client has gone
	}
	fail(w, r, p)
}

// ownerOf returns the owner charged for a request.
func (s *Server) ownerOf(r *http.Request) budget.Owner {
	owner := budget.OwnerOf(r.Context())
	if v, err := s.Visitor(r); err == nil { // the handler reports an error
		owner.Person = string(v.Actor)
	}
	return owner
}

// An arrivingBody is a body with reserved memory, so its client must send at a minimum rate. Only
// the time that Read spends waiting for the client counts.
type arrivingBody struct {
	io.ReadCloser
	control *http.ResponseController
	perByte float64       // nanoseconds
	left    time.Duration // in which the next bytes must come, without bodyWait
}

// Read implements [io.Reader]. It fails after [bodyWait] without a byte, or when the client has
// sent too little.
func (b *arrivingBody) Read(p []byte) (int, error) {
	begun := time.Now()
	wait := min(bodyWait, bodyWait+b.left)
	if err := b.control.SetReadDeadline(begun.Add(wait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n, err := b.ReadCloser.Read(p)
	b.left += time.Duration(float64(n)*b.perByte) - time.Since(begun)
	return n, err
}

// hook releases the place when the response begins, but reserves the response's memory until the
// client has received it. It writes in chunks, so that a slowly reading client is not cut off.
func (t *ticket) hook(write httpsnoop.WriteFunc) httpsnoop.WriteFunc {
	return func(answer []byte) (n int, err error) {
		t.lease.Shrink(max(int64(len(answer)), t.packed), t.cut)
		for {
			if err = t.mayWrite(); err != nil {
				return n, err
			}
			written, err := write(answer[n:min(len(answer), n+progressBytes)])
			if n += written; err != nil || n == len(answer) {
				return n, err
			}
			t.lease.Progress()
		}
	}
}

// errCut means that another request needs a response's memory.
var errCut = errors.New("the client does not read the response, and its memory is needed")

// cut ends a response that its client does not read.
func (t *ticket) cut() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wrong == nil {
		t.wrong = errCut
		// If deadlines are not supported, the next chunk fails.
		_ = http.NewResponseController(t.w).SetWriteDeadline(time.Now())
	}
}

// end releases the place. No deadline is set after that.
func (t *ticket) end() {
	t.mu.Lock()
	t.wrong = http.ErrHandlerTimeout
	t.mu.Unlock()
	t.lease.Release()
}

// placeOf acquires a place for a request whose body has been read. It does nothing for a cheap or
// late route.
func placeOf(ctx context.Context) error {
	t, _ := ctx.Value(ticketKey{}).(*ticket)
	if t == nil {
		return nil
	}
	return Busy(t.place(ctx))
}

// place acquires a place for a request, unless it has one. The client's time limits for sending the
// request and reading the response do not run during this wait.
func (t *ticket) place(ctx context.Context) error {
	control := http.NewResponseController(t.w)
	// The request has been read, and its context would end at the deadline. Writers in tests do not
	// support deadlines.
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
	return t.mayWrite()
}

// mayWrite sets the deadline for the client to read the next chunk.
func (t *ticket) mayWrite() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wrong != nil {
		return t.wrong
	}
	err := http.NewResponseController(t.w).SetWriteDeadline(time.Now().Add(t.server.AnswerWait))
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}
