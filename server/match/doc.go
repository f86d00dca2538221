// Package match runs live matches on a server. A [Host] decides the commands of players and
// bots, appends the events to a [Log], publishes each change once, and wakes a match
// when its clock runs out. A [Service] has the rules for people: who opens, reads, plays and
// lists which match.
//
// A match in memory is a cache entry with a lock: no goroutine and no memory belongs to
// a match that nobody plays or reads. Deadlines of all running clocks are in one heap,
// filled at start from the log. Events go to the log first, then to the subscribers; a
// sender gets an answer without error only when the log has the events. Several
// processes may host the same matches on one log: the log refuses the slower one with
// [play.ErrStale], which then reads what happened and decides again.
//
// Time is the wall clock at the start of the host plus the time elapsed since then, so
// that a stepped wall clock changes no game. While clocks run the host records every
// second that it is alive. A gap in these records of more than three seconds, within a
// process or between two of them, is an outage: it counts for nobody's time. A match
// whose clock ran through one is suspended for that span before anything else happens
// to it.
package match
