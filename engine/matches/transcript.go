package matches

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A listener passes on whole lines, each with what stands before it.
type listener struct {
	to     io.Writer
	prefix string
	rest   []byte
}

func lineWriter(to io.Writer, prefix string) *listener { return &listener{to: to, prefix: prefix} }

// longestLine is how much of a line is kept, in bytes.
const longestLine = 500

// Write takes any piece of what a program says.
func (l *listener) Write(text []byte) (int, error) {
	n := len(text)
	for {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if room := longestLine - len(l.rest); room > 0 {
			l.rest = append(l.rest, line[:min(len(line), room)]...)
		}
		if !whole {
			return n, nil
		}
		if line := bytes.TrimSpace(l.rest); len(line) > 0 {
			if _, err := fmt.Fprintf(l.to, "%s%q", l.prefix, line); err != nil {
				return 0, err
			}
		}
		text, l.rest = rest, l.rest[:0]
	}
}

// A Transcript keeps the last lines of what two programs heard and said in one
// game.
type Transcript struct {
	mu    sync.Mutex
	lines []string
	lost  int
}

// mostLines is how many lines of one game are kept.
const mostLines = 1000

// For returns where one contestant's lines go.
func (t *Transcript) For(name string) io.Writer { return &voice{of: t, name: name} }

// String returns the lines, and says how many went before.
func (t *Transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := ""
	if t.lost > 0 {
		text = fmt.Sprintf("(%d lines before)\n", t.lost)
	}
	return text + strings.Join(t.lines, "\n")
}

// Clear forgets a game that is over.
func (t *Transcript) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines, t.lost = nil, 0
}

// A voice is one contestant's in a transcript.
type voice struct {
	of   *Transcript
	name string
	said int // lines since it was asked something
}

// mostSaid is how many lines are kept that answer one command.
const mostSaid = 12

// Write takes a line.
func (v *voice) Write(line []byte) (int, error) {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	if v.said++; bytes.HasPrefix(line, []byte("> ")) {
		v.said = 0
	}
	if v.said > mostSaid {
		return len(line), nil
	}
	if len(v.of.lines) >= mostLines {
		v.of.lines = v.of.lines[mostLines/2:]
		v.of.lost += mostLines / 2
	}
	text := v.name + " " + string(line)
	if v.said == mostSaid {
		text = v.name + " says more"
	}
	v.of.lines = append(v.of.lines, text)
	return len(line), nil
}
