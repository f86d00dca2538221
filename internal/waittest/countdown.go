package waittest

import "context"

// A Countdown is a context that is cancelled after Checks calls of Err. A negative Checks counts
// the calls after that.
type Countdown struct {
	context.Context
	Checks int
}

// Err implements [context.Context].
func (c *Countdown) Err() error {
	if c.Checks--; c.Checks < 0 {
		return context.Canceled
	}
	return nil
}
