package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rosette/server/account"
)

// serverKey is the context key for an operation's server.
type serverKey struct{}

// A Caller is the sender of a request. Operations embed it in their input, and it is filled before
// their handler runs. If the session cannot be read, the handler does not run.
type Caller struct {
	account.Client
	Secure bool // the connection is encrypted, so cookies must be secure

	err error
}

// Resolve implements [huma.Resolver].
func (c *Caller) Resolve(ctx huma.Context) []error {
	r, _ := humago.Unwrap(ctx)
	s, _ := ctx.Context().Value(serverKey{}).(*Server)
	*c, c.err = s.Caller(r)
	return nil
}

// An Origin is the source of a request, for operations that need no session. Inputs embed it
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

// unresolved returns the error that prevents the handler from running.
func (c *Caller) unresolved() error { return c.err }

// Caller returns the sender of a request.
func (s *Server) Caller(r *http.Request) (Caller, error) {
	v, err := s.Visitor(r)
	return Caller{Secure: s.Secure(r), Client: account.Client{
		Visitor: v, Address: s.Address(r), Language: s.Language(r), Browser: s.browser(r),
		Device: account.DeviceOf(r.UserAgent()), Site: s.site(r),
	}}, err
}

// site returns the site for which a request's passkeys are valid. Passkeys need a host name, so
// there is no site for a numeric address. With StaffPasskeys every passkey must verify its user,
// because the server sends the challenge before it has the user's name.
func (s *Server) site(r *http.Request) account.Site {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if _, err := netip.ParseAddr(host); err == nil || host == "" || host[0] == '[' {
		return account.Site{}
	}
	scheme := "http://"
	if s.Secure(r) {
		scheme = "https://"
	}
	return account.Site{Host: host, Origin: scheme + r.Host, Verify: s.StaffPasskeys}
}

// Problem converts an error to a [Problem] if it is one or a refusal. Other errors are logged,
// unless the client has gone, and result in [NotNow].
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

// NotNow returns the problem of a server that temporarily cannot respond, for example without its
// database.
func NotNow() Problem { return ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil) }

// ListOf applies f to each element of a list. The result is [] in JSON if the list is empty.
func ListOf[In, Out any](all []In, f func(In) Out) []Out {
	out := make([]Out, len(all))
	for i, one := range all {
		out[i] = f(one)
	}
	return out
}
