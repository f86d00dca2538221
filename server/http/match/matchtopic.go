package match

import (
	"context"

	"rosette/play"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/pubsub"
)

// matchTopic handles match topics, whose frames are numbered.
type matchTopic struct{}

func (matchTopic) join(ctx context.Context, k *socket, r wire.Request) (output, error) {
	id, ok := matchOf(r.Topic)
	if !ok {
		return k.refuse(r.Topic, play.ErrNoMatch)
	}
	frame, seq, settings, err := k.Match.Frame(ctx, k.visitor, id, max(0, r.After))
	if err != nil {
		return k.refuse(r.Topic, err)
	}
	held := match.Seats(settings, k.visitor.Own())
	if settings.BetweenPeople() {
		k.Presence.join(id, k, held)
	}
	c, err := k.chatOf(ctx, id)
	if err != nil {
		return k.refuse(r.Topic, err)
	}
	o, err := messages(wire.TopicJoined{Kind: "joined", Topic: r.Topic, Seq: seq, Seat: match.Letters(held...)})
	o.messages = append(o.messages, frame)
	o.joined = r.Topic
	o.seq = seq
	o.chat = c
	return o, err
}

func (matchTopic) leave(k *socket, topic string) {
	if id, ok := matchOf(topic); ok {
		k.Presence.leave(id, k)
		k.leaveChat(id)
	}
}

func (matchTopic) sources(k *socket, topic string) []string { return []string{k.Roster.Here(topic)} }

func (matchTopic) act(ctx context.Context, k *socket, r wire.Request) (output, error) {
	reply := wire.Reply{Kind: "reply", ID: r.ID, Topic: r.Topic}
	if r.Kind == kindSay {
		reply.Refused = k.reason(r.Topic, k.post(ctx, r))
		return messages(reply)
	}
	change, seq, err := k.do(ctx, r)
	reply.Seq, reply.Refused = seq, k.reason(r.Topic, err)
	return output{messages: [][]byte{encodeReply(&reply)}, done: r.Topic, change: &change, seq: change.Seq}, nil
}

func (matchTopic) send(ctx context.Context, k *socket, topic string, m *pubsub.Message) error {
	seq := k.seqs[topic]
	switch {
	case m.Topic != topic || m.Seq == 0: // chat or presence
		return k.sendBytes(m.Data)
	case m.Seq <= seq:
		return nil
	}
	return k.catchUp(ctx, topic, seq, m)
}

// early records a frame. Other match messages are sent on joining.
func (matchTopic) early(k *socket, topic string, m *pubsub.Message) {
	if m.Topic == topic && m.Seq > 0 {
		k.miss(topic, m.Seq)
	}
}

func (matchTopic) resync(ctx context.Context, k *socket, topic string) error {
	id, _ := matchOf(topic)
	frame, seq, _, err := k.Match.Host.Snapshot(ctx, id, k.seqs[topic])
	if err != nil {
		delete(k.seqs, topic)
		k.unfollow(topic)
		return k.send(wire.TopicLeft{Kind: "left", Topic: topic, Reason: k.reason(topic, err)})
	}
	if seq == k.seqs[topic] {
		return nil // nothing was missed
	}
	k.seqs[topic] = seq
	return k.sendBytes(frame)
}

func (h matchTopic) refresh(ctx context.Context, k *socket, topic string) error {
	if err := h.resync(ctx, k, topic); err != nil {
		return err
	}
	if _, joined := k.seqs[topic]; !joined {
		return nil
	}
	id, _ := matchOf(topic)
	c, err := k.chatOf(ctx, id)
	if err != nil {
		return err
	}
	return k.sendChat(ctx, topic, c)
}
