package analysis

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
)

// longest bounds a line, in bytes; what is longer is thrown away and refused.
const longest = 1 << 20

// A line is a query, or why nothing more can be read.
type line struct {
	text []byte
	long bool // it was thrown away
	err  error
}

// lines reads line by line in its own goroutine, so that somebody who asks
// nothing cannot keep a service from ending. Empty lines are left out.
func lines(ctx context.Context, in io.Reader) <-chan line {
	out := make(chan line)
	go func() {
		defer close(out)
		r := bufio.NewReader(in)
		for {
			l, err := readLine(r)
			if len(l.text) > 0 || l.long {
				select {
				case out <- l:
				case <-ctx.Done():
					return
				}
			}
			if err == nil {
				continue
			}
			if !errors.Is(err, io.EOF) {
				select {
				case out <- line{err: err}:
				case <-ctx.Done():
				}
			}
			return
		}
	}()
	return out
}

// readLine reads to the end of a line and keeps it if it is not too long.
func readLine(r *bufio.Reader) (l line, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if l.long || len(l.text)+len(part) > longest {
			l = line{long: true}
		} else {
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.text = bytes.TrimSpace(l.text)
			return l, err
		}
	}
}
