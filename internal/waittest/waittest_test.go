package waittest

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// A recorder records the failure of a test and panics.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	panic(r)
}

func TestAWaitEndsWhenItsConditionHoldsAndFailsAfterItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		Until(t, "nine minutes are over", func() bool { return time.Since(begin) >= 9*time.Minute })
		if waited := time.Since(begin); waited > 9*time.Minute+pause {
			t.Errorf("it waits %v", waited)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		r, begin := &recorder{TB: t}, time.Now()
		func() {
			defer func() { _ = recover() }()
			Until(r, "pigs fly", func() bool { return false })
		}()
		if waited := time.Since(begin); r.failure != "waited 10m0s until pigs fly" || waited > Limit+pause {
			t.Errorf("%q after %v", r.failure, waited)
		}
	})
}
