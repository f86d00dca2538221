package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/pflag"

	"rosette/internal/loglimit"
	"rosette/internal/servertest"
	"rosette/internal/waittest"
	"rosette/server"
	"rosette/server/settings"
	"rosette/server/store"
	"rosette/server/store/location"
)

// operated is a server as configured by the flags for serve.
type operated struct {
	*servertest.Server
	log *strings.Builder
}

func operate(t *testing.T, args ...string) operated {
	s, out := newServeFlags(newFlags()), &strings.Builder{}
	cmd := s.command()
	cmd.SetErr(out)
	if err := errors.Join(cmd.ParseFlags(args), s.prepare(cmd), s.configure(cmd)); err != nil {
		t.Fatal(err)
	}
	kept, err := store.OpenSQLite(filepath.Join(t.TempDir(), location.DatabaseFile), s.config.Log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() }) // one test has already closed it
	s.config.Store, s.config.Boards = kept, []string{"rosette-3"}
	o := operated{servertest.New(t, func(c *server.Config) { *c = s.config }), out}
	out.Reset()
	return o
}

func (o operated) ask(path string, status int) http.Header {
	o.Helper()
	out := httptest.NewRecorder()
	o.Handler().ServeHTTP(out, httptest.NewRequest("GET", "http://localhost"+path, nil))
	if out.Code != status {
		o.Errorf("%s: %d %.100s, want %d", path, out.Code, out.Body, status)
	}
	return out.Header()
}

func TestAServerThatIsAboutToStopLivesAndIsNotReady(t *testing.T) {
	o := operate(t, "--drain", "1m")
	if h := o.ask("/healthz", 200); h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") == "" || h.Get("Content-Type") != "text/plain;charset=utf-8" {
		t.Errorf("the probe answers with %v", h)
	}
	o.ask("/readyz", 200)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	o.Check(err)
	ctx, stop := context.WithCancel(t.Context())
	kill, killed := make(chan struct{}), errors.New("killed")
	ended := make(chan error, 1)
	go func() {
		ended <- o.Run(ctx, listener, func(context.Context) error {
			<-kill
			return killed
		})
	}()
	o.ask("/readyz", 200)
	stop()
	waittest.Until(t, "the server is not ready", func() bool {
		w := httptest.NewRecorder()
		o.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/readyz", nil))
		return w.Code == 503
	})
	o.ask("/healthz", 200)
	o.ask("/rules", 200)
	close(kill)
	if err := <-ended; !errors.Is(err, killed) {
		t.Error(err)
	}
}

func TestAServerWithoutItsDatabaseIsNotReady(t *testing.T) {
	o := operate(t)
	if err := o.Store.Close(); err != nil {
		t.Fatal(err)
	}
	o.ask("/healthz", 200)
	o.ask("/readyz", 503)
}

func TestAServerWhoseLeaseHasRunOutAnswersNobody(t *testing.T) {
	o := operate(t)
	o.Database.Set(false)
	o.ask("/healthz", 200)
	o.ask("/readyz", 503)
	o.ask("/rules", 503)
	o.Database.Set(true)
	o.ask("/readyz", 200)
	o.ask("/rules", 200)
}

func TestRequestsAreLoggedWithTheirIDAndWithoutSecrets(t *testing.T) {
	o := operate(t, "--log-requests", "--log-format", "json")
	secret := strings.Repeat("a", 26)
	id := o.ask("/rules", 200).Get("X-Request-Id")
	o.ask("/take/"+secret, 404)
	o.ask("/watch/"+secret+"?code="+secret, 404)
	if text := o.log.String(); id == "" || !strings.Contains(text, `"request":"`+id+`"`) || strings.Contains(text, secret) || strings.Count(text, "\n") != 3 {
		t.Errorf("id %q, log %s", id, text)
	}
}

func TestMetricsCountRequestsByRoute(t *testing.T) {
	o := operate(t)
	for range 2 {
		o.ask("/rules", 200)
	}
	o.ask("/games/"+strings.Repeat("a", 26), 404)
	out := httptest.NewRecorder()
	o.Metrics.Handler().ServeHTTP(out, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{
		`rosette_request_seconds_count{route="GET /rules",status="200"} 2`, `{route="GET /games/{id}",status="404"} 1`,
		"rosette_sockets 0", "rosette_matches_cached 0", `rosette_jobs_waiting{class="move"} 0`, `rosette_jobs_done_total{class="review",place="worker"} 0`, "rosette_worker_slots 0", "rosette_log_appends_total 0", "go_goroutines", `rosette_build_info{version="`,
	} {
		if !strings.Contains(out.Body.String(), want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	dashboard := string(read(t, "../../deploy/grafana.json"))
	for _, name := range regexp.MustCompile(`rosette_\w+`).FindAllString(dashboard, -1) {
		if plain := strings.TrimSuffix(name, "_bucket"); !strings.Contains(out.Body.String(), plain) {
			t.Errorf("the dashboard shows %s, which the server does not have", name)
		}
	}
}

// TestEverySettingIsInTheTable compares the flags for serve with the table in docs/server.md.
// UPDATE=1 rewrites the table.
func TestEverySettingIsInTheTable(t *testing.T) {
	const begin, end = "<!-- settings -->\n", "<!-- end of settings -->\n"
	text := string(read(t, "../../docs/server.md"))
	before, rest, found := strings.Cut(text, begin)
	_, after, also := strings.Cut(rest, end)
	if !found || !also {
		t.Fatal("docs/server.md has no place for the table of settings")
	}
	table := "| flag and setting | in the environment | default | what it is |\n|--|--|--|--|\n"
	set := serveCommand(newFlags()).Flags()
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		_, about := pflag.UnquoteUsage(f)
		usual := strings.Trim(strings.Replace(f.DefValue, location.DefaultFolder(), "the user’s data folder", 1), "[]")
		table += fmt.Sprintf("| `--%s` | `%s` | %s | %s |\n", f.Name, settings.Variable(f.Name), usual, strings.ReplaceAll(about, "|", `\|`))
	})
	if want := before + begin + table + end + after; os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile("../../docs/server.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != want {
		t.Error("the table of settings in docs/server.md is not that of serve's flags; UPDATE=1 writes it anew")
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPeersWhoFailAtTLSWriteFewLinesOfTheLog(t *testing.T) {
	var out servertest.Log
	log, err := (&operationFlags{logFormat: "text", logLevel: "info"}).log(&out)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = loglimit.Lines(log)
	server.StartTLS()
	for range 60 {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte("GET / HTTP/1.0\r\n\r\n")); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, conn); err != nil && !errors.Is(err, syscall.ECONNRESET) {
			t.Error(err)
		}
		conn.Close()
	}
	server.Close()
	if n := strings.Count(out.String(), "TLS handshake error"); n != 30 {
		t.Errorf("%d lines", n)
	}
}
