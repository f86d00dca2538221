package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// A Refused is what an engine says after the sign of failure.
type Refused string

// Error returns the engine's own words.
func (r Refused) Error() string { return string(r) }

// What an engine that gives no answer does, besides ending.
var (
	ErrSilent = errors.New("no answer")
	ErrFlood  = errors.New("too much in one answer")
)

// A Client asks an engine, one command at a time. After an answer that did not
// come in time it is of no more use.
type Client struct {
	engine  io.WriteCloser
	answers <-chan answer
	patient time.Duration
	broken  error
	closed  chan struct{}
	end     func() error // waits for the engine to end
}

// An answer is one whole answer of an engine, or why there is none.
type answer struct {
	text string
	err  error
}

// longestAnswer bounds what an engine may say at once, in bytes.
const longestAnswer = 1 << 20

// NewClient asks the engine that reads from in what it answers on out, and
// waits so long for each answer.
func NewClient(in io.WriteCloser, out io.Reader, patience time.Duration) *Client {
	closed := make(chan struct{})
	return &Client{
		engine: in, answers: answers(out, closed), patient: patience, closed: closed,
		end: func() error { return nil },
	}
}

// Start runs a program and asks it. The program is killed when ctx ends.
func Start(ctx context.Context, patience time.Duration, program string, args ...string) (*Client, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = patience
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("gtp: %s: %w", program, err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("gtp: %s: %w", program, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("gtp: starting %s: %w", program, err)
	}
	c := NewClient(in, out, patience)
	c.end = func() error {
		if c.broken != nil { // it may still be talking, to nobody
			if err := out.Close(); err != nil {
				return err
			}
		}
		late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() }) // Wait reports it
		defer late.Stop()
		return cmd.Wait()
	}
	return c, nil
}

// Send asks one command and returns the answer without its sign. What the
// engine refuses is a [Refused].
func (c *Client) Send(command string) (string, error) {
	if c.broken != nil {
		return "", c.broken
	}
	if command = strings.TrimSpace(command); command == "" || len(command) >= longest || strings.ContainsAny(command, "\n#") {
		return "", fmt.Errorf("gtp: no command in %d bytes; send one line without a comment", len(command))
	}
	if _, err := io.WriteString(c.engine, command+"\n"); err != nil {
		return "", c.fail(command, err)
	}
	select {
	case a, ok := <-c.answers:
		if !ok {
			a.err = io.ErrUnexpectedEOF
		}
		if a.err != nil {
			return "", c.fail(command, a.err)
		}
		return sign(a.text)
	case <-time.After(c.patient):
		return "", c.fail(command, fmt.Errorf("%w within %v", ErrSilent, c.patient))
	}
}

// fail gives the engine up.
func (c *Client) fail(command string, err error) error {
	name, _, _ := strings.Cut(command, " ")
	c.broken = fmt.Errorf("gtp: asking %s: %w", name, err)
	return c.broken
}

// sign takes the sign off an answer.
func sign(text string) (string, error) {
	rest := strings.TrimRight(text[1:], " \n")
	if text[0] == '?' {
		return "", Refused(strings.TrimSpace(rest))
	}
	return strings.TrimPrefix(strings.TrimPrefix(rest, " "), "\n"), nil
}

// Close ends the engine by ending its input, and waits for it. Call it once.
func (c *Client) Close() error {
	close(c.closed)
	return errors.Join(c.engine.Close(), c.end())
}

// answers reads answer by answer: from a line with a sign to an empty line.
func answers(out io.Reader, closed <-chan struct{}) <-chan answer {
	to := make(chan answer)
	go func() {
		defer close(to)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, longestAnswer)
		for {
			a, ok := next(lines)
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

// next reads one answer, if there is another. What an engine says between
// answers is passed over.
func next(lines *bufio.Scanner) (answer, bool) {
	var text strings.Builder
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), "\r")
		switch {
		case text.Len() > 0 && line == "":
			return answer{text: text.String()}, true
		case text.Len() > longestAnswer:
			return answer{err: fmt.Errorf("%w: over %d bytes", ErrFlood, longestAnswer)}, true
		case text.Len() > 0 || strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?"):
			text.WriteString(line + "\n")
		}
	}
	err := lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("%w: %w", ErrFlood, err)
	}
	return answer{err: err}, err != nil
}
