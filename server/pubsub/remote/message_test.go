package remote

import (
	"reflect"
	"testing"

	"rosette/server/pubsub"
)

// FuzzMessage decodes arbitrary input. It must be refused, or give the same message after encoding
// it again.
func FuzzMessage(f *testing.F) {
	f.Add("match/a.b", encode(pubsub.Message{Seq: 7, After: 6, From: "user/é", Data: []byte("a move")}))
	f.Add("é %25*>", encode(pubsub.Message{Seq: 7, After: -1}))
	f.Add("", []byte{format, 1, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, topic string, data []byte) {
		if got := topicOf("a.b.", subject("a.b.", topic)); got != topic {
			t.Errorf("topic %q became %q", topic, got)
		}
		_ = topicOf("", topic) // any subject
		m, err := decode(topic, data)
		if err != nil {
			return
		}
		if again, err := decode(topic, encode(m)); err != nil || !reflect.DeepEqual(m, again) {
			t.Errorf("%+v became %+v, %v", m, again, err)
		}
	})
}
