package storetest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/store"
)

func schedules(t *testing.T, s store.Store) {
	deadline := noon.Add(time.Hour)
	for _, step := range []struct {
		stream string
		after  int
		play.Schedule
	}{
		{"timed", 0, play.Schedule{Deadline: deadline}},
		{"timed", 1, play.Schedule{Deadline: deadline.Add(time.Nanosecond)}},
		{"bot", 0, play.Schedule{Bot: true}},
		{"idle", 0, play.Schedule{}},
		{"over", 0, play.Schedule{Deadline: deadline, Bot: true}},
		{"over", 1, play.Schedule{}},
	} {
		if err := s.Append(t.Context(), step.stream, step.after, Records(step.after, 1, "a"),
			step.Schedule); err != nil {
			t.Fatal(err)
		}
	}
	got := all(t, s.Schedules(t.Context()))
	slices.SortFunc(got, func(a, b play.ScheduledMatch) int { return strings.Compare(a.ID, b.ID) })
	want := []play.ScheduledMatch{
		{ID: "bot", Seq: 1, Schedule: play.Schedule{Bot: true}},
		{ID: "timed", Seq: 2, Schedule: play.Schedule{Deadline: deadline.Add(time.Nanosecond)}},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func staleSchedule(t *testing.T, s store.Store) {
	want := play.Schedule{Deadline: noon}
	if err := s.Append(t.Context(), "m", 0, Records(0, 2, "a"), want); err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 1, 3} {
		err := s.Append(t.Context(), "m", after, Records(after, 1, "b"), play.Schedule{Bot: true})
		if !errors.Is(err, play.ErrStale) {
			t.Errorf("after %d: %v", after, err)
		}
	}
	if got := all(t, s.Schedules(t.Context())); len(got) != 1 || got[0].Schedule != want {
		t.Errorf("%+v", got)
	}
}

// hash returns a key's hash in the form that sessions store.
func hash(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

func alive(t *testing.T, s store.Store) {
	const gap = 3 * time.Second
	at := func(seconds int) time.Time {
		if seconds < 0 {
			return time.Time{}
		}
		return noon.Add(time.Duration(seconds) * time.Second)
	}
	for _, step := range []struct {
		now  int
		gap  time.Duration
		last int // -1: none
	}{
		{0, gap, -1},
		{1, gap, 0},
		{4, gap, 1},    // not longer than the gap
		{3, gap, 4},    // another server has a slower clock
		{14, gap, 4},   // the first outage
		{50, 0, 14},    // any gap is allowed
		{100, gap, 50}, // the second
	} {
		last, err := s.Alive(t.Context(), at(step.now), step.gap)
		if err != nil || !last.Equal(at(step.last)) {
			t.Errorf("at %d: %v, %v; want %v", step.now, last, err, at(step.last))
		}
	}
	wantOutages(t, s, play.Outage{From: at(4), To: at(14)}, play.Outage{From: at(50), To: at(100)})
}

func wantOutages(t *testing.T, s store.Store, want ...play.Outage) {
	t.Helper()
	got, err := s.Outages(t.Context())
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

func outages(t *testing.T, s store.Store) {
	wantOutages(t, s)
	outage := func(from, to int) play.Outage {
		return play.Outage{From: noon.Add(time.Duration(from)), To: noon.Add(time.Duration(to))}
	}
	for _, o := range []play.Outage{outage(30, 40), outage(10, 20), outage(10, 20), outage(10, 25), outage(10, 15)} {
		if err := s.AddOutage(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	wantOutages(t, s, outage(10, 25), outage(30, 40))
	for _, o := range []play.Outage{outage(5, 5), outage(6, 5), {}} {
		if err := s.AddOutage(t.Context(), o); err == nil {
			t.Errorf("%v was taken", o)
		}
	}
}
