// Package panics keeps a panic in the goroutine of one client or one match from
// ending the program for all others. It serves goroutines of which a failure is
// local: what they hold is given up, and nothing else depends on it.
package panics

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// An Error is a panic that was recovered.
type Error struct {
	Value any    // what panic was called with
	Stack string // of its goroutine

	logged bool
}

// Error returns what the panic was called with.
func (e *Error) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Call calls f and returns its error, or an [*Error] if f panics. Deferred functions
// of f have run then, so that its locks are free if it unlocks by them. An [*Error]
// with which f panics stays the same: so a panic is handed on to the goroutine that
// waits for another one.
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

// Catch is [Call], and logs a panic once at level error, with its stack and the
// attributes, also one that f returns as the error of another goroutine.
func Catch(log *slog.Logger, f func() error, attributes ...any) error {
	err := Call(f)
	if e := (*Error)(nil); errors.As(err, &e) && !e.logged {
		e.logged = true
		log.Error("a panic was recovered", append(attributes, "panic", fmt.Sprint(e.Value), "stack", e.Stack)...)
	}
	return err
}
