package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rosette/server/account"
)

// serverKey is the key of the server in the context of an operation.
type serverKey struct{}

// A Caller is the sender of a request. The inputs of operations embed it, and it is filled
// before their handler runs. If the session cannot be read, the handler does not run.
type Caller struct {
	Visitor  account.Visitor
	Address  string // as limits count it
	Language string
	Secure   bool   // cookies for the client are those of an encrypted connection
	Browser  string // secret of the browser, or ""
	Device   account.Device

	err error
}

// Resolve implements [huma.Resolver].
func (c *Caller) Resolve(ctx huma.Context) []error {
	r, _ := humago.Unwrap(ctx)
	s, _ := ctx.Context().Value(serverKey{}).(*Server)
	*c, c.err = s.Caller(r)
	return nil
}

// An Origin is where a request comes from, for operations that need no session. Inputs embed it
// instead of [Caller].
type Origin struct {
	Address  string // as limits count it
	Language string
}

// Resolve implements [huma.Resolver].
func (o *Origin) Resolve(ctx huma.Context) []error {
	r, _ := humago.Unwrap(ctx)
	s, _ := ctx.Context().Value(serverKey{}).(*Server)
	*o = Origin{Address: s.Address(r), Language: s.Language(r)}
	return nil
}

// unresolved returns the error for which the handler does not run.
func (c *Caller) unresolved() error { return c.err }

// Caller returns the sender of a request.
func (s *Server) Caller(r *http.Request) (Caller, error) {
	v, err := s.Visitor(r)
	return Caller{
		Visitor: v, Address: s.Address(r), Language: s.Language(r), Secure: s.Secure(r), Browser: s.Browser(r),
		Device: account.DeviceOf(r.UserAgent()),
	}, err
}

// Problem returns the [Problem] of an error: its own, or that of a refusal. Other errors
// are logged, unless the client has gone, and mean that the server cannot answer now.
func (s *Server) Problem(ctx context.Context, err error) error {
	err = AsProblem(err)
	if err == nil || errors.As(err, new(Problem)) {
		return err
	}
	if !errors.Is(err, context.Canceled) {
		s.Log.ErrorContext(ctx, "request", "err", err)
	}
	return NotNow()
}

// NotNow returns the problem of a server that cannot answer now, such as without its database.
func NotNow() Problem { return ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil) }

// ListOf returns f of each element of a list, as a list that is [] in JSON if it is empty.
func ListOf[In, Out any](all []In, f func(In) Out) []Out {
	out := make([]Out, len(all))
	for i, one := range all {
		out[i] = f(one)
	}
	return out
}
