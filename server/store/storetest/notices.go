package storetest

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/play"
	"rosette/server/notice"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// dueBy returns the notices due by some minutes after noon.
func dueBy(t *testing.T, kept notice.Store, minutes int) []notice.Notice {
	t.Helper()
	due, err := kept.Due(t.Context(), noon.Add(time.Duration(minutes)*time.Minute), 10)
	if err != nil {
		t.Fatal(err)
	}
	return due
}

func noticesFollowTheLog(t *testing.T, s store.Store) {
	kept := tables.Notices(s)
	turn := func(game, occasion string, minutes int) notice.Notice {
		return notice.Notice{
			Kind: notice.Turn, Subject: game, Actor: "user/ana", Occasion: occasion,
			Due: noon.Add(time.Duration(minutes) * time.Minute),
		}
	}
	follow := func(from, to int64, begun []notice.Notice, over ...notice.Notice) error {
		return kept.Follow(t.Context(), from, to, begun, over)
	}
	if at, err := kept.LogPosition(t.Context()); at != -1 || err != nil {
		t.Fatalf("at first %d, %v", at, err)
	}
	one, two := turn("a", "1", 1), turn("b", "4", 2)
	if err := follow(-1, 7, []notice.Notice{one, two}); err != nil {
		t.Fatal(err)
	}
	for _, from := range []int64{-1, 0, 8} {
		if err := follow(from, 9, nil, one, two); !errors.Is(err, play.ErrStale) {
			t.Errorf("from %d: %v", from, err)
		}
	}
	if got := dueBy(t, kept, 1); !reflect.DeepEqual(got, []notice.Notice{one}) {
		t.Errorf("due by 12:01: %+v", got)
	}
	if err := errors.Join(kept.MarkSent(t.Context(), one),
		follow(7, 8, []notice.Notice{turn("a", "1", 3), turn("b", "4", 3)})); err != nil {
		t.Fatal(err)
	}
	if got := dueBy(t, kept, 9); !reflect.DeepEqual(got, []notice.Notice{two}) {
		t.Errorf("what is known is due again: %+v", got)
	}
	if at, err := kept.LogPosition(t.Context()); at != 8 || err != nil {
		t.Errorf("followed to %d, %v", at, err)
	}
	again := turn("a", "3", 4)
	if err := follow(8, 9, []notice.Notice{again}, two); err != nil {
		t.Fatal(err)
	}
	if got := dueBy(t, kept, 9); !reflect.DeepEqual(got, []notice.Notice{again}) {
		t.Errorf("after the next turn: %+v", got)
	}
}

func aNoticeIsTakenByOne(t *testing.T, s store.Store) {
	kept := tables.Notices(s)
	n := notice.Notice{Kind: notice.Challenge, Subject: "o", Actor: "user/ana", Occasion: "made", Due: noon}
	if err := kept.Add(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	took := make(chan bool, 10)
	var takers errgroup.Group
	for range 10 {
		takers.Go(func() error {
			mine, err := kept.Take(t.Context(), n, noon.Add(time.Minute))
			took <- mine
			return err
		})
	}
	if err := takers.Wait(); err != nil {
		t.Fatal(err)
	}
	close(took)
	if of := slices.Collect(func(yield func(bool) bool) {
		for mine := range took {
			if mine && !yield(mine) {
				return
			}
		}
	}); len(of) != 1 {
		t.Errorf("%d took it", len(of))
	}
	n.Due, n.Tries = noon.Add(time.Minute), 1
	if got := dueBy(t, kept, 1); !reflect.DeepEqual(got, []notice.Notice{n}) {
		t.Errorf("%+v, want %+v", got, n)
	}
}

func devicesAreOfOneActorEach(t *testing.T, s store.Store) {
	kept := tables.Notices(s)
	device := func(id, actor string, minutes int) notice.Device {
		return notice.Device{
			ID: id, Actor: actor, Session: hash(actor),
			At: noon.Add(time.Duration(minutes) * time.Minute), Details: notice.Details{
				Endpoint: "https://push.example/" + id, Key: "k", Auth: "a", Language: "ht", Name: "Firefox/Linux",
			},
		}
	}
	for _, d := range []notice.Device{
		device("1", "user/ana", 1), device("2", "user/ana", 0), device("1", "user/ben", 2),
	} {
		if err := kept.Put(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	for actor, want := range map[string][]notice.Device{
		"user/ana": {device("2", "user/ana", 0)}, "user/ben": {device("1", "user/ben", 2)}, "user/c": nil,
	} {
		if got, err := kept.Devices(t.Context(), actor); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", actor, got, err)
		}
	}
	if err := kept.Remove(t.Context(), "user/ana", "1"); err != nil { // another actor's device
		t.Fatal(err)
	}
	if err := kept.Remove(t.Context(), "user/ana", "2"); err != nil {
		t.Fatal(err)
	}
	if told, err := kept.Actors(t.Context()); err != nil || !slices.Equal(told, []string{"user/ben"}) {
		t.Errorf("%q, %v", told, err)
	}
	for _, fresh := range []string{"first", "second"} {
		if got, err := kept.Secret(t.Context(), "key", fresh); err != nil || got != "first" {
			t.Errorf("%q, %v", got, err)
		}
	}
}
