// Package progress shows the progress of long work on a terminal: a line that replaces the last,
// and a bar with the count and the time left.
package progress

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A Line shows lines. On a terminal each line replaces the last; elsewhere they follow each other.
// It is safe for concurrent use.
type Line struct {
	mu    sync.Mutex
	out   io.Writer
	Width int // terminal's columns, 0 without a terminal
}

// New returns a Line on out, which may be a terminal.
func New(out io.Writer) *Line {
	p := &Line{out: out}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 1 {
			p.Width = width
		}
	}
	return p
}

// Printf shows a line, cut to the terminal's width.
func (p *Line) Printf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := fmt.Sprintf(format, args...)
	if p.Width == 0 {
		fmt.Fprintln(p.out, line)
		return
	}
	if short := []rune(line); len(short) >= p.Width {
		line = string(short[:p.Width-1])
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", line)
}

// Clear clears the line.
func (p *Line) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Width > 0 {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// A Bar shows the finished share of some work and the remaining time on a terminal. Elsewhere it
// shows nothing.
type Bar struct {
	Unit  string // counted unit; default positions
	out   io.Writer
	width int // terminal's columns, 0 without a terminal
	all   int
	start int // count when first shown, which took no time
	drawn *progressbar.ProgressBar
}

// barWidth is a bar's width in columns on a wide terminal.
const barWidth = 30

// NewBar returns a Bar for all positions.
func NewBar(out io.Writer, all int) *Bar {
	return &Bar{out: out, width: New(out).Width, all: all}
}

// Set draws the bar. It must not be called concurrently. It ignores write errors, so that they do
// not stop the work.
func (b *Bar) Set(done int) {
	if b.width == 0 {
		return
	}
	if b.drawn == nil {
		b.start = done
		unit := cmp.Or(b.Unit, "positions")
		title := unit
		if done > 0 {
			title = fmt.Sprintf("%s after the first %d", unit, done)
		}
		b.drawn = progressbar.NewOptions(
			b.all-done, progressbar.OptionSetWriter(b.out), progressbar.OptionSetDescription(title),
			progressbar.OptionSetWidth(barWidth), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionUseANSICodes(true), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetTheme(progressbar.ThemeASCII),
		)
	}
	_ = b.drawn.Set(done - b.start)
}

// SetOf is like Set, for work whose total is known only while it runs.
func (b *Bar) SetOf(done, all int) {
	b.all = all
	b.Set(done)
}

// Clear clears the line, so that later output begins on it.
func (b *Bar) Clear() {
	if b.drawn != nil {
		_ = b.drawn.Clear()
	}
}
