package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/store"
)

// guest returns a guest whose ID ends in a letter from a to f.
func guest(letter string) play.Seat {
	return play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("0", 31) + letter, Name: "Guest " + letter}
}

// opening returns the settings for a game between two players.
func opening(t testing.TB, black, white play.Seat) play.Settings {
	t.Helper()
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	return play.Settings{Board: "rosette-5", Rules: rules, Black: black, White: white}
}

// A script is a match played by commands.
type script struct {
	testing.TB
	match  *play.Match
	opened time.Time
	events []play.Event
}

// begin opens a match at noon.
func begin(t testing.TB, s play.Settings) *script {
	t.Helper()
	return beginAt(t, s, noon)
}

// beginAt opens a match.
func beginAt(t testing.TB, s play.Settings, at time.Time) *script {
	t.Helper()
	opened, err := play.Open(s, at)
	if err != nil {
		t.Fatal(err)
	}
	p := &script{t, play.NewMatch(), at, []play.Event{opened}}
	p.match.Apply(opened)
	return p
}

// do decides a command.
func (p *script) do(c play.Command) *script {
	p.Helper()
	events, err := p.match.Decide(c, p.opened.Add(time.Duration(len(p.events))*time.Minute))
	if err != nil {
		p.Fatalf("%+v: %v", c, err)
	}
	for _, e := range events {
		p.match.Apply(e)
		p.events = append(p.events, e)
	}
	return p
}

// keep appends the whole match to a store.
func (p *script) keep(s store.Log, id string) {
	p.Helper()
	p.keepSome(s, id, 0, len(p.events))
}

// keepSome appends the events with numbers above after, up to until.
func (p *script) keepSome(s store.Log, id string, after, until int) {
	p.Helper()
	m := store.Matches{Log: s}
	if err := m.Append(p.Context(), id, after, p.events[after:until], play.Schedule{}); err != nil {
		p.Fatal(err)
	}
	if got, err := m.Events(p.Context(), id, after); err != nil || !reflect.DeepEqual(got, p.events[after:until]) {
		p.Fatalf("written %+v\nread %+v, %v", p.events[after:until], got, err)
	}
}

// gameRecords returns a match's first event as a record.
func gameRecords(t testing.TB, s play.Settings) []store.Record {
	t.Helper()
	memory := Open(t)
	begin(t, s).keep(memory, "m")
	return read(t, memory, "match/m", 0)
}

// auction returns a match whose players have exchanged colours.
func auction(t testing.TB) *script {
	s := opening(t, guest("a"), guest("b"))
	s.KomiBy = play.KomiDivide
	return begin(t, s).
		do(play.Command{Kind: play.Offer, By: board.Black, Komi: 7}).
		do(play.Command{Kind: play.Take, By: board.White, Side: board.Black})
}

func projector(s store.Store) *store.Projector {
	return store.NewProjector(s, slog.New(slog.NewTextHandler(io.Discard, nil)))
}

func catchUp(t testing.TB, p *store.Projector) {
	t.Helper()
	if err := p.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// ids returns the games' IDs.
func ids(t testing.TB, games []store.Game, err error) (names []string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		names = append(names, g.ID)
	}
	return names
}

func running(t testing.TB, s store.Store) []string {
	t.Helper()
	games, err := s.Games().Running(t.Context(), 100, 0)
	return ids(t, games, err)
}

// fill appends some matches: one against the computer, one with exchanged colours, one in which the
// exchange was taken back, and two finished ones.
func fill(t testing.TB, s store.Store) {
	a, b := guest("a"), guest("b")
	begin(t, opening(t, a, play.Seat{Kind: play.SeatBot, ID: "3", Name: "Rosette"})).
		do(play.Command{Kind: play.Play, By: board.Black, Point: "E5"}).keep(s, "computer")
	auction(t).keep(s, "swapped")
	auction(t).
		do(play.Command{Kind: play.Undo, By: board.Black}).
		do(play.Command{Kind: play.Grant, By: board.White}).keep(s, "back")
	begin(t, opening(t, b, b)).do(play.Command{Kind: play.Resign, By: board.White}).keep(s, "alone")
	begin(t, opening(t, guest("c"), b)).
		do(play.Command{Kind: play.Pass, By: board.Black}).
		do(play.Command{Kind: play.Undo, By: board.Black}).
		do(play.Command{Kind: play.Resign, By: board.Black}).keep(s, "over")
}

func games(t *testing.T, s store.Store) {
	fill(t, s)
	catchUp(t, projector(s))
	lists := s.Games()
	of := func(seat play.Seat, running bool, limit int, before int64) []string {
		t.Helper()
		games, err := lists.Of(t.Context(), seat.Actor(), running, limit, before)
		return ids(t, games, err)
	}
	finished, err := lists.Finished(t.Context(), 10, 0)
	over := ids(t, finished, err)
	first := finished[0].Position
	for i, list := range []struct{ got, want []string }{
		{running(t, s), []string{"back", "swapped", "computer"}},
		{over, []string{"over", "alone"}},
		{of(guest("a"), true, 10, 0), []string{"back", "swapped", "computer"}},
		{of(guest("b"), true, 10, 0), []string{"back", "swapped"}},
		{of(guest("b"), false, 10, 0), []string{"over", "alone"}},
		{of(guest("b"), false, 1, 0), []string{"over"}},
		{of(guest("b"), false, 1, first), []string{"alone"}},
		{of(guest("d"), true, 10, 0), nil},
		{of(guest("a"), true, 0, 0), nil},
	} {
		if !slices.Equal(list.got, list.want) {
			t.Errorf("list %d: %v, want %v", i, list.got, list.want)
		}
	}
}

func gameFields(t *testing.T, s store.Store) {
	fill(t, s)
	catchUp(t, projector(s))
	lists := snapshot(t, s)
	got := lists[1][0]
	want := store.Game{
		ID: "over", Board: "rosette-5", Rules: "mindsports-chinese", Opened: noon, Updated: got.Updated, Seq: got.Seq,
		Position: got.Position,
		Over:     true, Result: "W+R",
		Black: store.Player{Actor: guest("c").Actor(), Name: "Guest c"},
		White: store.Player{Actor: guest("b").Actor(), Name: "Guest b"},
	}
	if got != want || got.Position < 10 || !got.Updated.After(noon) || got.Seq < 4 {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	back, swapped := lists[0][0], lists[0][1]
	if back.Black.Name != "Guest a" || swapped.Black.Name != "Guest b" || swapped.White.Name != "Guest a" {
		t.Errorf("colours of %+v, %+v", back, swapped)
	}
}

// snapshot returns all lists.
func snapshot(t testing.TB, s store.Store) [2][]store.Game {
	t.Helper()
	open, err := s.Games().Running(t.Context(), 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	over, err := s.Games().Finished(t.Context(), 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	return [2][]store.Game{open, over}
}

func rebuilt(t *testing.T, s store.Store) {
	p := projector(s)
	followed := auction(t)
	for i := range followed.events { // one event at a time
		followed.keepSome(s, "followed", i, i+1)
		catchUp(t, p)
	}
	fill(t, s)
	catchUp(t, p)
	want := snapshot(t, s)
	for range 2 {
		if err := p.Rebuild(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := snapshot(t, s); !reflect.DeepEqual(got, want) {
			t.Errorf("rebuilt\n%+v\nfollowed\n%+v", got, want)
		}
	}
	if len(want[0]) != 4 || len(want[1]) != 2 {
		t.Errorf("%d running, %d finished", len(want[0]), len(want[1]))
	}
}

func continued(t *testing.T, s store.Store) {
	long := begin(t, opening(t, guest("a"), guest("b")))
	for range 150 {
		long.do(play.Command{
			Kind: play.Play, By: board.Black, Point: "E5",
		}).do(play.Command{Kind: play.Undo, By: board.Black})
		long.do(play.Command{Kind: play.Grant, By: board.White})
	}
	long.keepSome(s, "long", 0, 100)
	catchUp(t, projector(s))
	long.keepSome(s, "long", 100, len(long.events))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := projector(s).CatchUp(ctx); err == nil {
		t.Error("a canceled projector caught up")
	}
	catchUp(t, projector(s))
	games, err := s.Games().Running(t.Context(), 2, 0)
	if err != nil || len(games) != 1 || games[0].Seq != len(long.events) {
		t.Errorf("%+v, %v", games, err)
	}
}

func twoProjectors(t *testing.T, s store.Store) {
	done := make(chan error, 2)
	for range 2 {
		go func() {
			for range 20 {
				if err := projector(s).CatchUp(t.Context()); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	const n = 50
	for i := range n {
		begin(t, opening(t, guest("a"), guest("b"))).keep(s, fmt.Sprint(i))
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	catchUp(t, projector(s))
	if got := running(t, s); len(got) != n {
		t.Errorf("%d games, want %d", len(got), n)
	}
}

func unknownEvent(t *testing.T, s store.Store) {
	strange := begin(t, opening(t, guest("a"), guest("b")))
	strange.keep(s, "strange")
	must(t, s, "match/strange", 1, []store.Record{
		{Seq: 2, Kind: "teleported", At: noon, Version: 99, Body: []byte(`{}`)},
	})
	must(t, s, "another stream", 0, Records(0, 1, "a"))
	begin(t, opening(t, guest("a"), guest("b"))).keep(s, "later")
	catchUp(t, projector(s))
	if got := running(t, s); !slices.Equal(got, []string{"later", "strange"}) {
		t.Errorf("games %v", got)
	}
}

func runs(t *testing.T, s store.Store) {
	hint := make(chan struct{})
	p := projector(s)
	p.Hint = hint
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	begin(t, opening(t, guest("a"), guest("b"))).keep(s, "m")
	hint <- struct{}{}
	hint <- struct{}{} // the first hint has been served
	if got := running(t, s); !slices.Equal(got, []string{"m"}) {
		t.Errorf("games %v", got)
	}
	begin(t, opening(t, guest("a"), guest("b"))).keep(s, "n")
	go func() { hint <- struct{}{} }()
	if err := p.Await(ctx); err != nil {
		t.Error(err)
	}
	if got := running(t, s); !slices.Equal(got, []string{"n", "m"}) {
		t.Errorf("awaited, games %v", got)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	begin(t, opening(t, guest("a"), guest("b"))).keep(s, "o")
	if err := p.Await(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody follows the log: %v", err)
	}
}
