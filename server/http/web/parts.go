package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"rosette/server/budget"
)

// partBytes is the size of a part of a long response.
const partBytes = 64 << 10

// A partWriter writes a long response in parts. It holds a place in the budget while a part is
// made, but not while the client reads it. It is not safe for concurrent use.
type partWriter struct {
	server *Server
	w      http.ResponseWriter
	ctx    context.Context
	cost   budget.Cost
	lease  *budget.Lease
	part   []byte
	begun  bool // something has been sent
}

// Parts calls write with a writer for the response to a request, after acquiring a place for its
// first part. cost is the cost for one part. Parts releases the place even if write panics. The
// error is a Problem, the request context's error, or write's error if nothing was sent. The route
// must be late, see [Cost].
func (s *Server) Parts(w http.ResponseWriter, r *http.Request, cost Cost, write func(to io.Writer) error) (err error) {
	p := &partWriter{server: s, w: w, ctx: r.Context(), cost: cost.Cost}
	if p.lease, err = s.Budget.Acquire(p.ctx, budget.OwnerOf(p.ctx), p.cost); err != nil {
		return Busy(err)
	}
	defer func() { p.lease.Release() }()
	return p.end(write(p))
}

// Write adds to the response. It returns an error if the client has disconnected, or does not read
// a part within [Options.AnswerWait].
func (p *partWriter) Write(data []byte) (int, error) {
	p.part = append(p.part, data...)
	if len(p.part) < partBytes {
		return len(data), p.ctx.Err()
	}
	if err := p.send(); err != nil {
		return 0, err
	}
	return len(data), p.again()
}

// send releases the place and sends the current part.
func (p *partWriter) send() error {
	p.lease.Release()
	p.begun = true
	control := http.NewResponseController(p.w)
	if err := control.SetWriteDeadline(time.Now().Add(p.server.AnswerWait)); err != nil &&
		!errors.Is(err, http.ErrNotSupported) {
		return err
	}
	_, err := p.w.Write(p.part)
	p.part = p.part[:0]
	if err == nil {
		err = control.Flush()
	}
	return err
}

// again acquires the place for the next part. It retries until the client disconnects, because a
// started response must not be refused.
func (p *partWriter) again() (err error) {
	for {
		p.lease, err = p.server.Budget.Acquire(p.ctx, budget.OwnerOf(p.ctx), p.cost)
		if !errors.As(err, new(budget.BusyError)) {
			return err
		}
		select {
		case <-p.ctx.Done():
			return p.ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// end sends the last part. After an error it sends nothing more. If a part was sent, end aborts the
// connection, so that the client does not mistake a partial response for a complete one; otherwise
// it returns the error.
func (p *partWriter) end(err error) error {
	if err == nil {
		err = p.send()
	}
	if err != nil && p.begun {
		if p.ctx.Err() == nil {
			p.server.Log.Warn("a response ended early", "err", err)
		}
		panic(http.ErrAbortHandler)
	}
	return err
}
