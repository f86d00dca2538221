package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/notice"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// until waits until something is so.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	waittest.Until(t, what, so)
}

// goes runs something until the test ends.
func goes(t *testing.T, run func(context.Context) error) {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestAServerForgetsGamesThatAnotherOneHasRemoved(t *testing.T) {
	w := newWorld(t)
	other := newServer(newFlags(), w.srv.store, "", match.UsualBoards(), web.Options{})
	t.Cleanup(other.computer.Close)
	other.api.Feed = w.srv.api.Feed
	goes(t, other.hearOthers)
	guest := play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("5", 32), Name: "Guest"}
	first, gone := w.play(t, play.Settings{Black: guest, White: guest}), w.play(t, play.Settings{Black: guest, White: guest})
	knows := func(id string) bool {
		err := other.host.Read(t.Context(), id, func(*play.Match) {})
		if err != nil && !errors.Is(err, play.ErrNoMatch) {
			t.Fatal(err)
		}
		return err == nil
	}
	if !knows(first) || !knows(gone) {
		t.Fatal("the other server does not know the games")
	}
	if err := (store.Matches{Log: w.srv.store}).Remove(t.Context(), first, 1); err != nil {
		t.Fatal(err)
	}
	until(t, "the other server hears of what is removed", func() bool {
		w.srv.api.Feed.Publish(pubsub.Message{Topic: removedTopic, Data: []byte(first)})
		return !knows(first)
	})
	w.srv.policy.guestGames = 24 * time.Hour
	if err := w.srv.expireOnce(t.Context(), time.Now().Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	until(t, "the other server forgets the game", func() bool { return !knows(gone) })
}

func TestAServerTellsOfTurnsADeviceThatWasSwitchedOnAtAnotherOne(t *testing.T) {
	w := newWorld(t)
	start := time.Now()
	other := newServer(newFlags(), w.srv.store, "", match.UsualBoards(), web.Options{Now: func() time.Time { return start }})
	t.Cleanup(other.computer.Close)
	other.api.Feed = w.srv.api.Feed
	goes(t, other.hearOthers)
	if err := other.notifier.turns.Follow(t.Context()); err != nil { // nobody is to be told
		t.Fatal(err)
	}
	device := notice.Device{ID: "phone", Actor: w.seats["player"].Actor(), At: start, Details: notice.Details{Language: "en"}}
	if err := tables.Notices(w.srv.store).Put(t.Context(), device); err != nil {
		t.Fatal(err)
	}
	w.play(t, play.Settings{Black: w.seats["player"], White: w.seats["opponent"]})
	until(t, "the turn is noted", func() bool {
		w.srv.notifier.Changed()
		if err := other.notifier.turns.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
		due, err := tables.Notices(w.srv.store).Due(t.Context(), start.Add(time.Hour), 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(due) > 0
	})
}

func TestServersKnowWhoReviewsAGame(t *testing.T) {
	feed := &pubsub.Local{}
	var all []reviewers
	for range 3 {
		r := roster.New(roster.Options{Feed: feed})
		goes(t, r.Run)
		all = append(all, reviewers{r})
	}
	is := func(want [2]int, wanted bool) {
		t.Helper()
		until(t, "the third server knows how far it is", func() bool {
			done, total, ok := all[2].Elsewhere("game")
			return ok == wanted && [2]int{done, total} == want
		})
	}
	all[0].Tell("game", 0, 0, true)
	is([2]int{0, 0}, true)
	all[1].Tell("game", 3, 20, true)
	is([2]int{3, 20}, true)
	if _, total, _ := all[1].Elsewhere("game"); total != 0 {
		t.Error("a server takes itself for another one")
	}
	all[1].Tell("game", 20, 20, false)
	all[0].Tell("game", 0, 0, false)
	is([2]int{}, false)
}
