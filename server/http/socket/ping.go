package socket

import (
	"context"
	"time"
)

// ping measures the round-trip time, and ends the socket if the client does not answer.
func (c *Conn) ping(ctx context.Context, cancel context.CancelCauseFunc) {
	c.pings.Go(func() {
		if err := c.guarded(func() error { return c.measure(ctx) }); err != nil {
			cancel(err)
		}
	})
}

// measure sends a ping and waits for the answer.
func (c *Conn) measure(ctx context.Context) error {
	// A context that ends during the write would close the connection before the client could read
	// the reason.
	limited, done := context.WithTimeout(context.WithoutCancel(ctx), c.server.WriteWait)
	defer done()
	start := time.Now()
	if err := c.ws.Ping(limited); err != nil {
		if ctx.Err() == nil {
			return tooSlow
		}
		return nil
	}
	before := c.RoundTrip()
	c.roundTrip.Store(int64(average(before, time.Since(start))))
	for _, topic := range c.joined.list() {
		if t := c.server.find(topic); t.Measured != nil {
			t.Measured(c, topic, before)
		}
	}
	return nil
}

// average adds a round-trip time to an average, which moves a quarter of the way to it, so that one
// slow answer gains little time. An average of 0 is unknown.
func average(before, trip time.Duration) time.Duration {
	if before > 0 {
		return before + (trip-before)/4
	}
	return trip
}
