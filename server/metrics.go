package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime"
	"sync"
	"time"

	"rosette/play"
	"rosette/server/http/moderation"
	"rosette/server/http/web"
	"rosette/server/metrics"
	"rosette/server/store"
	"rosette/server/work"
)

// answered counts a response, and logs it if the server has failed or Config.LogRequests is set. It
// logs a busy server as a warning, because every other 503 has its own line.
func (s *Server) answered(ctx context.Context, a web.Answer) {
	s.Metrics.Answered(a.Pattern, a.Status, a.Took)
	level := slog.LevelInfo
	if a.Status >= http.StatusInternalServerError && ctx.Err() == nil { // a disconnected client is not a failure
		level = slog.LevelError
		if a.Status == http.StatusServiceUnavailable {
			level = slog.LevelWarn
		}
	}
	if s.config.LogRequests || level > slog.LevelInfo {
		s.config.Log.Log(ctx, level, "request",
			"method", a.Method, "path", a.Path, "status", a.Status, "bytes", a.Bytes, "ms", a.Took.Milliseconds())
	}
}

// timedMatches measures the time for storing events.
type timedMatches struct {
	store.Matches
	metrics *metrics.Metrics
}

// Append implements [match.Log].
func (t timedMatches) Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error {
	begun := time.Now()
	err := t.Matches.Append(ctx, id, after, events, s)
	if !errors.Is(err, play.ErrStale) && ctx.Err() == nil {
		t.metrics.Appended(time.Since(begun), err == nil)
	}
	return err
}

// databaseOf names the database behind a store.
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

// load returns the server's load for moderators.
func (s *Server) load() moderation.Load {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	running, waiting := s.Jobs.Queue.Load()
	workers, slots := s.workers()
	return moderation.Load{
		Version: s.config.Version, Since: s.began.UnixMilli(), Database: databaseOf(s.Store),
		Sockets: s.Socket.Open(),
		Matches: s.Matches.Cached(), Running: running, Waiting: waiting, Workers: workers, Slots: slots,
		Memory: memory.Sys, Goroutines: runtime.NumGoroutine(),
	}
}

// measure adds the server's parts to its metrics.
func (s *Server) measure() {
	m := s.Metrics
	m.Version(s.config.Version)
	m.Gauge("sockets", "Open sockets.", func() float64 { return float64(s.Socket.Open()) })
	m.Gauge("matches_cached", "Matches in memory.", func() float64 { return float64(s.Matches.Cached()) })
	s.measureJobs()
	if used, ok := s.Store.(interface{ Use() store.Use }); ok {
		m.Counter("log_reads_total", "Matches read from the event log.",
			func() float64 { return float64(used.Use().Reads) })
		m.Counter("log_appends_total", "Appends to the event log that were kept.",
			func() float64 { return float64(used.Use().Appends) })
		m.Counter("database_commits_total", "Commits of the database, each of which waits for the disk.",
			func() float64 { return float64(used.Use().Commits) })
	}
}

// measureJobs adds the engine's jobs and their workers to the metrics.
func (s *Server) measureJobs() {
	m := s.Metrics
	byClass := func(value func(c work.Counts) float64) func(metrics.Emit) {
		return func(emit metrics.Emit) {
			for class, counts := range s.Jobs.Queue.Counts() {
				emit(value(counts), work.Class(class).String())
			}
		}
	}
	byPlace := func(value func(c work.Counts, at work.Place) int) func(metrics.Emit) {
		return func(emit metrics.Emit) {
			for class, counts := range s.Jobs.Queue.Counts() {
				for at := range work.Places {
					emit(float64(value(counts, at)), work.Class(class).String(), at.String())
				}
			}
		}
	}
	m.Gauges("jobs_waiting", "Jobs of the computer that wait for their turn, by their class.",
		byClass(func(c work.Counts) float64 { return float64(c.Waiting) }), "class")
	m.Counters("jobs_waited_seconds_total", "Time that jobs of the computer have waited until they began.",
		byClass(func(c work.Counts) float64 { return c.Waited.Seconds() }), "class")
	m.Gauges("jobs_running", "Jobs of the computer that run, here or at a worker.",
		byPlace(func(c work.Counts, at work.Place) int { return c.Running[at] }), "class", "place")
	m.Counters("jobs_done_total", "Jobs of the computer that were done, here or by a worker.",
		byPlace(func(c work.Counts, at work.Place) int { return c.Done[at] }), "class", "place")
	m.Gauge("workers", "Processes elsewhere that do jobs (rosette work).",
		func() float64 { n, _ := s.workers(); return float64(n) })
	m.Gauge("worker_slots", "Jobs that processes elsewhere do at once.",
		func() float64 { _, n := s.workers(); return float64(n) })
}

// writes caches the result of a test write.
type writes struct {
	mu  sync.Mutex
	at  time.Time // time of the last test
	err error     // result of that test
}

// writesLast is the lifetime of the cached result, so that frequent probes cost nothing.
const writesLast = 5 * time.Second

// ready returns an error if the server should receive no requests: its database is not writable,
// for example because the disk is full, or the server is about to stop.
func (s *Server) ready(ctx context.Context) error {
	if !s.Database.Reached() { // a write would take long
		return errors.New("the lease of this server has expired")
	}
	select {
	case <-s.draining:
		return errors.New("the server is stopping")
	default:
	}
	s.writes.mu.Lock()
	defer s.writes.mu.Unlock()
	if now := time.Now(); s.writes.at.IsZero() || now.Sub(s.writes.at) >= writesLast {
		s.writes.at, s.writes.err = now, s.writable(context.WithoutCancel(ctx))
	}
	return s.writes.err
}

// writable returns an error unless the store can be written to.
func (s *Server) writable(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, writesLast/2)
	defer cancel()
	if disk, ok := s.Store.(interface{ Writable(context.Context) error }); ok {
		return disk.Writable(ctx)
	}
	_, err := s.Store.Outages(ctx)
	return err
}
