package play

import "time"

// A Schedule describes what a match waits for other than its players. A store keeps it with the
// events, so that a starting server finds the matches that it must wake without loading all of
// them.
type Schedule struct {
	Deadline time.Time // when the player to move runs out of time; zero if no clock runs
	Bot      bool      // a bot must act, or dead stones must be proposed
	Epoch    int64     // of the responsible server, 0 with a single server
}

// Waits reports whether a server has work to do, now or later.
func (s Schedule) Waits() bool { return s.Bot || !s.Deadline.IsZero() }

// A ScheduledMatch has a deadline or waits for a bot.
type ScheduledMatch struct {
	ID  string
	Seq int // number of its last event
	Schedule
}

// An Outage is a span in which no server ran. It does not count as a player's time.
type Outage struct{ From, To time.Time }
