package analysis

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
)

// maxLineBytes is the largest length of a line. A longer one is discarded and refused.
const maxLineBytes = 1 << 20

// A line is a query, or the error that ended the input.
type line struct {
	text    []byte
	tooLong bool // the line was discarded
	err     error
}

// readLines reads lines in a separate goroutine, so that a blocked read does not keep the service
// from ending. It skips empty lines.
func readLines(ctx context.Context, in io.Reader) <-chan line {
	out := make(chan line)
	go func() {
		defer close(out)
		r := bufio.NewReader(in)
		for {
			l, err := readLine(r)
			if len(l.text) > 0 || l.tooLong {
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

// readLine reads a line and discards it if it is too long.
func readLine(r *bufio.Reader) (l line, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if l.tooLong || len(l.text)+len(part) > maxLineBytes {
			l = line{tooLong: true}
		} else {
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.text = bytes.TrimSpace(l.text)
			return l, err
		}
	}
}
