package storetest

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"sync"
	"testing"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/moderation"
	"rosette/server/store"
	"rosette/server/store/tables"
)

func entries(t *testing.T, s store.Store) {
	var moderators sync.WaitGroup
	for range 10 {
		moderators.Go(func() {
			e := moderation.Entry{At: noon, ByName: "Mod", Act: moderation.ActMute, Person: "Ana"}
			m := moderation.Mute{Actor: "user/1", Until: after(100), At: noon}
			if err := tables.Moderation(tables.Logged(s, e)).SetMute(t.Context(), m); err != nil {
				t.Error(err)
			}
		})
	}
	moderators.Wait()
	for _, c := range []struct{ below, limit, first, n int }{{0, 3, 10, 3}, {8, 100, 7, 7}, {1, 5, 0, 0}} {
		got, err := tables.Moderation(s).Entries(t.Context(), c.below, c.limit)
		if err != nil || len(got) != c.n || c.n > 0 && got[0].Number != c.first {
			t.Errorf("below %d: %+v, %v", c.below, got, err)
		}
	}
}

type (
	// An act is one write by a moderator.
	act struct {
		do      func(ctx context.Context, s store.Store) error
		state   look  // reads the changed row
		refusal error // expected if done twice; may be nil
	}
	// A look reads from a store.
	look func(ctx context.Context, s store.Store) (any, error)
)

// acts fills a store and returns one act for each kind.
func acts(t *testing.T, s store.Store) map[moderation.Act]act {
	if err := store.Judge(t.Context(), s, "user/mod", store.Verdict{Game: "0"}, noon); err != nil {
		t.Fatal(err)
	}
	all := gameActs()
	maps.Copy(all, accountActs(t, s))
	maps.Copy(all, chatActs(t, s))
	return all
}

// chatActs returns the acts on chat.
func chatActs(t *testing.T, s store.Store) map[moderation.Act]act {
	r := moderation.Report{
		ID: "r", Kind: moderation.Spam, By: "user/b", Accused: "user/a", At: noon, State: moderation.Open,
	}
	mute := func(actor string) moderation.Mute { return moderation.Mute{Actor: actor, Until: after(100), At: noon} }
	l := chat.Line{Room: "room/lounge", Actor: "user/a", Text: "spam", At: noon}
	_, err := tables.Chat(s).AddLine(t.Context(), l)
	err = errors.Join(err, tables.Rooms(s).Make(t.Context(), chat.Room{
		ID: "r", Title: "Spam", Owner: "user/a", Made: noon,
	}, 1),
		tables.Moderation(s).Report(t.Context(), r), tables.Moderation(s).SetMute(t.Context(), mute("user/b")))
	if err != nil {
		t.Fatal(err)
	}
	muted := func(actor string) look {
		return func(ctx context.Context, s store.Store) (any, error) { return tables.Moderation(s).Mute(ctx, actor) }
	}
	r.State = moderation.Acted
	return map[moderation.Act]act{
		moderation.ActMute: {
			func(ctx context.Context, s store.Store) error {
				return tables.Moderation(s).SetMute(ctx, mute("user/a"))
			}, muted("user/a"), nil,
		},
		moderation.ActUnmute: {func(ctx context.Context, s store.Store) error {
			_, err := tables.Moderation(s).EndMute(ctx, "user/b", noon)
			return err
		}, muted("user/b"), moderation.ErrNotMuted},
		moderation.ActHide: {func(ctx context.Context, s store.Store) error {
			_, err := tables.Chat(s).Hide(ctx, "room/lounge", 1)
			return err
		}, func(ctx context.Context, s store.Store) (any, error) {
			return tables.Chat(s).Line(ctx, "room/lounge", 1)
		}, nil},
		moderation.ActCloseReport: {
			func(ctx context.Context, s store.Store) error { return tables.Moderation(s).CloseReport(ctx, r) },
			func(ctx context.Context, s store.Store) (any, error) { return tables.Moderation(s).ReportOf(ctx, "r") },
			moderation.ErrReportClosed,
		},
		moderation.ActCloseRoom: {
			func(ctx context.Context, s store.Store) error { return tables.Rooms(s).Close(ctx, "r", after(9)) },
			func(ctx context.Context, s store.Store) (any, error) { return tables.Rooms(s).Room(ctx, "r") },
			chat.ErrNoRoom,
		},
	}
}

// accountActs returns the acts on accounts.
func accountActs(t *testing.T, s store.Store) map[moderation.Act]act {
	create(t, s, user("a", "Ana"), user("b", "Ben"), user("c", "Cid"))
	of := func(id string) look {
		return func(ctx context.Context, s store.Store) (any, error) { return tables.Accounts(s).User(ctx, id) }
	}
	change := func(id string, change func(u *account.User)) func(context.Context, store.Store) error {
		return func(ctx context.Context, s store.Store) error {
			_, err := tables.Accounts(s).Change(ctx, id, func(u *account.User) error { change(u); return nil })
			return err
		}
	}
	return map[moderation.Act]act{
		moderation.ActRole:   {change("a", func(u *account.User) { u.Role = account.Moderator }), of("a"), nil},
		moderation.ActRename: {change("b", func(u *account.User) { u.Key, u.Name = "bob", "Bob" }), of("b"), nil},
		moderation.ActBot:    {change("a", func(u *account.User) { u.Bot = true }), of("a"), nil},
		moderation.ActCloseAccount: {
			func(ctx context.Context, s store.Store) error { return tables.Accounts(s).Close(ctx, "c", after(9)) },
			of("c"), nil,
		},
	}
}

// gameActs returns the acts on rated games: game 1 is annulled, game 0 reinstated.
func gameActs() map[moderation.Act]act {
	judge := func(game string, reinstate bool) func(context.Context, store.Store) error {
		return func(ctx context.Context, s store.Store) error {
			return store.Judge(ctx, s, "user/mod", store.Verdict{Game: game, Reinstate: reinstate}, noon)
		}
	}
	annulled := func(game string) look {
		return func(ctx context.Context, s store.Store) (any, error) { return store.Annulled(ctx, s, game) }
	}
	return map[moderation.Act]act{
		moderation.ActAnnul:     {judge("1", false), annulled("1"), store.ErrJudged},
		moderation.ActReinstate: {judge("0", true), annulled("0"), store.ErrJudged},
	}
}

// logged does an act together with its entry.
func logged(ctx context.Context, s store.Store, kind moderation.Act, a act) error {
	return a.do(ctx, tables.Logged(s, moderation.Entry{At: noon, ByName: "Mod", Act: kind}))
}

// actsAreLogged checks that an act stores nothing if its entry fails, and otherwise stores both.
func actsAreLogged(t *testing.T, s store.Store) {
	for kind, a := range acts(t, s) {
		before, err := a.state(t.Context(), s)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if db, ok := s.(store.DB); ok { // a store that can fail
			rename(t, db, "moderation_log", "other")
			if err := logged(t.Context(), s, kind, a); err == nil {
				t.Errorf("%s is done, though its entry fails", kind)
			}
			rename(t, db, "other", "moderation_log")
			if now, err := a.state(t.Context(), s); err != nil || !reflect.DeepEqual(now, before) {
				t.Errorf("%s is done without its entry: %+v, %v", kind, now, err)
			}
		}
		if err := logged(t.Context(), s, kind, a); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if now, err := a.state(t.Context(), s); err != nil || reflect.DeepEqual(now, before) {
			t.Errorf("%s is not done: %+v, %v", kind, now, err)
		}
		last, err := tables.Moderation(s).Entries(t.Context(), 0, 1)
		if err != nil || len(last) != 1 || last[0].Act != kind {
			t.Errorf("%s: the last entry is %+v, %v", kind, last, err)
		}
	}
}

// rename renames a table.
func rename(t *testing.T, db store.DB, from, to string) {
	t.Helper()
	if _, err := store.Do(t.Context(), db, "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
		t.Fatal(err)
	}
}

func refusedActsAreNotLogged(t *testing.T, s store.Store) {
	for kind, a := range acts(t, s) {
		if a.refusal == nil {
			continue
		}
		if err := logged(t.Context(), s, kind, a); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if err := logged(t.Context(), s, kind, a); !errors.Is(err, a.refusal) {
			t.Errorf("%s twice: %v", kind, err)
		}
	}
	counts := map[moderation.Act]int{}
	all, err := tables.Moderation(s).Entries(t.Context(), 0, 100)
	for _, e := range all {
		counts[e.Act]++
	}
	want := map[moderation.Act]int{
		moderation.ActUnmute: 1, moderation.ActCloseReport: 1, moderation.ActCloseRoom: 1, moderation.ActAnnul: 1,
		moderation.ActReinstate: 1,
	}
	if err != nil || !reflect.DeepEqual(counts, want) {
		t.Errorf("entries %v, want %v; %v", counts, want, err)
	}
}

// admin returns an administrator.
func admin(id, name string) account.User {
	u := user(id, name)
	u.Role = account.Admin
	return u
}

// demote makes a user a player.
func demote(t *testing.T, s store.Store, id string) error {
	_, err := tables.Accounts(s).Change(t.Context(), id,
		func(u *account.User) error { u.Role = account.Player; return nil })
	return err
}

func lastAdmin(t *testing.T, s store.Store) {
	closed := admin("c", "Cid")
	closed.Closed = after(1)
	liar := user("d", "Dan")
	liar.Profile.About = `,"role":"admin",`
	create(t, s, admin("a", "Ana"), user("b", "Ben"), closed, liar)
	if err := demote(t, s, "a"); !errors.Is(err, account.ErrLastAdmin) {
		t.Errorf("the last administrator is demoted: %v", err)
	}
	if err := tables.Accounts(s).Close(t.Context(), "a", after(9)); !errors.Is(err, account.ErrLastAdmin) {
		t.Errorf("the account of the last administrator is closed: %v", err)
	}
	if u, err := tables.Accounts(s).User(t.Context(), "a"); err != nil || !u.Administers() {
		t.Errorf("%+v, %v", u, err)
	}
	_, err := tables.Accounts(s).Change(t.Context(), "a",
		func(u *account.User) error { u.Profile.Place = "Cayes"; return nil })
	if err != nil {
		t.Errorf("the last administrator changes something else: %v", err)
	}
	create(t, s, admin("e", "Eva"))
	if err := errors.Join(demote(t, s, "a"), demote(t, s, "b")); err != nil {
		t.Errorf("with another administrator: %v", err)
	}
	if err := tables.Accounts(s).Close(t.Context(), "e", after(9)); !errors.Is(err, account.ErrLastAdmin) {
		t.Errorf("the account of the other one is closed: %v", err)
	}
}

func adminsDemoteEachOther(t *testing.T, s store.Store) {
	ids := []string{"a", "b", "c", "d"}
	for i, id := range ids {
		create(t, s, admin(id, "Admin"+string(rune('A'+i))))
	}
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() {
			end := func() error { return demote(t, s, id) }
			if i%2 == 1 {
				end = func() error { return tables.Accounts(s).Close(t.Context(), id, after(9)) }
			}
			if err := end(); err != nil && !errors.Is(err, account.ErrLastAdmin) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	left := 0
	for _, id := range ids {
		if u, err := tables.Accounts(s).User(t.Context(), id); err != nil {
			t.Error(err)
		} else if u.Administers() {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d administrators are left", left)
	}
}
