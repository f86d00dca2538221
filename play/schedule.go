package play

import "time"

// A Schedule is what a match waits for besides its players. A store keeps it beside
// the events, so that a server that starts finds the matches that it must wake
// without reading all of them.
type Schedule struct {
	Deadline time.Time // when the player to move runs out of time; zero if no clock runs
	Bot      bool      // a bot is to act, or dead stones are to be proposed
	Epoch    int64     // of the server that sees to it, 0 where there is one server
}

// Waits reports whether a server has something to do, now or later.
func (s Schedule) Waits() bool { return s.Bot || !s.Deadline.IsZero() }

// A ScheduledMatch match has a deadline, or waits for a bot.
type ScheduledMatch struct {
	ID  string
	Seq int // number of its last event
	Schedule
}

// An Outage is a span in which no server ran. It counts for nobody's time.
type Outage struct{ From, To time.Time }
