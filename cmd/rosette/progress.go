package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// A progress is told line by line: on a terminal each stands in place of the
// last, elsewhere one follows the other. Several may tell theirs.
type progress struct {
	mu   sync.Mutex
	out  io.Writer
	wide int // columns of the terminal, 0 if there is none
}

func newProgress(out io.Writer) *progress {
	p := &progress{out: out}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		if wide, _, err := term.GetSize(int(file.Fd())); err == nil && wide > 1 {
			p.wide = wide
		}
	}
	return p
}

// sayf tells where things stand. Nobody need listen.
func (p *progress) sayf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := fmt.Sprintf(format, args...)
	if p.wide == 0 {
		fmt.Fprintln(p.out, line)
		return
	}
	if short := []rune(line); len(short) >= p.wide {
		line = string(short[:p.wide-1])
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", line)
}

// done leaves the line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wide > 0 {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// A bar shows on a terminal how much of some work is done, and nothing anywhere
// else.
type bar struct {
	*progress
	all int
}

// barWidth is how many signs a bar has, where the terminal has room.
const barWidth = 30

func newBar(out io.Writer, all int) bar { return bar{newProgress(out), all} }

// show is told by one goroutine at a time. What is written is more than a bar:
// that is what gives way on a narrow terminal.
func (b bar) show(done int) {
	if b.wide == 0 {
		return
	}
	said := fmt.Sprintf("%d of %d positions", done, b.all)
	width := min(barWidth, b.wide-len(said)-4)
	if width < 2 {
		b.sayf("%s", said)
		return
	}
	full := width * done / max(1, b.all)
	b.sayf("[%s%s] %s", strings.Repeat("#", full), strings.Repeat(".", width-full), said)
}
