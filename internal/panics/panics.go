// Package panics keeps a panic in a goroutine for one client or match from ending the program. It
// serves goroutines whose failure is local: the state that they hold is abandoned, and nothing else
// depends on it.
package panics

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// An Error is a recovered panic.
type Error struct {
	Value any    // argument of panic
	Stack string // of the panicking goroutine

	logged bool
}

// Error returns the argument of panic.
func (e *Error) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Call calls f and returns its error, or an [*Error] if f panics. The deferred functions of f have
// run then, so locks that they release are free. If f panics with an [*Error], Call returns that
// error, so that a panic can be passed to a waiting goroutine.
func Call(f func() error) (err error) {
	defer func() {
		fault := recover()
		if known, ok := fault.(*Error); ok {
			err = known
		} else if fault != nil {
			err = &Error{Value: fault, Stack: string(debug.Stack())}
		}
	}()
	return f()
}

// Catch is like [Call], but logs a panic once at level error, with its stack and the attributes. It
// also logs a panic from another goroutine that f returns as an error.
func Catch(log *slog.Logger, f func() error, attributes ...any) error {
	err := Call(f)
	if e := (*Error)(nil); errors.As(err, &e) && !e.logged {
		e.logged = true
		log.Error("a panic was recovered", append(attributes, "panic", fmt.Sprint(e.Value), "stack", e.Stack)...)
	}
	return err
}
