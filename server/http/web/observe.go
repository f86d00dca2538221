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

// An Answer tells of a request that was answered.
type Answer struct {
	Method  string
	Pattern string // of the route, such as "GET /games/{id}"; "" if there is none
	Path    string // without a secret in it
	Status  int
	Bytes   int64
	Took    time.Duration // of a socket or a stream: how long it lasted
}

// idKey is the key under which the context of a request has its id.
type idKey struct{}

// requestHeader has the id of a request, in the answer and, behind a proxy, in the request.
const requestHeader = "X-Request-Id"

// requestID matches the ids that are taken from a proxy.
var requestID = regexp.MustCompile(`^[0-9A-Za-z._-]{8,64}$`)

// RequestID returns the id of a request, by which its lines in the log and in that of a
// proxy are found; "" outside of requests.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(idKey{}).(string)
	return id
}

// identified returns a request with its id, which the answer has too.
func (s *Server) identified(w http.ResponseWriter, r *http.Request) *http.Request {
	id := r.Header.Get(requestHeader)
	if !s.TrustProxy || !requestID.MatchString(id) {
		id = rand.Text()[:16]
	}
	w.Header().Set(requestHeader, id)
	return r.WithContext(context.WithValue(r.Context(), idKey{}, id))
}

// observed answers a request and says how it was answered.
func (s *Server) observed(next http.Handler, w http.ResponseWriter, r *http.Request) {
	if s.Answered == nil {
		next.ServeHTTP(w, r)
		return
	}
	m := httpsnoop.CaptureMetrics(next, w, r)
	s.Answered(r.Context(), Answer{r.Method, r.Pattern, OpenPath(r), m.Code, m.Written, m.Duration})
}

// OpenPath returns the path of a request that has reached its route, without a secret in it:
// the path of the route where that takes one.
func OpenPath(r *http.Request) string {
	if _, path, _ := strings.Cut(r.Pattern, " "); strings.Contains(path, "{secret}") {
		return path
	}
	return r.URL.Path
}

// LogHandler adds the id of the request to what is logged with its context.
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

// Probes answers what asks whether the server lives, at /healthz, and whether it can be
// given requests, at /readyz; everything else goes to next. They stand before the guard:
// those who watch over a server ask often, and by its address.
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

// probeWait bounds how long a probe may take.
const probeWait = 3 * time.Second

// said answers with a line.
func said(w http.ResponseWriter, status int, text string) {
	lockDown(w)
	w.Header().Set("Content-Type", "text/plain;charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write([]byte(text + "\n")) // who does not read it does not ask
}
