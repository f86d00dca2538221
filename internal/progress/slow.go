package progress

import (
	"fmt"
	"io"
	"time"
)

// A Slow shows the progress of work that takes minutes or days: on a terminal with a line that
// replaces the last, elsewhere with a line every ten seconds. It is not safe for concurrent use.
type Slow struct {
	line    *Line
	printed time.Time
}

// slowInterval is the time between two lines that follow each other.
const slowInterval = 10 * time.Second

// NewSlow returns a Slow on out, which may be a terminal.
func NewSlow(out io.Writer) *Slow { return &Slow{New(out), time.Now()} }

// Show shows the progress, unless it is too early for another line.
func (s *Slow) Show(p fmt.Stringer) {
	if s.line.Width > 0 || time.Since(s.printed) > slowInterval {
		s.printed = time.Now()
		s.line.Printf("%v", p)
	}
}

// Note shows a line that stays.
func (s *Slow) Note(text string) {
	s.line.Clear()
	fmt.Fprintln(s.line.out, text)
}
