package pubsub_test

import (
	"fmt"

	"rosette/server/pubsub"
)

func ExampleLocal() {
	var topics pubsub.Local
	reader := topics.Subscribe(16)
	defer reader.Close()
	reader.Add("match/7")
	topics.Publish(pubsub.Message{Topic: "match/7", Seq: 2, Data: []byte("a move")})
	topics.Publish(pubsub.Message{Topic: "match/8", Seq: 2, Data: []byte("of another match")})
	m := <-reader.Messages()
	fmt.Printf("%s %d: %s\n", m.Topic, m.Seq, m.Data)
	// Output: match/7 2: a move
}
