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
}

// progressBytes is the size of the parts in which an answer is written. The client may take
// [Options.AnswerWait] to read each of them.
const progressBytes = 16 << 10

// bodyWait is how long a client may send nothing of a body for which memory is held, and how far
// it may be behind a client that sends its body evenly within [Options.ReadWait].
const bodyWait = 2 * time.Second

// Cheap is the cost of a route whose work is done in a few milliseconds. 200 requests at once fit into
// the default budget.
var Cheap = Cost{Cost: budget.Cost{Memory: 288 << 10, CPU: 5 * time.Millisecond}}

// Page is the cost of a route that reads some rows of the database or a game, and renders them.
var Page = Cost{Cost: budget.Cost{Memory: 1 << 20, CPU: 10 * time.Millisecond}}

// List is the cost of a route that reads many rows of the database: the names of all whom a user
// follows, or the rated games of a month. Such a request waits for a place.
var List = Cost{Cost: budget.Cost{Memory: 4 << 20, CPU: 60 * time.Millisecond}}

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
	lease  *budget.Lease // nil until the request has its place
	packed int64         // bytes of a packed answer

	mu    sync.Mutex
	wrong error // of the answer: its memory was taken back, or it has ended
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
			body, err = s.Budget.Hold(r.Context(), owner, 2*size)
			r.Body = &arrivingBody{ReadCloser: r.Body, control: http.NewResponseController(w), perByte: float64(s.ReadWait) / float64(size)}
			if err != nil {
				// A client that is still sending would see a lost connection instead of the answer.
				io.CopyN(io.Discard, r.Body, size) // what does not come is the client's affair
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

// An arrivingBody is a body for which memory is held: its client must send it at a minimum rate.
// Only the time in which Read waits for the client counts.
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

// hook gives the place back when the answer begins, and keeps the memory of the answer until
// the client has it. It writes part by part, so that a client that reads slowly is not cut off.
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

// errCut is the error of an answer whose memory another request needs.
var errCut = errors.New("the memory of an answer that its client does not read is needed")

// cut ends the answer of a client that does not read it.
func (t *ticket) cut() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wrong == nil {
		t.wrong = errCut
		_ = http.NewResponseController(t.w).SetWriteDeadline(time.Now()) // without deadlines the next part fails
	}
}

// end gives the place back. No deadline is set any more.
func (t *ticket) end() {
	t.mu.Lock()
	t.wrong = http.ErrHandlerTimeout
	t.mu.Unlock()
	t.lease.Release()
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
	return t.mayWrite()
}

// mayWrite sets the time within which the client must read the next part of the answer.
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
