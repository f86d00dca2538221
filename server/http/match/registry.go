package match

import (
	"context"
	"strings"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

// A Client is a socket, as seen by the topics that it joins.
type Client struct {
	account.Visitor
	socket *socket
}

// A Topic handles the socket topics with one name or prefix. Its functions are called concurrently.
type Topic struct {
	// Join returns the initial messages for a client. Later published messages follow. It returns
	// [play.ErrNoMatch] if the topic does not exist. A topic without Join cannot be joined: the
	// server subscribes its clients.
	Join func(ctx context.Context, c *Client, topic string) (messages [][]byte, err error)

	// Resume returns the messages for a client after a gap in the published messages. If it is nil,
	// Join is used.
	Resume func(ctx context.Context, c *Client, topic string) (messages [][]byte, err error)

	// Leave is called when a joined client leaves, when its socket ends, and when Join refuses a
	// client. It may be nil.
	Leave func(c *Client, topic string)

	// Act carries out a request with kind do or say, and returns the number of the resulting event,
	// if any. If it is nil, requests are refused.
	Act func(ctx context.Context, c *Client, r wire.Request) (seq int, err error)

	// Send returns the data that a joined client gets for a published message, or nil for nothing.
	// It must not block. If it is nil, the client gets the data unchanged.
	Send func(c *Client, m *pubsub.Message) []byte

	// Sources returns the topics whose messages are sent under this topic. It may be nil.
	Sources func(c *Client, topic string) []string
}

// A handler is a [Topic], or handles match topics, whose messages are numbered.
type handler interface {
	// join answers a request to join a topic.
	join(ctx context.Context, k *socket, r wire.Request) (output, error)
	leave(k *socket, topic string)
	sources(k *socket, topic string) []string
	act(ctx context.Context, k *socket, r wire.Request) (output, error)

	// The caller of the methods below holds writing. send sends a message to a joined client, and
	// early records a message published before the join. resync sends what the client lacks, and
	// refresh does so after a gap for all parts of the topic.
	send(ctx context.Context, k *socket, topic string, m *pubsub.Message) error
	early(k *socket, topic string, m *pubsub.Message)
	resync(ctx context.Context, k *socket, topic string) error
	refresh(ctx context.Context, k *socket, topic string) error
}

// AddTopic registers a handler for the topic name or, if name ends in a slash, for all topics with
// that prefix. Call it before the first socket opens.
func (s *Server) AddTopic(name string, t Topic) { s.addTopic(name, t) }

func (s *Server) addTopic(name string, h handler) {
	if i := strings.IndexByte(name, '/'); i >= 0 && i < len(name)-1 || s.topics[name] != nil {
		panic("match: the topics " + name + " are taken, or have a slash before their end")
	}
	s.topics[name] = h
}

// OnBeat registers f to be called with the socket's actor on every heartbeat. f must not block.
// Call OnBeat before the first socket opens.
func (s *Server) OnBeat(f func(actor account.Actor)) { s.onBeat = append(s.onBeat, f) }

// topicOf returns a topic's handler, or nil if there is none.
func (s *Server) topicOf(topic string) handler {
	if i := strings.IndexByte(topic, '/'); i >= 0 {
		topic = topic[:i+1]
	}
	return s.topics[topic]
}

// addTopics adds this package's topics.
func (s *Server) addTopics() {
	s.addTopic(view.Topic(""), matchTopic{})
	s.AddTopic(account.Actor("").Topic(), Topic{})
	s.AddTopic(turnsTopic, Topic{
		Join: func(context.Context, *Client, string) ([][]byte, error) { return [][]byte{[]byte(turnsMessage)}, nil },
		Sources: func(c *Client, _ string) (all []string) {
			for _, actor := range c.Own() {
				all = append(all, ownTurns(actor))
			}
			return all
		},
	})
	s.AddTopic(chat.Room{}.Topic(), s.roomTopic())
	s.AddTopic(chat.Conversation{}.Topic(), s.roomTopic())
}

// roomTopic returns the handler for rooms and conversations.
func (s *Server) roomTopic() Topic {
	read := func(ctx context.Context, c *Client, topic string) ([][]byte, error) {
		if s.Chat == nil {
			return nil, play.ErrNoMatch
		}
		return chathttp.Topics{Service: s.Chat}.Follow(ctx, c.Visitor, topic)
	}
	return Topic{
		Join: func(ctx context.Context, c *Client, topic string) ([][]byte, error) {
			messages, err := read(ctx, c, topic)
			if err == nil {
				s.Chat.Enter(topic, c.socket.follower())
			}
			return messages, err
		},
		Resume: read,
		Leave: func(c *Client, topic string) {
			if s.Chat != nil {
				s.Chat.Leave(topic, c.socket.follower())
			}
		},
		Act: func(ctx context.Context, c *Client, r wire.Request) (int, error) {
			if r.Kind != kindSay {
				return 0, play.ErrNoMatch
			}
			return 0, c.socket.post(ctx, r)
		},
		Sources: func(_ *Client, topic string) []string { return []string{s.Roster.Here(topic)} },
	}
}

func (t Topic) join(ctx context.Context, k *socket, r wire.Request) (output, error) {
	initial, err := t.Join(ctx, &k.client, r.Topic)
	if err != nil {
		return k.refuse(r.Topic, err)
	}
	o, err := messages(wire.TopicJoined{Kind: "joined", Topic: r.Topic})
	o.messages = append(o.messages, initial...)
	o.joined = r.Topic
	k.reportPresence()
	return o, err
}

func (t Topic) leave(k *socket, topic string) {
	if t.Leave != nil {
		t.Leave(&k.client, topic)
	}
}

func (t Topic) sources(k *socket, topic string) []string {
	if t.Sources == nil {
		return nil
	}
	return t.Sources(&k.client, topic)
}

func (t Topic) act(ctx context.Context, k *socket, r wire.Request) (output, error) {
	seq, err := 0, error(play.ErrNoMatch)
	if t.Act != nil {
		seq, err = t.Act(ctx, &k.client, r)
	}
	return messages(wire.Reply{Kind: "reply", ID: r.ID, Topic: r.Topic, Seq: seq, Refused: k.reason(r.Topic, err)})
}

func (t Topic) send(_ context.Context, k *socket, _ string, m *pubsub.Message) error {
	data := m.Data
	if t.Send != nil {
		if data = t.Send(&k.client, m); data == nil {
			return nil
		}
	}
	return k.sendBytes(data)
}

func (t Topic) early(k *socket, topic string, _ *pubsub.Message) { k.miss(topic, 1) }

func (t Topic) resync(ctx context.Context, k *socket, topic string) error {
	read := t.Resume
	if read == nil {
		read = t.Join
	}
	if read == nil {
		return nil // the page shows its state
	}
	initial, err := read(ctx, &k.client, topic)
	if err != nil {
		k.Log.Error("api: topic", "topic", topic, "err", err)
		return notNow
	}
	for _, data := range initial {
		if err := k.sendBytes(data); err != nil {
			return err
		}
	}
	return nil
}

func (t Topic) refresh(ctx context.Context, k *socket, topic string) error {
	return t.resync(ctx, k, topic)
}
