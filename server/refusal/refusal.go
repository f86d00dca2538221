// Package refusal implements the error for a request that the server refuses. All features return
// it. Package server/http maps it to an HTTP status, pages show its text, and the command line
// prints it.
package refusal

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// A Kind is a kind of refusal.
type Kind int

// The kinds.
const (
	Invalid         Kind = iota // the content violates a rule
	Malformed                   // the content cannot be read
	Unauthenticated             // the actor is unknown
	Forbidden                   // the actor lacks permission
	NotFound                    // the resource does not exist, or the actor may not know that it does
	Conflict                    // the state does not allow it
	Gone                        // the resource no longer exists
	TooMany                     // a request limit is reached
	Busy                        // the server has no capacity
)

// An Error is a refused request. Code is a catalogue key, and Args are the arguments for its text.
type Error struct {
	Kind   Kind
	Code   string
	Args   map[string]any
	Fields []Field       // errors in single fields
	Wait   time.Duration // after which the request may be repeated, or 0 if unknown
	Cause  error         // details in English, or nil
}

// A Field is an error in one request field.
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

// TooOften returns the refusal for a reached limit. Its argument n is the wait in seconds.
func TooOften(code string, wait time.Duration) *Error {
	seconds := int(math.Ceil(wait.Seconds()))
	return &Error{Kind: TooMany, Code: code, Args: map[string]any{"n": seconds}, Wait: wait}
}

// With returns a copy with an added argument.
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

// Is reports whether target is a refusal with the same code, so errors.Is matches declared refusals
// regardless of their arguments.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Of returns the refusal in an error's chain, or nil.
func Of(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}
