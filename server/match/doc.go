// Package match runs live matches on a server. A [Host] decides commands from players and bots,
// appends the events to a [Log], publishes each change once, and acts when a clock runs out. A
// [Service] adds the rules for people: opening, reading, playing and listing matches.
//
// A match in memory is a cache entry with a lock: an idle match uses no goroutine and no memory.
// One heap has the deadlines of all running clocks, loaded from the log at start. Events go to the
// log first, then to the subscribers. A command succeeds only when the log has its events. Several
// processes may host the same matches on one log: the log refuses the slower one with
// [play.ErrStale], which then reads the new events and decides again.
//
// Time is the wall clock at the start of the host plus the time elapsed since then, so that a
// stepped wall clock changes no game. While clocks run, the host records every second that it is
// alive. A gap of more than three seconds in these records, within a process or between two
// processes, is an outage: it costs no player time. A match whose clock ran through an outage is
// suspended for that span before anything else happens to it.
package match
