package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress shows lines: on a terminal each replaces the last, elsewhere one
// follows the other. Several goroutines may use it at once.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	width int // columns of the terminal, 0 if there is none
}

func newProgress(out io.Writer) *progress {
	p := &progress{out: out}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 1 {
			p.width = width
		}
	}
	return p
}

// sayf shows a line, cut to the width of the terminal.
func (p *progress) sayf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := fmt.Sprintf(format, args...)
	if p.width == 0 {
		fmt.Fprintln(p.out, line)
		return
	}
	if short := []rune(line); len(short) >= p.width {
		line = string(short[:p.width-1])
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", line)
}

// done clears the line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// A bar shows on a terminal how much of some work is done and how long the rest
// will take, and nothing anywhere else.
type bar struct {
	out   io.Writer
	width int // columns of the terminal, 0 if there is none
	all   int
	start int // what was done already when it was first shown, which took no time
	drawn *progressbar.ProgressBar
}

// barWidth is the columns of a bar on a terminal that is wide enough.
const barWidth = 30

func newBar(out io.Writer, all int) *bar {
	return &bar{out: out, width: newProgress(out).width, all: all}
}

// show draws the bar. One goroutine at a time calls it. A terminal that cannot be
// written to does not stop the work.
func (b *bar) show(done int) {
	if b.width == 0 {
		return
	}
	if b.drawn == nil {
		b.start = done
		title := "positions"
		if done > 0 {
			title = fmt.Sprintf("positions after the first %d", done)
		}
		b.drawn = progressbar.NewOptions(
			b.all-done, progressbar.OptionSetWriter(b.out), progressbar.OptionSetDescription(title),
			progressbar.OptionSetWidth(barWidth), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionUseANSICodes(true), progressbar.OptionClearOnFinish(), progressbar.OptionSetTheme(progressbar.ThemeASCII),
		)
	}
	_ = b.drawn.Set(done - b.start)
}

// done clears the line, so that what is printed next begins on it.
func (b *bar) done() {
	if b.drawn != nil {
		_ = b.drawn.Clear()
	}
}
