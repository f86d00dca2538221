package gtp

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// connect returns a client for a session.
func connect(t *testing.T, s *Session) *Client {
	t.Helper()
	commands, in := io.Pipe()
	out, answers := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := s.Serve(context.Background(), commands, answers)
		answers.Close()
		ended <- err
	}()
	c := NewClient(in, out, time.Minute)
	t.Cleanup(func() {
		if err := errors.Join(c.Close(), <-ended); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestAClientReturnsTheAnswersOfTheEngine(t *testing.T) {
	c := connect(t, &Session{})
	if got, err := c.Send("name"); got != "Rosette" || err != nil {
		t.Errorf("name is %q, %v", got, err)
	}
	var refused ResponseError
	if _, err := c.Send("play b z9"); !errors.As(err, &refused) || !strings.HasPrefix(string(refused), "no point") {
		t.Errorf("a bad point gives %v", err)
	}
	if got, err := c.Send("showboard"); !strings.HasPrefix(got, "    1   3") || err != nil {
		t.Errorf("the board is %q, %v", got, err)
	}
	if _, err := c.Send("name\nname"); err == nil {
		t.Error("two lines are sent as one command")
	}
	if got, err := c.Send("captures b"); got != "0" || err != nil {
		t.Errorf("captures are %q, %v", got, err)
	}
}

// startProgram runs a program and returns a client for it. At the end of the test the client is
// closed, and the program must exit by itself within the timeout.
func startProgram(t *testing.T, timeout time.Duration, program string, args ...string) *Client {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.WaitDelay = timeout
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := NewClient(in, out, timeout)
	t.Cleanup(func() {
		late := time.AfterFunc(timeout, func() { _ = cmd.Process.Kill() }) // Wait reports it
		defer late.Stop()
		if err := errors.Join(c.Close(), cmd.Wait()); err != nil {
			t.Errorf("%s: %v", program, err)
		}
	})
	return c
}

func TestAnEngineThatDoesNotAnswerTimesOut(t *testing.T) {
	commands, in := io.Pipe()
	out, answers := io.Pipe()
	defer answers.Close()
	go func() { _, _ = io.Copy(io.Discard, commands) }() // until Close
	c := NewClient(in, out, 100*time.Millisecond)
	for range 2 {
		if _, err := c.Send("name"); err == nil || err.Error() != "gtp: sending name: no answer within 100ms" {
			t.Errorf("Send says %v", err)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestSendReportsExtraOutputLongAnswersAndAnEarlyEnd(t *testing.T) {
	for output, want := range map[string]string{
		"(chatter)\n= 7\n\n":              "7",
		"=\r\n a\r\nb\r\n\r\n":            " a\nb",
		"=\tD4\n\n":                       "D4", // GTP 2: control characters go, and a tab is a blank
		"= \aD4\n\n":                      "D4",
		"=    D4 \t\n\n":                  "D4",
		"\x1b=\x00 black\t\tD4\n\v\n":     "black D4",
		"?\t no  such\x7f point \n\n":     "no such point",
		"= a  b\n\tc  d\n\n":              "a  b\n c  d",
		"":                                "gtp: sending name: unexpected EOF",
		strings.Repeat("= more\n", 4e5):   "gtp: sending name: reply too long: over 1048576 bytes",
		"= " + strings.Repeat("x", 2<<20): "gtp: sending name: reply too long: bufio.Scanner: token too long",
	} {
		c := NewClient(discard{io.Discard}, strings.NewReader(output), time.Minute)
		got, err := c.Send("name")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.20q: %q, want %q", output, got, want)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A program that prints messages while it loads is given time; one that is silent is not.
func TestTheFirstAnswerIsAwaitedWhileTheProgramShowsSignsOfLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loading := time.Now()
		out, answers := io.Pipe()
		c := NewClient(discard{io.Discard}, out, time.Hour)
		go func() {
			time.Sleep(25 * time.Second)
			io.WriteString(answers, "= 2\n\n")
			answers.Close()
		}()
		lastOutput := func() time.Time { // every three seconds, for twenty
			return loading.Add(min(time.Since(loading), 20*time.Second).Truncate(3 * time.Second))
		}
		if got, err := c.SendFirst("protocol_version", 8*time.Second, lastOutput); got != "2" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		if waited := time.Since(loading); waited != 25*time.Second {
			t.Errorf("waited for %v", waited)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		out, answers := io.Pipe()
		c := NewClient(discard{io.Discard}, out, time.Hour)
		start := time.Now()
		_, err := c.SendFirst("protocol_version", 8*time.Second, func() time.Time { return start.Add(2 * time.Second) })
		if !errors.Is(err, ErrTimeout) || time.Since(start) != 10*time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		answers.Close()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}

type discard struct{ io.Writer }

func (discard) Close() error { return nil }
