package refusal_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"rosette/server/refusal"
)

func TestARefusalIsComparedByItsCode(t *testing.T) {
	muted := refusal.New(refusal.Forbidden, "chat.muted")
	err := fmt.Errorf("post: %w", muted.With("until", "noon"))
	if !errors.Is(err, muted) || errors.Is(err, refusal.New(refusal.Forbidden, "chat.empty")) {
		t.Errorf("%v", err)
	}
	if got := refusal.Of(err); got == nil || got.Kind != refusal.Forbidden || got.Args["until"] != "noon" {
		t.Errorf("%+v", got)
	}
	if muted.Args != nil {
		t.Errorf("With changed the declared refusal: %v", muted.Args)
	}
	if got := refusal.Of(errors.New("disk")); got != nil {
		t.Errorf("%v", got)
	}
}

func TestTheCauseOfARefusalIsKept(t *testing.T) {
	cause := errors.New("line 3")
	err := &refusal.Error{Kind: refusal.Malformed, Code: "record.unreadable", Cause: cause}
	if !errors.Is(err, cause) || err.Error() != "record.unreadable: line 3" {
		t.Error(err)
	}
}

func TestTheRefusalOfALimitHasTheWait(t *testing.T) {
	err := refusal.TooOften("api.too-many-requests", 1500*time.Millisecond)
	if err.Kind != refusal.TooMany || err.Args["n"] != 2 || err.Wait != 1500*time.Millisecond {
		t.Errorf("%+v", err)
	}
}
