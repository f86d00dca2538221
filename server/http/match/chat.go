package match

import (
	"context"
	"time"

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

// blocksLife is how long a socket caches its user's blocks without a notification. A message from
// another process may be lost.
const blocksLife = 5 * time.Second

// forgetBlocks makes the socket reload its user's blocks.
func (k *socket) forgetBlocks() {
	k.writing.Lock()
	defer k.writing.Unlock()
	k.blocks = nil
}

// leavesOut reports whether the client's user blocks the author of a message. The caller holds
// writing.
func (k *socket) leavesOut(ctx context.Context, from string) (bool, error) {
	if from == "" || k.visitor.User.ID == "" || k.Chat == nil {
		return false, nil
	}
	if now := k.Now(); k.blocks == nil || now.Sub(k.blocksRead) > blocksLife {
		blocks, err := k.Chat.Blocks(ctx, k.visitor)
		if err != nil {
			k.Log.Error("api: blocks", "err", err)
			return false, notNow
		}
		k.blocks, k.blocksRead = blocks, now
	}
	return k.blocks[from], nil
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
