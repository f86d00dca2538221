package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// A ResponseError is an engine's message after "?".
type ResponseError string

// Error returns the message as the engine wrote it.
func (r ResponseError) Error() string { return string(r) }

// Errors from [Client.Send] that end the conversation. An engine's exit is reported as
// [io.ErrUnexpectedEOF].
var (
	ErrTimeout       = errors.New("no answer")
	ErrAnswerTooLong = errors.New("reply too long")
)

// A Client sends commands to an engine, one at a time. After any error other than a
// [ResponseError], every later Send fails with the same error. It is not safe for concurrent use.
type Client struct {
	engine  io.WriteCloser
	answers <-chan answer
	timeout time.Duration
	broken  error
	closed  chan struct{}
}

// An answer is a complete answer from an engine, or the error instead.
type answer struct {
	text string
	err  error
}

// maxAnswer is the largest length of an answer in bytes.
const maxAnswer = 1 << 20

// NewClient returns a client for an engine that reads commands from in and writes answers to out.
// Timeout limits the wait for each answer. A goroutine reads from out until it ends or the client
// is closed.
func NewClient(in io.WriteCloser, out io.Reader, timeout time.Duration) *Client {
	closed := make(chan struct{})
	return &Client{engine: in, answers: readAnswers(out, closed), timeout: timeout, closed: closed}
}

// Send sends a command and returns the answer without its prefix. If the engine
// refuses the command, the error is a [ResponseError]. A command with a line break
// or a comment is an error, and is not sent.
func (c *Client) Send(command string) (string, error) {
	return c.sendWithin(command, c.timeout, func() time.Time { return time.Time{} })
}

// SendFirst is like Send, but fails when neither an answer nor other output has come for timeout.
// Engines write messages to standard error while they load a network; lastOutput returns the time when
// the last one came.
func (c *Client) SendFirst(command string, timeout time.Duration, lastOutput func() time.Time) (string, error) {
	return c.sendWithin(command, min(timeout, c.timeout), lastOutput)
}

// sendWithin sends a command. It fails when neither an answer nor other output has come for timeout.
func (c *Client) sendWithin(command string, timeout time.Duration, lastOutput func() time.Time) (string, error) {
	if c.broken != nil {
		return "", c.broken
	}
	if command = strings.TrimSpace(command); command == "" || len(command) >= maxLine ||
		strings.ContainsAny(command, "\n#") {
		return "", fmt.Errorf("gtp: no command in %d bytes; send one line without a comment", len(command))
	}
	if _, err := io.WriteString(c.engine, command+"\n"); err != nil {
		return "", c.fail(command, err)
	}
	for since := time.Now(); ; {
		select {
		case a, ok := <-c.answers:
			if !ok {
				a.err = io.ErrUnexpectedEOF
			}
			if a.err != nil {
				return "", c.fail(command, a.err)
			}
			return parseAnswer(a.text)
		case <-time.After(time.Until(since.Add(timeout))):
			last := lastOutput()
			if !last.After(since) {
				return "", c.fail(command, fmt.Errorf("%w within %v", ErrTimeout, timeout))
			}
			since = last
		}
	}
}

// fail records the error for every later Send.
func (c *Client) fail(command string, err error) error {
	name, _, _ := strings.Cut(command, " ")
	c.broken = fmt.Errorf("gtp: sending %s: %w", name, err)
	return c.broken
}

// parseAnswer removes an answer's prefix. In an answer with one line it joins words by single blanks.
// In longer answers, such as showboard's, blanks have a meaning.
func parseAnswer(text string) (string, error) {
	rest := strings.TrimRight(text[1:], " \n")
	if text[0] == '?' {
		return "", ResponseError(oneLine(rest))
	}
	if !strings.Contains(rest, "\n") {
		return oneLine(rest), nil
	}
	return strings.TrimPrefix(strings.TrimPrefix(rest, " "), "\n"), nil
}

// Close closes the engine's input, which makes engines exit. It does not wait for the exit, and
// must be called once.
func (c *Client) Close() error {
	close(c.closed)
	return c.engine.Close()
}

// readAnswers reads answers, each from a line with a prefix to an empty line.
func readAnswers(out io.Reader, closed <-chan struct{}) <-chan answer {
	to := make(chan answer)
	go func() {
		defer close(to)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, maxAnswer)
		for {
			a, ok := nextAnswer(lines)
			if !ok {
				return
			}
			select {
			case to <- a:
			case <-closed:
				return
			}
		}
	}()
	return to
}

// printable removes control characters from a line and takes a tab for a blank, as the
// specification prescribes for both sides.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, line)
}

// nextAnswer reads an answer and skips lines before it. It returns false at the end.
func nextAnswer(lines *bufio.Scanner) (answer, bool) {
	var text strings.Builder
	for lines.Scan() {
		line := printable(lines.Text())
		switch {
		case text.Len() > 0 && line == "":
			return answer{text: text.String()}, true
		case text.Len() > maxAnswer:
			return answer{err: fmt.Errorf("%w: over %d bytes", ErrAnswerTooLong, maxAnswer)}, true
		case text.Len() > 0 || strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?"):
			text.WriteString(line + "\n")
		}
	}
	err := lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("%w: %w", ErrAnswerTooLong, err)
	}
	return answer{err: err}, err != nil
}
