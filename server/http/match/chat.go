package match

import (
	"context"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/wire"
)

// chatOf returns a match's chat as the client may read it, and subscribes to its parts.
func (k *socket) chatOf(ctx context.Context, id string) (c chat.MatchChat, err error) {
	if k.Chat == nil {
		return c, nil
	}
	if c, err = k.Chat.MatchChat(ctx, k.visitor, id); err != nil {
		return c, err
	}
	for _, part := range c.Parts {
		k.feed.Add(part.Room(id))
	}
	return c, nil
}

// leaveChat unsubscribes from a match's chat.
func (k *socket) leaveChat(id string) {
	for _, part := range chat.Parts {
		k.feed.Remove(part.Room(id))
	}
}

// sendChat sends the lines of a chat. The caller holds writing.
func (k *socket) sendChat(ctx context.Context, topic string, c chat.MatchChat) error {
	if len(c.Parts) == 0 {
		return nil
	}
	feed, err := k.Chat.MatchFeed(ctx, k.visitor, c)
	if err != nil {
		k.Log.Error("api: chat", "topic", topic, "err", err)
		return notNow
	}
	for _, data := range chathttp.Messages(topic, feed) {
		if err := k.sendBytes(data); err != nil {
			return err
		}
	}
	return nil
}

// post posts the request's line.
func (k *socket) post(ctx context.Context, r wire.Request) error {
	if _, match := matchOf(r.Topic); k.Chat == nil || !match && !chat.HasTopic(r.Topic) {
		return play.ErrNoMatch
	}
	_, err := k.Chat.Post(ctx, k.visitor, r.Topic, r.Text)
	return err
}

// reloadBlocks makes the socket reload its user's blocks.
func (k *socket) reloadBlocks() {
	k.writing.Lock()
	defer k.writing.Unlock()
	if k.reader != nil {
		k.reader.Reload()
	}
}

// omits reports whether the client does not get an author's messages. The caller holds writing.
func (k *socket) omits(ctx context.Context, author string) (bool, error) {
	if k.Chat == nil {
		return false, nil
	}
	if k.reader == nil {
		k.reader = k.Chat.Reader(k.visitor)
	}
	omitted, err := k.reader.Omits(ctx, author)
	if err != nil {
		k.Log.Error("api: blocks", "err", err)
		return false, notNow
	}
	return omitted, nil
}

// chatTopic returns the match topic for a chat room; ok is false for other topics.
func chatTopic(topic string) (match string, ok bool) {
	id, _, ok := chat.MatchOf(topic)
	return view.Topic(id), ok
}

// follower returns the socket as a follower of rooms.
func (k *socket) follower() *chat.Follower {
	if k.chatFollower == nil {
		k.chatFollower = &chat.Follower{Name: k.visitor.User.Name, Key: k.limitKey}
	}
	return k.chatFollower
}
