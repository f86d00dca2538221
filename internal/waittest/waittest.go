// Package waittest limits how long tests wait for events that must come, and cancels contexts in
// the middle of work.
package waittest

import (
	"testing"
	"time"
)

// Limit ends a test that hangs. It does not measure speed: on a busy machine an event that usually
// takes milliseconds may take minutes.
const Limit = 10 * time.Minute

// pause is the time between two checks of a condition.
const pause = 5 * time.Millisecond

// Until waits until condition returns true. It fails the test after Limit with
// a message that contains event.
func Until(t testing.TB, event string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(Limit); !condition(); time.Sleep(pause) {
		if time.Now().After(end) {
			t.Fatalf("waited %v until %s", Limit, event)
		}
	}
}
