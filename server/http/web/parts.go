package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"rosette/server/budget"
)

// partBytes is the size of a part of a long answer.
const partBytes = 64 << 10

// A partWriter writes a long answer in parts. While a part is made, a place of the budget is
// held; while the client reads the part, it is not. It is used by one goroutine.
type partWriter struct {
	server *Server
	w      http.ResponseWriter
	ctx    context.Context
	cost   budget.Cost
	lease  *budget.Lease
	part   []byte
	begun  bool // something was sent
}

// Parts calls write with a writer for the answer to a request, once there is a place for its
// first part. cost is that of a part. The place is given back also if write panics. The error is
// a Problem, that of the context of the request, or that of write if nothing was sent. The route
// must be late, see [Cost].
func (s *Server) Parts(w http.ResponseWriter, r *http.Request, cost Cost, write func(to io.Writer) error) (err error) {
	p := &partWriter{server: s, w: w, ctx: r.Context(), cost: cost.Cost}
	if p.lease, err = s.Budget.Acquire(p.ctx, budget.OwnerOf(p.ctx), p.cost); err != nil {
		return Busy(err)
	}
	defer func() { p.lease.Release() }()
	return p.end(write(p))
}

// Write adds to the answer. It returns the error of the context when the client has gone, and
// when the client does not read a part within [Options.AnswerWait].
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

// send gives the place back and sends what there is.
func (p *partWriter) send() error {
	p.lease.Release()
	p.begun = true
	control := http.NewResponseController(p.w)
	if err := control.SetWriteDeadline(time.Now().Add(p.server.AnswerWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	_, err := p.w.Write(p.part)
	p.part = p.part[:0]
	if err == nil {
		err = control.Flush()
	}
	return err
}

// again waits for the place of the next part, as long as the client stays: what was begun is not
// refused.
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

// end sends the last part. After an error of the maker it sends nothing more: if a part was sent
// the connection is cut, so that the client does not take what it has for the whole, else the
// error is returned.
func (p *partWriter) end(err error) error {
	if err == nil {
		err = p.send()
	}
	if err != nil && p.begun {
		if p.ctx.Err() == nil {
			p.server.Log.Warn("an answer ended early", "err", err)
		}
		panic(http.ErrAbortHandler)
	}
	return err
}
