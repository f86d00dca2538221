package storetest

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/lobby"
	"rosette/server/notice"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// removed tests that a removed stream leaves only its records' positions.
func removed(t *testing.T, s store.Store) {
	for _, stream := range []string{"match/one", "match/two"} {
		for after := range 3 {
			check(t, s.Append(t.Context(), stream, after, Records(after, 1, "a"), play.Schedule{Bot: true}))
		}
	}
	if err := s.Remove(t.Context(), "match/one", 2); !errors.Is(err, play.ErrStale) {
		t.Errorf("a stream that has grown: %v", err)
	}
	check(t, s.Remove(t.Context(), "match/one", 3))
	if err := s.Remove(t.Context(), "match/one", 3); !errors.Is(err, play.ErrNoMatch) {
		t.Errorf("twice: %v", err)
	}
	if _, err := s.Read(t.Context(), "match/one", 0); !errors.Is(err, play.ErrNoMatch) {
		t.Errorf("read: %v", err)
	}
	if err := s.Append(t.Context(), "match/one", 3, Records(3, 1, "a"), play.Schedule{}); !errors.Is(err,
		play.ErrStale) {
		t.Errorf("an append by who has it in memory: %v", err)
	}
	if got := all(t, s.Streams(t.Context())); !slices.Equal(got, []string{"match/two"}) {
		t.Errorf("streams %v", got)
	}
	if got := all(t, s.Schedules(t.Context())); len(got) != 1 {
		t.Errorf("schedules %v", got)
	}
	followed, err := s.Since(t.Context(), 0, 100)
	check(t, err)
	if len(followed) != 6 {
		t.Fatalf("%d records are followed", len(followed))
	}
	for _, r := range followed[:3] {
		if r.Stream == "match/one" || r.Actor != "" || !r.At.IsZero() || string(r.Body) != "{}" {
			t.Errorf("left of it: %+v", r)
		}
	}
}

// check ends the test if err is not nil.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// keepGuestGames stores games played by guests, a user and a guest linked to an account, with their
// chat and watchers.
func keepGuestGames(t *testing.T, s store.Store) {
	user := play.Seat{Kind: play.SeatUser, ID: "ann", Name: "Ann"}
	bot := play.Seat{Kind: play.SeatBot, ID: "1", Name: "Level 1"}
	for id, seats := range map[string][2]play.Seat{
		"guests": {guest("d"), guest("b")}, "computer": {guest("d"), bot}, "user": {guest("a"), user},
		"claimed": {guest("c"), guest("b")},
	} {
		begin(t, opening(t, seats[0], seats[1])).keep(s, id)
	}
	begin(t, opening(t, guest("d"), bot)).do(play.Command{Kind: play.Resign, By: board.Black}).keep(s, "over")
	for _, b := range []account.Belonging{
		{Owner: "ann", Kind: account.KindGuest, ID: guest("c").Actor()},
		{Owner: "x", Kind: account.KindWatch, ID: "guests"},
	} {
		b.At, b.Body = noon, "{}"
		check(t, tables.Accounts(s).Put(t.Context(), b))
	}
	for _, id := range []string{"guests", "user"} {
		_, err := tables.Chat(s).AddLine(t.Context(), chat.Line{
			Room: chat.Players.Room(id), Actor: guest("a").Actor(), Name: "a", Text: "Hello", At: noon,
		})
		check(t, err)
	}
}

// removedByTwo returns the guest games that two servers remove concurrently.
func removedByTwo(t *testing.T, s store.Store, until time.Time) map[string]bool {
	gone := make(chan string, 20)
	var servers sync.WaitGroup
	for range 2 {
		servers.Go(func() {
			ids, err := tables.RemoveGuestGames(t.Context(), s, until)
			if err != nil {
				t.Error(err)
			}
			for _, id := range ids {
				gone <- id
			}
		})
	}
	servers.Wait()
	close(gone)
	removed := map[string]bool{}
	for id := range gone {
		removed[id] = true
	}
	return removed
}

// guestGamesExpire tests that old games between guests are removed with their chat and watchers.
func guestGamesExpire(t *testing.T, s store.Store) {
	ctx, p := t.Context(), projector(s)
	keepGuestGames(t, s)
	catchUp(t, p)
	if gone, err := tables.RemoveGuestGames(ctx, s, noon.Add(-time.Hour)); len(gone) > 0 || err != nil {
		t.Errorf("too early: %v, %v", gone, err)
	}
	removed := removedByTwo(t, s, noon.Add(time.Hour))
	if got := slices.Sorted(maps.Keys(removed)); !slices.Equal(got, []string{"computer", "guests", "over"}) {
		t.Errorf("removed %v", got)
	}
	for range 2 { // after following, and after a rebuild
		left := running(t, s)
		slices.Sort(left)
		if !slices.Equal(left, []string{"claimed", "user"}) {
			t.Errorf("left are %v", left)
		}
		check(t, p.Rebuild(ctx))
	}
	for id, want := range map[string]int{"guests": 0, "user": 1} {
		if lines, err := tables.Chat(s).Lines(ctx, chat.Players.Room(id), 10); err != nil || len(lines) != want {
			t.Errorf("%s: %v, %v", id, lines, err)
		}
	}
	watchers, err := tables.Accounts(s).Find(ctx, account.KindWatch, "guests")
	check(t, err)
	records, err := s.Since(ctx, 0, 100)
	check(t, err)
	text, err := json.Marshal(records)
	check(t, err)
	if len(watchers) > 0 || strings.Contains(string(text), guest("d").ID) {
		t.Errorf("%v; an id is left in the log: %t", watchers, strings.Contains(string(text), guest("d").ID))
	}
}

// unusedSessionsExpire tests that unused sessions end.
func unusedSessionsExpire(t *testing.T, s store.Store) {
	accounts := tables.Accounts(s)
	for i, one := range []account.Session{
		{Created: noon.Add(-time.Hour)},
		{Created: noon.Add(-time.Hour), Seen: noon.Add(time.Hour)},
		{Created: noon.Add(time.Hour)},
	} {
		one.KeyHash, one.Actor = account.KeyHash(string(rune('a'+i))), "guest/x"
		check(t, accounts.StartSession(t.Context(), one))
	}
	check(t, tables.ExpireSessions(t.Context(), s, noon))
	left, err := accounts.SessionsOf(t.Context(), "guest/x")
	if err != nil || len(left) != 2 {
		t.Errorf("%+v, %v", left, err)
	}
}

// closedAccountIsSilent tests that closing an account removes the lines, offers and devices that
// belong to the user and to the linked guest.
func closedAccountIsSilent(t *testing.T, s store.Store) {
	ctx := t.Context()
	create(t, s, user("a", "Ana"), user("b", "Ben"))
	put(t, s, belonging("a", account.KindGuest, guest("a").Actor(), 1))
	all := []string{"user/a", guest("a").Actor(), "user/b"}
	for _, actor := range all {
		_, err := tables.Chat(s).AddLine(ctx, chat.Line{
			Room: "lobby", Actor: actor, Name: "a name", Text: "Hello", At: noon,
		})
		check(t, err)
		check(t, tables.Notices(s).Put(ctx, notice.Device{ID: actor, Actor: actor, At: noon}))
	}
	for i, maker := range []play.Seat{
		{Kind: play.SeatUser, ID: "a", Name: "Ana"}, guest("a"), {Kind: play.SeatUser, ID: "b", Name: "Ben"},
	} {
		offered(t, s, string(rune('p'+i)), i, func(o *lobby.Offer) { o.Maker = maker })
	}
	offered(t, s, "z", 9, func(o *lobby.Offer) {
		o.Kind = lobby.Challenge
		o.Maker = guest("b")
		o.To = "user/a"
	})
	check(t, tables.Accounts(s).Close(ctx, "a", noon))
	seeks, err := tables.Offers(s).Seeks(ctx, noon, enough)
	if left := offerIDs(t, seeks, err); !slices.Equal(left, []string{"r"}) {
		t.Errorf("offers %v are left", left)
	}
	if _, err := tables.Offers(s).Offer(ctx, "z"); !errors.Is(err, lobby.ErrNoOffer) {
		t.Errorf("a challenge is left: %v", err)
	}
	for i, actor := range all {
		said, err := tables.Chat(s).LinesBy(ctx, actor)
		check(t, err)
		devices, err := tables.Notices(s).Devices(ctx, actor)
		check(t, err)
		silent := len(devices) == 0 && (len(said) == 0 || said[0].Text == "" && said[0].Name == "")
		if silent != (i < 2) {
			t.Errorf("%s: %+v, %+v", actor, said, devices)
		}
	}
}
