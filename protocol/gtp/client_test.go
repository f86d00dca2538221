package gtp

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// talking joins a client with a session.
func talking(t *testing.T, s *Session) *Client {
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

func TestAClientHearsWhatTheEngineSays(t *testing.T) {
	c := talking(t, &Session{})
	if got, err := c.Send("name"); got != "Rosette" || err != nil {
		t.Errorf("name is %q, %v", got, err)
	}
	var refused Refused
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

func TestAnEngineThatDoesNotAnswerIsGivenUp(t *testing.T) {
	c, err := Start(t.Context(), 100*time.Millisecond, "sleep", "60")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := c.Send("name"); err == nil || err.Error() != "gtp: asking name: no answer within 100ms" {
			t.Errorf("Send says %v", err)
		}
	}
	if err := c.Close(); err == nil {
		t.Error("Close says nothing of a program that had to be killed")
	}
}

func TestAnEngineThatEndsOrChattersOrFloodsIsToldApart(t *testing.T) {
	for script, want := range map[string]string{
		"echo '(chatter)'; echo '= 7'; echo; cat >/dev/null":    "7",
		"printf '=\\r\\n a\\r\\nb\\r\\n\\r\\n'; cat >/dev/null": " a\nb",
		"exit 0":                         "gtp: asking name: ",
		"yes '= more' | head -c 3000000": "gtp: asking name: too much in one answer: over 1048576 bytes",
	} {
		c, err := Start(context.Background(), time.Minute, "sh", "-c", "read command; "+script)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Send("name")
		if err != nil {
			got = err.Error()
		}
		if got != want && !(strings.HasSuffix(want, " ") && strings.HasPrefix(got, want)) {
			t.Errorf("%q: %q, want %q", script, got, want)
		}
		if err := c.Close(); err != nil && !strings.HasPrefix(script, "yes") {
			t.Errorf("%q: %v", script, err)
		}
	}
}

func TestAProgramThatIsNotThereIsNamed(t *testing.T) {
	_, err := Start(t.Context(), time.Second, "no-such-engine")
	if err == nil || !strings.Contains(err.Error(), "no-such-engine") {
		t.Errorf("Start says %v", err)
	}
}
