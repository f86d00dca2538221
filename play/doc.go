// Package play implements a match of Go as a sequence of events: settings, komi negotiation,
// handicap placement, moves, agreement on dead stones, confirmation, undo, time and result.
//
// A [Match] is the fold of its events. [Match.Decide] turns a command into events or refuses it;
// [Match.Apply] applies an event and cannot fail. [Match.Load] applies trusted events from a log;
// [Match.Follow] decides them again and rejects impossible ones. [Upcast] reads events from earlier
// versions.
//
// The package is pure: it does not read the clock, and does not store or send anything.
package play
