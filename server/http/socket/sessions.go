package socket

import (
	"context"
	"time"

	"rosette/server/pubsub"
)

// endedTopic returns the control topic for an actor's ended sessions.
func endedTopic(actor string) string { return "ended/" + actor }

// EndedMessage notifies an actor's sockets that sessions or tokens have ended. Each socket checks
// its own.
func EndedMessage(actor string) pubsub.Message { return pubsub.Message{Topic: endedTopic(actor)} }

// blocksTopic returns the control topic for changes in an actor's blocks.
func blocksTopic(actor string) string { return "blocks/" + actor }

// BlocksMessage notifies an actor's sockets that the actor's blocks have changed.
func BlocksMessage(actor string) pubsub.Message { return pubsub.Message{Topic: blocksTopic(actor)} }

// subscribeControl subscribes to the control topics for the client's actor.
func (c *Conn) subscribeControl(actor string) {
	c.ended, c.blocksChanged = endedTopic(actor), blocksTopic(actor)
	c.feed.Add(c.ended)
	c.feed.Add(c.blocksChanged)
}

// checkSession returns an error if the client's session has ended.
func (c *Conn) checkSession(ctx context.Context) error {
	holds, err := c.server.Sessions.Holds(ctx, c.Visitor.Identity)
	switch {
	case err != nil:
		c.server.Log.Error("api: cannot check the session of a socket", "err", err)
		return notNow
	case !holds:
		return signedOut
	}
	return nil
}

// sessionChecked is how often a socket checks its session without a notification, since a message
// from another process may be lost.
const sessionChecked = 5 * time.Minute

// recheckSession checks the session if the last check is old. If the session cannot be read, it is
// checked again later.
func (c *Conn) recheckSession(ctx context.Context, checked *time.Time) error {
	now := c.server.Now()
	if c.Visitor.Actor == "" || now.Sub(*checked) < sessionChecked {
		return nil
	}
	*checked = now
	if err := c.checkSession(ctx); err != notNow {
		return err
	}
	return nil
}

// reloadBlocks makes the socket reload its user's blocks.
func (c *Conn) reloadBlocks() {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.reader != nil {
		c.reader.Reload()
	}
}

// omits reports whether the client does not get an author's messages. The caller holds writing.
func (c *Conn) omits(ctx context.Context, author string) (bool, error) {
	if c.reader == nil {
		return false, nil
	}
	omitted, err := c.reader.Omits(ctx, author)
	if err != nil {
		c.server.Log.Error("api: cannot read the blocked users", "err", err)
		return false, notNow
	}
	return omitted, nil
}
