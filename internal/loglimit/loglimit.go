// Package loglimit limits repetitions in a log, so that a peer that repeatedly causes an error
// cannot fill the disk.
package loglimit

import (
	"context"
	"log"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Options are the limits for a [Handler]. Zero values mean the defaults.
type Options struct {
	Lines  int           // per message in a window; 30
	Window time.Duration // 1 min
	// Exempt reports whether a line is always logged; by default no line is.
	Exempt func(slog.Record) bool
}

// maxMessages is the number of messages counted separately in a window. All others share a count.
const maxMessages = 256

// A Handler passes the first lines in each window, per message and level, to another handler. When
// a window ends, it logs the number of suppressed lines. Messages should be constant, with variable
// data in attributes.
type Handler struct {
	slog.Handler
	limits *limits
}

// limits is shared by handlers with different attributes.
type limits struct {
	Options
	mu       sync.Mutex
	messages map[message]*count
}

// A message identifies lines that are counted together. The zero message stands for all messages
// without their own count.
type message struct {
	level slog.Level
	text  string
}

// A count is the number of lines with a message in a window.
type count struct {
	begun      time.Time
	lines      int
	suppressed int
}

// New returns a handler.
func New(next slog.Handler, o Options) *Handler {
	if o.Lines == 0 {
		o.Lines = 30
	}
	if o.Window == 0 {
		o.Window = time.Minute
	}
	if o.Exempt == nil {
		o.Exempt = func(slog.Record) bool { return false }
	}
	return &Handler{next, &limits{Options: o, messages: map[message]*count{}}}
}

// Handle implements [slog.Handler].
func (h *Handler) Handle(ctx context.Context, line slog.Record) error {
	if !h.limits.Exempt(line) && !h.take(message{line.Level, line.Message}) {
		return nil
	}
	return h.Handler.Handle(ctx, line)
}

// take counts a line and reports whether it is logged.
func (h *Handler) take(m message) bool {
	l := h.limits
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	c := l.messages[m]
	if c == nil {
		if len(l.messages) >= maxMessages {
			l.forget(now)
		}
		if len(l.messages) >= maxMessages {
			m = message{}
		}
		if c = l.messages[m]; c == nil {
			c = &count{begun: now}
			l.messages[m] = c
		}
	}
	if c.suppressed == 0 && now.Sub(c.begun) >= l.Window {
		*c = count{begun: now}
	}
	if c.lines < l.Lines {
		c.lines++
		return true
	}
	if c.suppressed++; c.suppressed == 1 {
		time.AfterFunc(max(0, l.Window-now.Sub(c.begun)), func() { h.end(m, c) })
	}
	return false
}

// forget removes the counts of past windows without suppressed lines.
func (l *limits) forget(now time.Time) {
	for m, c := range l.messages {
		if c.suppressed == 0 && now.Sub(c.begun) >= l.Window {
			delete(l.messages, m)
		}
	}
}

// end ends a window and logs the number of suppressed lines.
func (h *Handler) end(m message, c *count) {
	h.limits.mu.Lock()
	n := c.suppressed
	delete(h.limits.messages, m)
	h.limits.mu.Unlock()
	ctx, line := context.Background(), slog.NewRecord(time.Now(), m.level, "lines of the log were suppressed", 0)
	line.AddAttrs(slog.Int("lines", n), slog.String("message", m.text))
	if h.Enabled(ctx, m.level) {
		_ = h.Handler.Handle(ctx, line) // there is no other place to report it
	}
}

// WithAttrs implements [slog.Handler].
func (h *Handler) WithAttrs(all []slog.Attr) slog.Handler {
	return &Handler{h.Handler.WithAttrs(all), h.limits}
}

// WithGroup implements [slog.Handler].
func (h *Handler) WithGroup(name string) slog.Handler {
	return &Handler{h.Handler.WithGroup(name), h.limits}
}

// Lines returns a logger for net/http errors. Its lines have a constant message, with the text,
// which contains addresses, as an attribute.
func Lines(to *slog.Logger) *log.Logger { return log.New(writer{to}, "", 0) }

// A writer logs each write as a line.
type writer struct{ log *slog.Logger }

// Write implements [io.Writer].
func (w writer) Write(text []byte) (int, error) {
	w.log.Error("http", "err", strings.TrimSpace(string(text)))
	return len(text), nil
}
