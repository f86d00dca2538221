package remote_test

import (
	"testing"
	"time"

	"rosette/pubsub/natstest"
	"rosette/pubsub/remote"
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
	c, err := remote.Dial(remote.Options{URL: s.URL()})
	if err != nil || c.Connected() {
		t.Fatal(err)
	}
	defer c.Close()
	s.Start()
	for !c.Connected() {
		time.Sleep(time.Millisecond)
	}
}
