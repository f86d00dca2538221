package web

import (
	"fmt"
	"testing"
	"time"
)

func TestALimiterAllowsABurstAndThenAnEvenRate(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimiter(10, time.Minute, func() time.Time { return now })
	for i := range 10 {
		if _, ok := l.Take("a"); !ok {
			t.Fatalf("%d of 10 are allowed", i)
		}
	}
	wait, ok := l.Take("a")
	if ok || wait != 6*time.Second {
		t.Errorf("the eleventh: allowed %v, wait %v, want a wait of 6 s", ok, wait)
	}
	if left, full := l.Left("a"); left != 0 || full != time.Minute {
		t.Errorf("%d are left, all of them in %v", left, full)
	}
	if left, full := l.Left("b"); left != 10 || full != 0 {
		t.Errorf("another address has %d left, all of them in %v", left, full)
	}
	if _, ok := l.Take("b"); !ok {
		t.Error("another address waits for the first")
	}
	now = now.Add(5900 * time.Millisecond)
	if _, ok := l.Take("a"); ok {
		t.Error("allowed too early")
	}
	now = now.Add(200 * time.Millisecond)
	if _, ok := l.Take("a"); !ok {
		t.Error("a refused attempt costs time")
	}
}

func TestALimiterRemembersABoundedNumberOfAddresses(t *testing.T) {
	l := NewLimiter(1, time.Hour, time.Now)
	for i := range remembered + 10 {
		l.Take(fmt.Sprint(i))
	}
	if n := l.each.Len(); n != remembered {
		t.Errorf("%d addresses are remembered, want %d", n, remembered)
	}
}

func TestACounterBoundsEachAddressAndAllOfThem(t *testing.T) {
	c := NewCounter(2, 3)
	for _, step := range []struct {
		who  string
		hold bool
	}{{"a", true}, {"a", true}, {"a", false}, {"b", true}, {"b", false}, {"c", false}} {
		if got := c.Hold(step.who); got != step.hold {
			t.Errorf("%s: %v, want %v", step.who, got, step.hold)
		}
	}
	c.Drop("a")
	if !c.Hold("c") || c.Hold("a") {
		t.Error("what is dropped can be held again, by anybody, once")
	}
	for _, who := range []string{"a", "b", "c"} {
		c.Drop(who)
	}
	if len(c.held) != 0 || c.all != 0 {
		t.Errorf("left over: %v, %d", c.held, c.all)
	}
}

func TestLimitsThatAreNotSetAreTheUsualOnes(t *testing.T) {
	l := Limits{Games: 7}.WithDefaults()
	if l.Games != 7 || l.Sockets != 60 || l.Messages != 100 || l.Requests != 600 {
		t.Errorf("%+v", l)
	}
}
