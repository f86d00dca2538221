package fairqueue

import (
	"slices"
	"testing"
	"time"
)

// names returns the jobs' values.
func names(all []*Job[string]) (values []string) {
	for _, j := range all {
		values = append(values, j.Value)
	}
	return values
}

func TestAddressesShareAndPersonsShareWithinAnAddress(t *testing.T) {
	var q Queue[string]
	now := time.Unix(0, 0)
	for _, j := range []struct {
		name  string
		owner Owner
		cost  time.Duration
	}{
		{"a1 first", Owner{"1", "a"}, time.Second},
		{"a1 second", Owner{"1", "a"}, time.Second},
		{"a2", Owner{"2", "a"}, time.Second},
		{"b long", Owner{"1", "b"}, time.Minute},
		{"b short", Owner{"1", "b"}, time.Second},
	} {
		q.Add(j.name, j.owner, j.cost, now)
		now = now.Add(time.Millisecond)
	}
	want := []string{"a1 first", "b short", "a2", "b long", "a1 second"}
	if got := names(q.Ordered()); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if total, ofA := q.Waiting("a"); total != 5 || ofA != 3 {
		t.Errorf("%d wait, %d of a", total, ofA)
	}
}

func TestAnOwnerIsChargedForTheTimeSpentAndForgottenAfterIt(t *testing.T) {
	var q Queue[string]
	now := time.Unix(0, 0)
	run := func(address string, spent time.Duration) {
		j := q.Add(address, Owner{"", address}, time.Second, now)
		q.Start(j, now)
		if q.Running() != 1 || j.RunningOfAddress() != 1 {
			t.Errorf("%d run, %d of %s", q.Running(), j.RunningOfAddress(), address)
		}
		now = now.Add(spent)
		q.End(j, spent, now)
		q.Forget(now)
	}
	run("a", 10*time.Second)
	q.Add("a", Owner{"", "a"}, time.Second, now)
	q.Add("b", Owner{"", "b"}, time.Second, now)
	if got := names(q.Ordered()); got[0] != "b" {
		t.Errorf("after 10 s for a comes %q", got)
	}
	for _, j := range q.Ordered() {
		q.Remove(j, now)
	}
	if q.Forget(now); len(q.root.children) != 1 {
		t.Errorf("%d addresses are known, want the one that has had more than the others", len(q.root.children))
	}
	if q.Forget(now.Add(time.Minute)); len(q.root.children) != 0 {
		t.Errorf("%d addresses are known after a minute", len(q.root.children))
	}
}
