// Package host runs live matches: it decides the commands of players, appends the
// events to the log, publishes each change once, and wakes a match when a clock runs
// out.
package host
