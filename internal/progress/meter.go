package progress

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"
)

// A Meter shows a count, its rate and the remaining time on a terminal, in a
// line that is current from the start. Elsewhere it prints only the texts, one a line. It is safe
// for concurrent use.
type Meter struct {
	line *Line
	unit string
	all  int

	mu    sync.Mutex
	begun time.Time
	first int // count at the start, which took no time
	done  int
	text  string
	ended chan struct{}
	once  sync.Once
}

// meterInterval is the time between two updates on a terminal.
const meterInterval = time.Second

// NewMeter returns a Meter for all units, such as games, with the given number done already. The
// caller must call Close.
func NewMeter(out io.Writer, unit string, done, all int) *Meter {
	m := &Meter{
		line: New(out), unit: unit, all: all, begun: time.Now(), first: done, done: done, ended: make(chan struct{}),
	}
	if m.line.Width > 0 {
		go m.tick()
	}
	return m
}

// tick redraws the line until Close.
func (m *Meter) tick() {
	t := time.NewTicker(meterInterval)
	defer t.Stop()
	for {
		select {
		case <-m.ended:
			return
		case <-t.C:
			m.mu.Lock()
			m.draw()
			m.mu.Unlock()
		}
	}
}

// draw shows the line, unless the meter is closed.
func (m *Meter) draw() {
	select {
	case <-m.ended:
		return
	default:
	}
	if m.line.Width == 0 {
		m.line.Printf("%s", m.text)
		return
	}
	line := state(m.unit, m.first, m.done, m.all, time.Since(m.begun))
	if m.text != "" {
		line += "; " + m.text
	}
	m.line.Printf("%s", line)
}

// Set sets the count, and a text that describes the latest change or is empty.
func (m *Meter) Set(done int, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done, m.text = done, text
	if m.line.Width > 0 || text != "" {
		m.draw()
	}
}

// OnTerminal reports whether the output is a terminal.
func (m *Meter) OnTerminal() bool { return m.line.Width > 0 }

// Note shows a line that stays.
func (m *Meter) Note(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.line.Clear()
	fmt.Fprintln(m.line.out, text)
}

// Close clears the line. It may be called more than once.
func (m *Meter) Close() {
	m.once.Do(func() { close(m.ended) })
	m.mu.Lock()
	defer m.mu.Unlock()
	m.line.Clear()
}

// state describes the work after a time, such as "0 of 300 games, 5s so far" or "12 of 300 games,
// 4.5 a minute, 1h4m left".
func state(unit string, first, done, all int, after time.Duration) string {
	text := fmt.Sprintf("%d of %d %s", done, all, unit)
	if done <= first {
		return text + ", " + remaining(after) + " so far"
	}
	each := after / time.Duration(done-first)
	text += ", " + rate(each)
	if left := time.Duration(max(0, all-done)) * each; left > 0 {
		text += ", " + remaining(left) + " left"
	}
	return text
}

// rate formats how many units a second, a minute or an hour takes.
func rate(each time.Duration) string {
	for _, per := range []struct {
		time time.Duration
		name string
	}{{time.Second, "second"}, {time.Minute, "minute"}} {
		if n := float64(per.time) / float64(each); n >= 1 {
			return short(n) + " a " + per.name
		}
	}
	return short(float64(time.Hour)/float64(each)) + " an hour"
}

// short formats a number with two significant digits.
func short(n float64) string {
	if n >= 10 {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.1f", n)
}

// remaining rounds a duration to its two largest units.
func remaining(left time.Duration) string {
	switch {
	case left >= time.Hour:
		left = left.Round(time.Minute)
		return fmt.Sprintf("%.0fh%dm", math.Floor(left.Hours()), int(left.Minutes())%60)
	case left >= time.Minute:
		left = left.Round(time.Second)
		return fmt.Sprintf("%dm%ds", int(left.Minutes()), int(left.Seconds())%60)
	}
	return fmt.Sprintf("%ds", int(math.Ceil(left.Seconds())))
}
