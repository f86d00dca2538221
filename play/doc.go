// Package play implements a match of Go as a sequence of events: settings, komi
// negotiation, handicap placement, moves, agreement on dead stones, confirmation,
// undo, time and result.
//
// A [Match] is the fold of its events. [Match.Decide] turns a command into events
// or refuses it; [Match.Apply] applies an event and cannot fail. [Match.Load] applies
// events that were read from a log, as they are; [Match.Follow] decides them again and
// finds those that cannot have happened. [Upcast] reads the events of earlier versions.
//
// The package is pure: it does not ask for the time, and stores and sends nothing.
package play
