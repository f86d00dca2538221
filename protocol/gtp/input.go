package gtp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// maxLine is the largest length of a line in bytes. The rest of a longer line is discarded, and the
// command is refused.
const maxLine = 16 << 10

// A line is an input line, or the error that ended the input.
type line struct {
	text    string
	tooLong bool // the rest was discarded
	err     error
}

// readLines reads lines in a separate goroutine, so that a session can end during a blocked read.
// It closes the channel at the end of the input.
func readLines(ctx context.Context, in io.Reader) <-chan line {
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
		r := bufio.NewReaderSize(in, maxLine+1)
		for ctx.Err() == nil {
			text, err := r.ReadSlice('\n')
			long := errors.Is(err, bufio.ErrBufferFull)
			if len(text) > 0 && !send(line{text: string(text), tooLong: long}) {
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

// A commandLine is a parsed line.
type commandLine struct {
	id      string // digits, or empty
	name    string
	args    []string
	tooLong bool // longer than maxLine
}

// maxIDDigits is the largest number of digits in a command's ID.
const maxIDDigits = 10

// parse splits a line according to the specification: it removes control characters, treats a tab
// as a blank, and ends the line at a comment. It returns false for a line without a command.
func (l line) parse() (c commandLine, ok bool) {
	text, _, comment := strings.Cut(l.text, "#")
	words := strings.Fields(printable(text))
	c.tooLong = l.tooLong && !comment
	if len(words) == 0 {
		return c, c.tooLong
	}
	if len(words[0]) <= maxIDDigits && strings.Trim(words[0], "0123456789") == "" {
		c.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		c.name, c.args = words[0], words[1:]
	}
	return c, true
}
