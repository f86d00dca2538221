package remote_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"rosette/server/pubsub/natstest"
	"rosette/server/pubsub/remote"
)

func TestAWrongOptionIsAnError(t *testing.T) {
	for _, o := range []remote.Options{{URL: "nats://a b"}, {Certificate: "a"}, {URL: "nats://127.0.0.1:1", Roots: "nowhere.pem"}} {
		if c, err := remote.Dial(o); err == nil {
			c.Close()
			t.Errorf("%+v is right", o)
		}
	}
}

func TestAServerThatIsAwayIsFoundWhenItComes(t *testing.T) {
	s := natstest.Start(t)
	s.Stop()
	var log bytes.Buffer
	c, err := remote.Dial(remote.Options{URL: s.URL(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil || c.Connected() {
		t.Fatal(err)
	}
	if said := log.String(); !strings.Contains(said, "error=") || strings.Contains(said, "nil") {
		t.Errorf("the log of a server that is away: %s", said)
	}
	defer c.Close()
	s.Start()
	for !c.Connected() {
		time.Sleep(time.Millisecond)
	}
}
