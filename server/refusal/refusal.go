// Package refusal implements the error of a request that the server refuses. All
// features return it. server/http maps it to a status of HTTP, pages show its text, and
// the command line prints it.
package refusal

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// A Kind classifies refusals.
type Kind int

// The kinds.
const (
	Invalid         Kind = iota // the content breaks a rule
	Malformed                   // the content cannot be read
	Unauthenticated             // the actor is unknown
	Forbidden                   // the actor may not do it
	NotFound                    // there is no such thing, or the actor may not know of it
	Conflict                    // the state does not allow it
	Gone                        // there is no such thing any longer
	TooMany                     // a limit of requests is reached
	Busy                        // the server has no capacity
)

// An Error is a refused request. Code is a key of the catalogue and Args are the
// arguments of its text.
type Error struct {
	Kind   Kind
	Code   string
	Args   map[string]any
	Fields []Field       // faults of single fields
	Wait   time.Duration // after which the request may be repeated, 0 if that is unknown
	Cause  error         // details in English, or nil
}

// A Field is a fault of one field of a request.
type Field struct {
	Name string // such as komi
	Code string
	Args map[string]any
}

// New returns the error with a code.
func New(kind Kind, code string) *Error { return &Error{Kind: kind, Code: code} }

// InField returns the refusal of a field's content.
func InField(name, code string, args map[string]any) *Error {
	return &Error{Kind: Invalid, Code: code, Args: args, Fields: []Field{{Name: name, Code: code, Args: args}}}
}

// TooOften returns the refusal of a reached limit. Its argument n is the wait in seconds.
func TooOften(code string, wait time.Duration) *Error {
	seconds := int(math.Ceil(wait.Seconds()))
	return &Error{Kind: TooMany, Code: code, Args: map[string]any{"n": seconds}, Wait: wait}
}

// With returns a copy of the error with an argument added.
func (e *Error) With(name string, value any) *Error {
	out := *e
	out.Args = map[string]any{name: value}
	for k, v := range e.Args {
		if k != name {
			out.Args[k] = v
		}
	}
	return &out
}

// Error returns the code and the arguments.
func (e *Error) Error() string {
	text := e.Code
	if len(e.Args) > 0 {
		text += fmt.Sprintf(" %v", e.Args)
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is reports whether the target is a refusal with the same code, so that a declared
// refusal can be compared with errors.Is whatever its arguments are.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Of returns the refusal in the chain of an error, or nil.
func Of(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}
