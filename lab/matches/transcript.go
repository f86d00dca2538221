package matches

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A listener writes complete lines with a prefix.
type listener struct {
	to     io.Writer
	prefix string
	rest   []byte
}

func lineWriter(to io.Writer, prefix string) *listener { return &listener{to: to, prefix: prefix} }

// longestLine is the largest stored part of a line, in bytes.
const longestLine = 500

// Write accepts any part of the output.
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

// A Transcript stores the last lines exchanged with two programs in one game.
type Transcript struct {
	mu    sync.Mutex
	lines []string
	lost  int
}

// mostLines is the largest number of stored lines per game.
const mostLines = 1000

// For returns the writer for a player's lines.
func (t *Transcript) For(name string) io.Writer { return &transcriptWriter{of: t, name: name} }

// String returns the lines, and the number of dropped lines before them.
func (t *Transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := ""
	if t.lost > 0 {
		text = fmt.Sprintf("(%d lines before)\n", t.lost)
	}
	return text + strings.Join(t.lines, "\n")
}

// Clear deletes the lines.
func (t *Transcript) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines, t.lost = nil, 0
}

// A transcriptWriter writes a player's lines.
type transcriptWriter struct {
	of       *Transcript
	name     string
	answered int // lines since the last command
}

// maxAnswerLines is the largest number of stored lines per answer.
const maxAnswerLines = 12

// Write accepts a line.
func (v *transcriptWriter) Write(line []byte) (int, error) {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	if v.answered++; bytes.HasPrefix(line, []byte("> ")) {
		v.answered = 0
	}
	if v.answered > maxAnswerLines {
		return len(line), nil
	}
	if len(v.of.lines) >= mostLines {
		v.of.lines = v.of.lines[mostLines/2:]
		v.of.lost += mostLines / 2
	}
	text := v.name + " " + string(line)
	if v.answered == maxAnswerLines {
		text = v.name + " says more"
	}
	v.of.lines = append(v.of.lines, text)
	return len(line), nil
}
