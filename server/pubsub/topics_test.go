package pubsub

import (
	"fmt"
	"testing"
)

func TestNothingIsKeptOfATopicWithoutSubscribers(t *testing.T) {
	var l Local
	for i := range 100 {
		s, lagging := l.Subscribe(1), l.Subscribe(1)
		for _, s := range []Subscriber{s, lagging} {
			s.Add(fmt.Sprint(i))
			s.Add("all")
		}
		l.Publish(Message{Topic: fmt.Sprint(i), Seq: 1})
		<-s.Messages()
		l.Publish(Message{Topic: "all", Seq: 1})
		s.Close()
	}
	if len(l.topics) != 0 {
		t.Errorf("%d topics kept", len(l.topics))
	}
}
