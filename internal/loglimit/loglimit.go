// Package loglimit limits how often a log repeats a message, so that a peer who causes an
// error again and again cannot fill the disk.
package loglimit

import (
	"context"
	"log"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Options are the limits of a [Handler]. Zero values mean the defaults.
type Options struct {
	Lines  int           // with one message in a window; 30
	Window time.Duration // 1 min
	// Exempt reports whether a line is always logged; by default no line is.
	Exempt func(slog.Record) bool
}

// maxMessages bounds the messages that are counted apart in a window. All others share one
// count.
const maxMessages = 256

// A Handler passes lines on to another handler: of each message and level the first ones of a
// window. At the end of a window it logs how many it has suppressed. Messages should be
// constant, with what varies in attributes.
type Handler struct {
	slog.Handler
	limits *limits
}

// limits are what the handlers with different attributes share.
type limits struct {
	Options
	mu       sync.Mutex
	messages map[message]*count
}

// A message is what lines are counted by. The zero value stands for all that have no count of
// their own.
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

// take reports whether a line with a message is logged, and counts it.
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

// forget removes the counts of windows that are over and have suppressed nothing.
func (l *limits) forget(now time.Time) {
	for m, c := range l.messages {
		if c.suppressed == 0 && now.Sub(c.begun) >= l.Window {
			delete(l.messages, m)
		}
	}
}

// end ends a window and logs how many lines it has suppressed.
func (h *Handler) end(m message, c *count) {
	h.limits.mu.Lock()
	n := c.suppressed
	delete(h.limits.messages, m)
	h.limits.mu.Unlock()
	ctx, line := context.Background(), slog.NewRecord(time.Now(), m.level, "lines of the log were suppressed", 0)
	line.AddAttrs(slog.Int("lines", n), slog.String("message", m.text))
	if h.Enabled(ctx, m.level) {
		_ = h.Handler.Handle(ctx, line) // there is no other place to say it
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

// Lines returns a logger for the errors of net/http. Their lines have one message, with the
// text, which names addresses, as an attribute.
func Lines(to *slog.Logger) *log.Logger { return log.New(writer{to}, "", 0) }

// A writer logs each write as a line.
type writer struct{ log *slog.Logger }

// Write implements [io.Writer].
func (w writer) Write(text []byte) (int, error) {
	w.log.Error("http", "err", strings.TrimSpace(string(text)))
	return len(text), nil
}
