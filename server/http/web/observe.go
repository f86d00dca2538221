package web

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/felixge/httpsnoop"
)

// An Answer describes a request after its response.
type Answer struct {
	Method  string
	Pattern string // of the route, such as "GET /games/{id}"; "" if no route matched
	Path    string // without secrets
	Status  int
	Bytes   int64
	Took    time.Duration // for a socket or a stream its duration
}

// idKey is the context key for a request's ID.
type idKey struct{}

// requestHeader has a request's ID, in the response and, behind a proxy, in the request.
const requestHeader = "X-Request-Id"

// requestID matches the IDs that are accepted from a proxy.
var requestID = regexp.MustCompile(`^[0-9A-Za-z._-]{8,64}$`)

// RequestID returns a request's ID, which identifies its lines in this log and the proxy's log. It
// returns "" outside requests.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(idKey{}).(string)
	return id
}

// identified returns a request with its ID and sets the ID on the response.
func (s *Server) identified(w http.ResponseWriter, r *http.Request) *http.Request {
	id := r.Header.Get(requestHeader)
	if !s.TrustProxy || !requestID.MatchString(id) {
		id = rand.Text()[:16]
	}
	w.Header().Set(requestHeader, id)
	return r.WithContext(context.WithValue(r.Context(), idKey{}, id))
}

// observed serves a request and reports the result to Answered.
func (s *Server) observed(next http.Handler, w http.ResponseWriter, r *http.Request) {
	if s.Answered == nil {
		next.ServeHTTP(w, r)
		return
	}
	m := httpsnoop.CaptureMetrics(next, w, r)
	s.Answered(r.Context(), Answer{r.Method, r.Pattern, OpenPath(r), m.Code, m.Written, m.Duration})
}

// OpenPath returns a routed request's path without secrets: for a route with a secret, the route's
// pattern.
func OpenPath(r *http.Request) string {
	if _, path, _ := strings.Cut(r.Pattern, " "); strings.Contains(path, "{secret}") {
		return path
	}
	return r.URL.Path
}

// A LogHandler adds the request ID in the context to log records.
type LogHandler struct{ slog.Handler }

// Handle implements [slog.Handler].
func (h LogHandler) Handle(ctx context.Context, line slog.Record) error {
	if id := RequestID(ctx); id != "" {
		line.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, line)
}

// WithAttrs implements [slog.Handler].
func (h LogHandler) WithAttrs(all []slog.Attr) slog.Handler {
	return LogHandler{h.Handler.WithAttrs(all)}
}

// WithGroup implements [slog.Handler].
func (h LogHandler) WithGroup(name string) slog.Handler { return LogHandler{h.Handler.WithGroup(name)} }

// Probes responds at /healthz whether the server is alive, and at /readyz whether it accepts
// requests. It passes all other requests to next. Probes must precede the guard, because monitoring
// requests are frequent and use the server's address.
func Probes(next http.Handler, ready func(ctx context.Context) error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", next)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { said(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), probeWait)
		defer cancel()
		if err := ready(ctx); err != nil {
			said(w, http.StatusServiceUnavailable, "unready")
			return
		}
		said(w, http.StatusOK, "ready")
	})
	return mux
}

// probeWait limits the time for a probe.
const probeWait = 3 * time.Second

// said responds with a line of text.
func said(w http.ResponseWriter, status int, text string) {
	lockDown(w)
	w.Header().Set("Content-Type", "text/plain;charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write([]byte(text + "\n")) // a disconnected client does not matter
}
