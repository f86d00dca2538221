package gtp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// longest bounds a line, in bytes; what is longer is thrown away and refused.
const longest = 16 << 10

// A line is what the controller sent, or why nothing more can be read.
type line struct {
	text string
	long bool // the rest was thrown away
	err  error
}

// lines reads line by line in its own goroutine, so that a controller who
// says nothing cannot keep a session from ending.
func lines(ctx context.Context, in io.Reader) <-chan line {
	out := make(chan line)
	go func() {
		defer close(out)
		send := func(l line) bool {
			select {
			case out <- l:
				return true
			case <-ctx.Done():
				return false
			}
		}
		r := bufio.NewReaderSize(in, longest+1)
		for ctx.Err() == nil {
			text, err := r.ReadSlice('\n')
			long := errors.Is(err, bufio.ErrBufferFull)
			if len(text) > 0 && !send(line{text: string(text), long: long}) {
				return
			}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					send(line{err: err})
				}
				return
			}
		}
	}()
	return out
}

// A command is one line in its parts.
type command struct {
	id   string // digits, or nothing
	name string
	args []string
	long bool // more than a command may have
}

// longestID bounds the number in front of a command, in digits.
const longestID = 10

// parse takes a line apart as the protocol says: control characters go, a tab
// is a blank, a comment ends the line. It tells whether anything is left.
func (l line) parse() (c command, ok bool) {
	text, _, comment := strings.Cut(l.text, "#")
	words := strings.Fields(strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text))
	c.long = l.long && !comment
	if len(words) == 0 {
		return c, c.long
	}
	if len(words[0]) <= longestID && strings.Trim(words[0], "0123456789") == "" {
		c.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		c.name, c.args = words[0], words[1:]
	}
	return c, true
}
