package server

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/notice"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// twoServers returns two servers on one store; the second follows the first.
func twoServers(t *testing.T, c Config) (s, other *Server) {
	t.Helper()
	c.Store = storetest.Open(t)
	for _, at := range []**Server{&s, &other} {
		var err error
		if *at, err = New(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		t.Cleanup((*at).Close)
	}
	other.feed = s.feed
	runBeside(t, other.followOthers)
	return s, other
}

// runBeside runs a function until the test ends.
func runBeside(t *testing.T, run func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// open opens a match between two players.
func (s *Server) open(t *testing.T, black, white play.Seat) (id string) {
	t.Helper()
	graph := board.Rosette(3)
	id = account.NewKey()
	settings := play.Settings{Board: graph.Name(), Rules: game.DefaultRules(graph), Black: black, White: white}
	if err := s.Matches.Open(t.Context(), id, settings); err != nil {
		t.Fatal(err)
	}
	if err := s.Projector.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAServerForgetsGamesThatAnotherOneHasRemoved(t *testing.T) {
	s, other := twoServers(t, Config{Policy: Policy{GuestGames: 24 * time.Hour}})
	guest := play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("5", 32), Name: "Guest"}
	first, gone := s.open(t, guest, guest), s.open(t, guest, guest)
	knows := func(id string) bool {
		err := other.Matches.Read(t.Context(), id, func(*play.Match) {})
		if err != nil && !errors.Is(err, play.ErrNoMatch) {
			t.Fatal(err)
		}
		return err == nil
	}
	if !knows(first) || !knows(gone) {
		t.Fatal("the other server does not know the games")
	}
	if err := (store.Matches{Log: s.Store}).Remove(t.Context(), first, 1); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the other server follows the first", func() bool {
		s.feed.Publish(pubsub.Message{Topic: removedTopic, Data: []byte(first)})
		return !knows(first)
	})
	if err := s.Expire(t.Context(), time.Now().Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the other server forgets the game", func() bool { return !knows(gone) })
}

func TestAServerNotifiesADeviceThatWasAddedAtAnotherOne(t *testing.T) {
	start := time.Now()
	s, other := twoServers(t, Config{Now: func() time.Time { return start }})
	if err := other.Turns.Follow(t.Context()); err != nil { // there is no device yet
		t.Fatal(err)
	}
	player := play.Seat{Kind: play.SeatUser, ID: account.NewKey(), Name: "player"}
	device := notice.Device{ID: "phone", Actor: player.Actor(), At: start, Details: notice.Details{Language: "en"}}
	if err := tables.Notices(s.Store).Put(t.Context(), device); err != nil {
		t.Fatal(err)
	}
	s.open(t, player, play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("5", 32), Name: "Guest"})
	waittest.Until(t, "the turn is due", func() bool {
		s.Notices.OnDeviceAdded()
		if err := other.Turns.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
		due, err := tables.Notices(s.Store).Due(t.Context(), start.Add(time.Hour), 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(due) > 0
	})
}

func TestServersKnowWhichOneReviewsAGame(t *testing.T) {
	feed := &pubsub.Local{}
	var servers []reviewers
	for range 3 {
		r := roster.New(roster.Options{Feed: feed})
		runBeside(t, r.Run)
		servers = append(servers, reviewers{r})
	}
	is := func(want [2]int, wanted bool) {
		t.Helper()
		waittest.Until(t, "the third server knows how far it is", func() bool {
			done, total, ok := servers[2].Elsewhere("game")
			return ok == wanted && [2]int{done, total} == want
		})
	}
	servers[0].Tell("game", 0, 0, true)
	is([2]int{0, 0}, true)
	servers[1].Tell("game", 3, 20, true)
	is([2]int{3, 20}, true)
	if _, total, _ := servers[1].Elsewhere("game"); total != 0 {
		t.Error("a server takes itself for another one")
	}
	servers[1].Tell("game", 20, 20, false)
	servers[0].Tell("game", 0, 0, false)
	is([2]int{}, false)
}

func TestAConfigWithoutAStoreOrWorkersIsRefused(t *testing.T) {
	for _, c := range []Config{{}, {Store: storetest.Open(t), Workers: -1}} {
		if _, err := New(t.Context(), c); err == nil {
			t.Errorf("a server with %+v", c)
		}
	}
}
