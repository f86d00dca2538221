package web

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"

	"rosette/internal/quote"
	"rosette/server/budget"
)

// headers are set on every response, in addition to the headers from the zero [Policy].
var headers = map[string]string{
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// lockDown sets the headers for every response. A page with additional rights sets its own policy's
// headers.
func lockDown(w http.ResponseWriter) {
	Policy{}.Set(w.Header())
	for name, value := range headers {
		w.Header().Set(name, value)
	}
}

// A FailFunc responds to a request with a problem: as a page, or as JSON in the API.
type FailFunc func(w http.ResponseWriter, r *http.Request, p Problem)

// Guard passes only requests for this server to next. The Host must be one of its names, so that no
// other name can be pointed at it (DNS rebinding); a request that changes anything must come from
// its own pages; and the address must not exceed its limit. A panic becomes a problem for the
// client and a log line with its stack. pages responds to failed requests outside the API.
func (s *Server) Guard(next http.Handler, pages FailFunc) http.Handler {
	fail := func(w http.ResponseWriter, r *http.Request, p Problem) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			s.Fail(w, r, p)
		} else {
			pages(w, r, p)
		}
	}
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fail(w, r, ProblemOf(http.StatusForbidden, "api.cross-origin", nil))
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = s.identified(w, r)
		address := s.Address(r)
		ctx := context.WithValue(r.Context(), visitorKey{}, new(cachedVisitor))
		r = r.WithContext(budget.WithOwner(ctx, budget.Owner{Address: address}))
		defer s.recovered(w, r, fail)
		lockDown(w)
		if s.Secure(r) && s.hosts[hostName(r.Host)] {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		if !s.answersTo(r.Host) {
			fail(w, r,
				ProblemOf(http.StatusMisdirectedRequest, "api.wrong-host",
					map[string]any{"host": quote.Clip(r.Host, 40)}))
			return
		}
		if !strings.HasPrefix(r.URL.Path, "/assets/") {
			wait, ok := s.requests.Take(address)
			s.tellLimit(w, r, address)
			if !ok {
				fail(w, r, TooMany("api.too-many-requests", wait, nil))
				return
			}
		}
		s.observed(inner, w, r)
	})
}

// tellLimit sets the headers of draft-ietf-httpapi-ratelimit-headers, which state how many requests
// an address may send.
func (s *Server) tellLimit(w http.ResponseWriter, r *http.Request, address string) {
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return
	}
	left, full := s.requests.Left(address)
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`"requests";q=%d;w=60`, s.Limits.Requests))
	w.Header().Set("RateLimit", fmt.Sprintf(`"requests";r=%d;t=%d`, left, int(math.Ceil(full.Seconds()))))
}

// recovered turns a panic into a response. It cannot undo what has been written, so handlers write
// a response only when it is complete.
func (s *Server) recovered(w http.ResponseWriter, r *http.Request, fail FailFunc) {
	fault := recover()
	if fault == nil {
		return
	}
	if fault == http.ErrAbortHandler {
		panic(fault) // aborts a response; handled by net/http
	}
	if err, ok := fault.(error); ok && hungUp(r, err) {
		return // package huma panics when it cannot write
	}
	s.Log.ErrorContext(r.Context(), "panic in a handler", "method", r.Method, "path", OpenPath(r), "panic",
		fmt.Sprint(fault), "stack", string(debug.Stack()))
	fail(w, r, ServerFault())
}

// hungUp reports whether an error means that the client has disconnected or does not read.
func hungUp(r *http.Request, err error) bool {
	return r.Context().Err() != nil || errors.As(err, new(*net.OpError))
}

func (s *Server) answersTo(host string) bool {
	name := hostName(host)
	if name == "localhost" || s.hosts[name] {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil // a number cannot be pointed at another machine
}

// hostName strips a port and brackets.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// Address returns the key for limits: an IPv4 address, or an IPv6 network as large as a subscriber
// gets. Behind a proxy it uses the address that the proxy reports.
func (s *Server) Address(r *http.Request) string {
	from := r.RemoteAddr
	if hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ","); s.TrustProxy {
		// Only the last address comes from the proxy itself.
		if last := strings.TrimSpace(hops[len(hops)-1]); last != "" {
			from = last
		}
	}
	return addressOf(from)
}

// addressOf returns the address or network for an address with or without port.
func addressOf(from string) string {
	ip, err := netip.ParseAddr(hostName(from))
	if err != nil {
		return quote.Clip(from, 40)
	}
	if ip = ip.Unmap(); ip.Is6() {
		if network, err := ip.WithZone("").Prefix(64); err == nil {
			return network.String()
		}
	}
	return ip.String()
}

// Secure reports whether the client's connection is encrypted.
func (s *Server) Secure(r *http.Request) bool {
	return r.TLS != nil || s.TrustProxy && r.Header.Get("X-Forwarded-Proto") == "https"
}
