package storetest

import (
	"errors"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/lobby"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// enough exceeds the number of offers in any test.
const enough = 100

// offered stores a guest's new offer, made some seconds after noon.
func offered(t testing.TB, s store.Store, id string, seconds int, change func(*lobby.Offer)) lobby.Offer {
	t.Helper()
	settings := opening(t, play.Seat{}, play.Seat{})
	settings.TieBreakSeed = 1<<64 - 1
	o := lobby.Offer{ID: id, Kind: lobby.Seek, Maker: guest("a"), Game: settings}
	if change != nil {
		change(&o)
	}
	o, err := lobby.Make(o, o.Kind == lobby.Seek, noon.Add(time.Duration(seconds)*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Offers(s).Make(t.Context(), o, enough); err != nil {
		t.Fatal(err)
	}
	return o
}

// offerIDs returns the offers' IDs.
func offerIDs(t testing.TB, offers []lobby.Offer, err error) (ids []string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range offers {
		ids = append(ids, o.ID)
	}
	return ids
}

func offerIsKept(t *testing.T, s store.Store) {
	want := offered(t, s, "one", 0, func(o *lobby.Offer) { o.Elo.Least, o.Color = 1200, board.White })
	got, err := tables.Offers(s).Offer(t.Context(), "one")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	if _, err := tables.Offers(s).Offer(t.Context(), "two"); !errors.Is(err, lobby.ErrNoOffer) {
		t.Errorf("no offer: %v", err)
	}
	if err := tables.Offers(s).Make(t.Context(), want, enough); err == nil {
		t.Error("an offer was made twice")
	}
}

func offersAreListed(t *testing.T, s store.Store) {
	offered(t, s, "sooner", 1, func(o *lobby.Offer) { o.Maker = guest("b") })
	offered(t, s, "later", 2, nil)
	offered(t, s, "link", 0, func(o *lobby.Offer) { o.Kind = lobby.Link })
	offered(t, s, "challenge", 3, func(o *lobby.Offer) {
		o.Kind = lobby.Challenge
		o.Maker = guest("b")
		o.To = guest("c").Actor()
	})
	offered(t, s, "again", 4, func(o *lobby.Offer) {
		o.Kind = lobby.Rematch
		o.To = guest("c").Actor()
		o.After = "old"
	})
	now := noon.Add(10 * time.Second)
	seeks := func(at time.Time, limit int) []string {
		offers, err := tables.Offers(s).Seeks(t.Context(), at, limit)
		return offerIDs(t, offers, err)
	}
	of := func(letter string) []string {
		offers, err := tables.Offers(s).Of(t.Context(), guest(letter).Actor(), now)
		return offerIDs(t, offers, err)
	}
	again := func(match string) []string {
		offers, err := tables.Offers(s).Rematches(t.Context(), match)
		return offerIDs(t, offers, err)
	}
	for name, list := range map[string]struct{ got, want []string }{
		"seeks":                     {seeks(now, 10), []string{"sooner", "later"}},
		"one seek":                  {seeks(now, 1), []string{"sooner"}},
		"seeks whose makers went":   {seeks(noon.Add(61*time.Second), 10), []string{"later"}},
		"of who made some":          {of("a"), []string{"link", "later", "again"}},
		"of who is asked":           {of("c"), []string{"challenge", "again"}},
		"of a stranger":             {of("d"), nil},
		"rematches":                 {again("old"), []string{"again"}},
		"rematches of another game": {again("new"), nil},
	} {
		if !slices.Equal(list.got, list.want) {
			t.Errorf("%s: %v, want %v", name, list.got, list.want)
		}
	}
	for _, id := range []string{"behind", "far-behind"} { // made by servers with slower clocks
		offered(t, s, id, 0, func(o *lobby.Offer) { o.Maker = guest("e") })
	}
	if got, want := seeks(now, 10), []string{"sooner", "later", "behind", "far-behind"}; !slices.Equal(got, want) {
		t.Errorf("seeks in the order in which they came: %v, want %v", got, want)
	}
}

func offerIsSettledOnce(t *testing.T, s store.Store) {
	o := offered(t, s, "one", 0, nil)
	var group sync.WaitGroup
	var won atomic.Int32
	for i := range 8 {
		group.Go(func() {
			settled, err := o.Withdraw(lobby.Person{Seat: guest("a")}, noon)
			if i%2 == 0 {
				settled, err = o.Accept(lobby.Person{Seat: guest("bcdef"[i/2 : i/2+1])}, board.Black, noon)
			}
			if err != nil {
				t.Error(err)
			}
			switch err := tables.Offers(s).Settle(t.Context(), settled); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, lobby.ErrNoOffer):
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, err := tables.Offers(s).Offer(t.Context(), "one"); err != nil || won.Load() != 1 ||
		got.State == lobby.Open {
		t.Errorf("%d settled it: %+v, %v", won.Load(), got, err)
	}
	seeks, err := tables.Offers(s).Seeks(t.Context(), noon, 10)
	if ids := offerIDs(t, seeks, err); len(ids) != 0 {
		t.Errorf("still listed: %v", ids)
	}
	if err := tables.Offers(s).Settle(t.Context(), lobby.Offer{
		ID: "none", State: lobby.Withdrawn,
	}); !errors.Is(err, lobby.ErrNoOffer) {
		t.Errorf("an offer that there is not: %v", err)
	}
}

func openOffersAreLimited(t *testing.T, s store.Store) {
	first := offered(t, s, "one", 0, nil)
	second := offered(t, s, "two", 0, nil)
	third := first
	third.ID = "three"
	if err := tables.Offers(s).Make(t.Context(), third, 2); !errors.Is(err, lobby.ErrTooMany) {
		t.Errorf("a third one: %v", err)
	}
	settled, err := second.Withdraw(lobby.Person{Seat: guest("a")}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Offers(s).Settle(t.Context(), settled); err != nil {
		t.Fatal(err)
	}
	if err := tables.Offers(s).Make(t.Context(), third, 2); err != nil {
		t.Errorf("when one is withdrawn: %v", err)
	}
	if err := tables.Offers(s).Make(t.Context(), first, 0); !errors.Is(err, lobby.ErrTooMany) {
		t.Errorf("where none is allowed: %v", err)
	}
}

func seenMakersKeepTheirSeeks(t *testing.T, s store.Store) {
	offered(t, s, "seen", 0, nil)
	offered(t, s, "gone", 0, func(o *lobby.Offer) { o.Maker = guest("b") })
	link := offered(t, s, "link", 0, func(o *lobby.Offer) { o.Kind = lobby.Link })
	if err := tables.Offers(s).ExtendSeeks(t.Context(), guest("a").Actor(), noon.Add(50*time.Second)); err != nil {
		t.Fatal(err)
	}
	at := noon.Add(100 * time.Second)
	seeks, err := tables.Offers(s).Seeks(t.Context(), at, 10)
	if ids := offerIDs(t, seeks, err); !slices.Equal(ids, []string{"seen"}) {
		t.Errorf("seeks %v", ids)
	}
	if err := tables.Offers(s).ExtendSeeks(t.Context(), guest("b").Actor(), at); err != nil {
		t.Fatal(err)
	}
	if gone, err := tables.Offers(s).Offer(t.Context(), "gone"); err != nil || gone.At(at) != lobby.Expired {
		t.Errorf("who comes back too late: %+v, %v", gone, err)
	}
	if err := tables.Offers(s).ExtendSeeks(t.Context(), guest("a").Actor(), noon.Add(100*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got, err := tables.Offers(s).Offer(t.Context(), "link"); err != nil || !got.Ends.Equal(link.Ends) {
		t.Errorf("a link ends at %v, %v", got.Ends, err)
	}
	at = noon.Add(50 * time.Second)
	for range 300 { // longer than an offer lasts
		at = at.Add(lobby.Absence - time.Second)
		if err := tables.Offers(s).ExtendSeeks(t.Context(), guest("a").Actor(), at); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := tables.Offers(s).Offer(t.Context(), "seen"); err != nil || !got.Ends.Equal(got.Until) {
		t.Errorf("it ends at %v, at the latest %v, %v", got.Ends, got.Until, err)
	}
}

func endedOffersAreSwept(t *testing.T, s store.Store) {
	seek := offered(t, s, "seek", 0, nil)
	link := offered(t, s, "link", 0, func(o *lobby.Offer) { o.Kind = lobby.Link })
	accepted, err := link.Accept(lobby.Person{Seat: guest("b")}, board.Black, noon)
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Offers(s).Settle(t.Context(), accepted); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		before time.Time
		want   [2]bool
	}{
		{seek.Ends, [2]bool{true, true}},
		{seek.Ends.Add(1), [2]bool{false, true}},
		{link.Until.Add(1), [2]bool{false, false}},
	} {
		if err := tables.Offers(s).Sweep(t.Context(), step.before); err != nil {
			t.Fatal(err)
		}
		for i, id := range []string{"seek", "link"} {
			if _, err := tables.Offers(s).Offer(t.Context(), id); (err == nil) != step.want[i] {
				t.Errorf("swept before %v: %s: %v", step.before, id, err)
			}
		}
	}
}
