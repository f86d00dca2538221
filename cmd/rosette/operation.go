package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/internal/loglimit"
	"rosette/play"
	"rosette/server/http/moderation"
	"rosette/server/http/web"
	"rosette/server/metrics"
	"rosette/server/settings"
	"rosette/server/store"
)

// An operation is what who runs a server asks of it besides pages: its log, its metrics, and
// how it stops.
type operation struct {
	logFormat, logLevel string
	requests            bool          // all requests are logged, not only those that fail
	metrics             string        // address of the metrics, "" for none
	drain               time.Duration // how long the server goes on after it is told to stop
}

// logFormats are the formats of the log.
var logFormats = map[string]func(io.Writer, *slog.HandlerOptions) slog.Handler{
	"text": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) },
	"json": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) },
}

// register adds the flags to a command.
func (o *operation) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.logFormat, "log-format", "text", "`format` of the log on the standard error: text or json")
	cmd.Flags().StringVar(&o.logLevel, "log-level", "info", "lowest `level` that is logged: debug, info, warn or error")
	cmd.Flags().BoolVar(&o.requests, "log-requests", false, "log every request with its ID, not only those that fail")
	cmd.Flags().StringVar(&o.metrics, "metrics", "", "`address`, such as 127.0.0.1:9090, that serves metrics for Prometheus at /metrics; do not let others reach it")
	cmd.Flags().DurationVar(&o.drain, "drain", 0, "`time` that the server goes on after it is told to stop, up to 1h, while /readyz says that it is not ready, so that a load balancer sends it nobody (default: none)")
}

// log returns the log of the server.
func (o *operation) log(to io.Writer) (*slog.Logger, error) {
	make, ok := logFormats[o.logFormat]
	var level slog.Level
	if !ok || level.UnmarshalText([]byte(o.logLevel)) != nil {
		return nil, usageError{errors.New("--log-format is text or json, --log-level debug, info, warn or error")}
	}
	if o.drain < 0 || o.drain > time.Hour {
		return nil, usageError{errors.New("--drain: use a time from 0 to 1h")}
	}
	limited := loglimit.New(make(to, &slog.HandlerOptions{Level: level}), loglimit.Options{Exempt: unlimited})
	return slog.New(web.LogHandler{Handler: limited}), nil
}

// unlimited reports whether a line is logged however often its message comes: what is done
// with accounts, which has limits of its own, and requests where --log-requests wants all.
func unlimited(line slog.Record) bool {
	return line.Message == "account" || line.Message == "request" && line.Level < slog.LevelWarn
}

// answered returns what is done with each answer: it is counted, and logged if that is asked
// for or the server has failed. That a server is busy is a warning, and what else makes it refuse a
// request for now has a line of its own.
func (o *operation) answered(m *metrics.Metrics, log *slog.Logger) func(context.Context, web.Answer) {
	return func(ctx context.Context, a web.Answer) {
		m.Answered(a.Pattern, a.Status, a.Took)
		level := slog.LevelInfo
		if a.Status >= http.StatusInternalServerError && ctx.Err() == nil { // a client that has gone is no failure
			level = slog.LevelError
			if a.Status == http.StatusServiceUnavailable {
				level = slog.LevelWarn
			}
		}
		if o.requests || level > slog.LevelInfo {
			log.Log(ctx, level, "request", "method", a.Method, "path", a.Path, "status", a.Status, "bytes", a.Bytes, "ms", a.Took.Milliseconds())
		}
	}
}

// listen listens for who wants metrics. run gives them until ctx ends; without --metrics it
// returns at once.
func (o *operation) listen(m *metrics.Metrics, log *slog.Logger) (run func(context.Context) error, err error) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	return listenBeside(o.metrics, "--metrics", mux, log)
}

// errDraining says that the server is about to stop.
var errDraining = errors.New("the server is about to stop")

// drained returns a context that ends so long after another one as --drain says, and an
// error once that has ended.
func (o *operation) drained(ctx context.Context) (later context.Context, stopping func() error) {
	stopping = func() error {
		if ctx.Err() != nil {
			return errDraining
		}
		return nil
	}
	if o.drain == 0 {
		return ctx, stopping
	}
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() { time.AfterFunc(o.drain, cancel) })
	return later, stopping
}

// A timedMatches measures how long events take until they are kept.
type timedMatches struct {
	store.Matches
	metrics *metrics.Metrics
}

// Append implements [host.Log].
func (t timedMatches) Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error {
	begun := time.Now()
	err := t.Matches.Append(ctx, id, after, events, s)
	if !errors.Is(err, play.ErrStale) && ctx.Err() == nil {
		t.metrics.Appended(time.Since(begun), err == nil)
	}
	return err
}

// databaseOf names the kind of database of a store.
func databaseOf(s store.Store) string {
	file, ok := s.(*store.SQLite)
	switch {
	case !ok:
		return "PostgreSQL"
	case file.InMemory():
		return "memory"
	}
	return "SQLite"
}

// measure adds what the parts of a server know of themselves to its metrics, and to what
// moderators see.
func (s *liveServer) measure() {
	began := time.Now()
	s.workers = func() (workers, slots int) { return 0, 0 } // until there are some
	s.moderators.Parts = func() moderation.Load {
		running, waiting := s.queue.Load()
		workers, slots := s.workers()
		return moderation.Load{
			Version: version(), Since: began.UnixMilli(), Database: databaseOf(s.store),
			Sockets: s.api.OpenSockets(), Matches: s.host.Cached(), Running: running, Waiting: waiting, Workers: workers, Slots: slots,
		}
	}
	s.metrics.Version(version())
	s.metrics.Gauge("sockets", "Open sockets.", func() float64 { return float64(s.api.OpenSockets()) })
	s.metrics.Gauge("matches_cached", "Matches in memory.", func() float64 { return float64(s.host.Cached()) })
	s.measureJobs()
	if used, ok := s.store.(interface{ Use() store.Use }); ok {
		s.metrics.Counter("log_reads_total", "Matches read from the event log.", func() float64 { return float64(used.Use().Reads) })
		s.metrics.Counter("log_appends_total", "Appends to the event log that were kept.", func() float64 { return float64(used.Use().Appends) })
		s.metrics.Counter("database_commits_total", "Commits of the database, each of which waits for the disk.", func() float64 { return float64(used.Use().Commits) })
	}
}

// readyFor is how long it counts that the database could be written to, or could not. Whoever
// asks more often costs nothing.
const readyFor = 5 * time.Second

// ready returns an error while the server should get no requests: its database cannot be
// written to, as on a full disk, or it is about to stop.
func (s *liveServer) ready(stopping func() error) func(context.Context) error {
	var mu sync.Mutex
	var found error
	var at time.Time
	return func(ctx context.Context) error {
		if !s.contact.Reached() { // a write would take long
			return errors.New("the lease of this server has run out")
		}
		if err := stopping(); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); at.IsZero() || now.Sub(at) >= readyFor {
			found, at = s.writable(context.WithoutCancel(ctx)), now
		}
		return found
	}
}

// writable returns an error unless the store can be written to.
func (s *liveServer) writable(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyFor/2)
	defer cancel()
	if disk, ok := s.store.(interface{ Writable(context.Context) error }); ok {
		return disk.Writable(ctx)
	}
	_, err := s.store.Outages(ctx)
	return err
}

// logUse logs how often the log was used.
func logUse(s store.Store, log *slog.Logger) {
	if s, ok := s.(interface{ Use() store.Use }); ok {
		u := s.Use()
		log.Info("the event log was used", "reads", u.Reads, "follows", u.Follows, "appends", u.Appends, "commits", u.Commits)
	}
}

// A timekeeper is a store whose database other servers use as well. Its clock is that of all
// of them.
type timekeeper interface {
	Time(ctx context.Context) (now time.Time, within time.Duration, err error)
}

// clockOf returns the clock of what is kept in a store: that of its database if others may use
// it, else this machine's.
func clockOf(ctx context.Context, s store.Store) (now func() time.Time, err error) {
	shared, ok := s.(timekeeper)
	if !ok {
		return time.Now, nil
	}
	start, _, err := shared.Time(ctx)
	began := time.Now()
	return func() time.Time { return start.Add(time.Since(began)) }, err
}

// settingsFlag is the flag of the file of settings, which the commands of a server have.
const settingsFlag = "settings"

// secrets are variables of the environment that are no settings of a server, since a command
// line would show them to other users of the machine.
var secrets = []string{smtpPassword, tokenVariable}

// configurable adds the flag of the file of settings to a set.
func configurable(set *pflag.FlagSet) {
	set.String(settingsFlag, "", "`file` of settings in TOML: the flags of serve by their names (default: $"+settings.Variable(settingsFlag)+")")
}

// settingsFile returns the name of the file of settings, "" if there is none.
func settingsFile(cmd *cobra.Command) string {
	if flag := cmd.Flags().Lookup(settingsFlag); flag.Changed {
		return flag.Value.String()
	}
	return os.Getenv(settings.Variable(settingsFlag))
}

// fillSettings fills the flags of a command of a server from the environment and the file of
// settings.
func fillSettings(cmd *cobra.Command) error {
	if cmd.Flags().Lookup(settingsFlag) == nil {
		return nil
	}
	err := settings.Apply(cmd.Flags(), serveCommand(newFlags()).Flags(), os.Environ(), settingsFile(cmd), secrets...)
	if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
		at, _ := strings.CutSuffix(err.Error(), ": "+bad.Error())
		err = valueError(at+":", bad)
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}
