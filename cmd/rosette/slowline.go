package main

import (
	"fmt"
	"io"
	"time"

	"rosette/progress"
)

// A slowLine shows the progress of work that takes minutes or days: on a terminal by a line
// that replaces the last, elsewhere by one every ten seconds. One goroutine at a time uses it.
type slowLine struct {
	*progress.Line
	out     io.Writer
	printed time.Time
}

func newSlowLine(out io.Writer) *slowLine {
	return &slowLine{Line: progress.New(out), out: out, printed: time.Now()}
}

// show shows what has been reached, unless it is too early for another line.
func (l *slowLine) show(p fmt.Stringer) {
	if l.Width > 0 || time.Since(l.printed) > 10*time.Second {
		l.printed = time.Now()
		l.Printf("%v", p)
	}
}

// note shows a line that stays.
func (l *slowLine) note(text string) {
	l.Clear()
	fmt.Fprintln(l.out, text)
}
