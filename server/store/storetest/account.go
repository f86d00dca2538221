package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// user returns a user with a name.
func user(id, name string) account.User {
	return account.User{ID: id, Key: account.Key(name), Created: noon, Details: account.Details{Name: name}}
}

// create adds users.
func create(t *testing.T, s store.Store, users ...account.User) {
	t.Helper()
	for _, u := range users {
		if err := tables.Accounts(s).Create(t.Context(), u); err != nil {
			t.Fatalf("%s: %v", u.Name, err)
		}
	}
}

func nameTaken(t *testing.T, s store.Store) {
	var wait sync.WaitGroup
	var made atomic.Int64
	for n := range 8 {
		wait.Go(func() {
			err := tables.Accounts(s).Create(t.Context(), user(fmt.Sprint("u", n), "Ana"))
			if err == nil {
				made.Add(1)
			} else if !errors.Is(err, account.ErrTaken) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("%d users have one name", n)
	}
	create(t, s, user("b", "Ben"))
	_, err := tables.Accounts(s).Change(t.Context(), "b",
		func(u *account.User) error { u.Key = account.Key("Ana"); return nil })
	if !errors.Is(err, account.ErrTaken) {
		t.Errorf("a new name that somebody has: %v", err)
	}
	for _, id := range []string{"", "none", "u' OR '1'='1"} {
		if _, err := tables.Accounts(s).User(t.Context(), id); !errors.Is(err, account.ErrNoUser) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func changedUser(t *testing.T, s store.Store) {
	u := user("a", "Ana")
	u.Profile, u.Passkey = account.Profile{About: "<b>“é”</b>", Zone: "Europe/Paris"}, []byte{0, 1, 255}
	create(t, s, u)
	refusal := errors.New("no")
	if _, err := tables.Accounts(s).Change(t.Context(), "a",
		func(u *account.User) error { u.Role = account.Admin; return refusal }); !errors.Is(err, refusal) {
		t.Errorf("refused: %v", err)
	}
	if _, err := tables.Accounts(s).Change(t.Context(), "b", func(*account.User) error { return nil }); !errors.Is(err,
		account.ErrNoUser) {
		t.Errorf("unknown: %v", err)
	}
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			_, err := tables.Accounts(s).Change(t.Context(), "a",
				func(u *account.User) error { u.Password += "x"; return nil })
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	u.Password = strings.Repeat("x", 20)
	if got, err := tables.Accounts(s).User(t.Context(), "a"); err != nil || !reflect.DeepEqual(got, u) {
		t.Errorf("%+v, %v; want %+v", got, err, u)
	}
}

func foundUsers(t *testing.T, s store.Store) {
	all := []account.User{user("a", "Ana"), user("b", "Anabel"), user("c", "Ben"), user("d", "Яна")}
	all[0].Email, all[2].Email = "ana@example.org", "ana@example.org"
	all[2].Created = noon.Add(time.Second)
	create(t, s, all...)
	found := func(users []account.User, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		names := ""
		for _, u := range users {
			names += " " + u.Name
		}
		return names
	}
	accounts := tables.Accounts(s)
	named, err := accounts.UserByKey(t.Context(), account.Key("BEN"))
	for want, got := range map[string]string{
		" Ben":                found([]account.User{named}, err),
		" Ana Ben":            found(accounts.UsersByEmail(t.Context(), "ana@example.org")),
		"":                    found(accounts.UsersByEmail(t.Context(), "")),
		" Ana Anabel Ben Яна": found(accounts.Users(t.Context(), "", "", 10)),
		" Ana Anabel":         found(accounts.Users(t.Context(), "ana", "", 10)),
		" Anabel":             found(accounts.Users(t.Context(), "ana", "ana", 10)),
		" Ana":                found(accounts.Users(t.Context(), "", "", 1)),
	} {
		if got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
}

func sessionList(t *testing.T, s store.Store) {
	accounts := tables.Accounts(s)
	one := func(key, actor string, minute int) account.Session {
		return account.Session{
			KeyHash: hash(key), Actor: actor, Created: noon.Add(time.Duration(minute) * time.Minute),
			Device: "Firefox/Linux", Method: account.ByPasskey,
		}
	}
	started := []account.Session{
		one("1", "user/a", 1), one("2", "user/a", 2), one("3", "user/a", 3), one("4", "user/b", 4),
	}
	for _, session := range started {
		if err := accounts.StartSession(t.Context(), session); err != nil {
			t.Fatal(err)
		}
	}
	if err := accounts.StartSession(t.Context(), one("1", "user/a", 5)); !errors.Is(err, account.ErrTaken) {
		t.Errorf("a key twice: %v", err)
	}
	for _, minute := range []int{7, 6} { // the later time remains
		seen := noon.Add(time.Duration(minute) * time.Minute)
		if err := accounts.SetSessionSeen(t.Context(), hash("1"), seen); err != nil {
			t.Fatal(err)
		}
	}
	started[0].Seen = noon.Add(7 * time.Minute)
	wantSessions(t, s, "user/a", started[:3]...)
	end := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	end(accounts.EndSession(t.Context(), "user/b", hash("1"))) // not b's session
	wantSessions(t, s, "user/a", started[:3]...)
	end(accounts.EndSession(t.Context(), "user/a", hash("1")))
	wantSessions(t, s, "user/a", started[1:3]...)
	end(accounts.EndSessions(t.Context(), "user/a", hash("3")))
	wantSessions(t, s, "user/a", started[2])
	end(accounts.EndSessions(t.Context(), "user/a", ""))
	wantSessions(t, s, "user/a")
	wantSessions(t, s, "user/b", started[3])
	if _, err := accounts.Session(t.Context(), hash("3")); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("a session that was ended: %v", err)
	}
}

func secretsAreNotStored(t *testing.T, s store.Store) {
	for keyHash, actor := range map[string]string{"secret": "user/a", hash("d"): "", hash("e") + "0": "user/a"} {
		if err := tables.Accounts(s).StartSession(t.Context(), account.Session{
			KeyHash: keyHash, Actor: actor, Created: noon,
		}); err == nil {
			t.Errorf("%q was taken for %q", keyHash, actor)
		}
	}
}

func wantSessions(t *testing.T, s store.Store, actor string, want ...account.Session) {
	t.Helper()
	got, err := tables.Accounts(s).SessionsOf(t.Context(), actor)
	if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%s has %+v, %v; want %+v", actor, got, err, want)
	}
}

// belonging returns a belonging whose body names its owner.
func belonging(owner string, kind account.Kind, id string, minute int) account.Belonging {
	return account.Belonging{
		Owner: owner, Kind: kind, ID: id, At: noon.Add(time.Duration(minute) * time.Minute),
		Body: `{"of":"` + owner + `"}`,
	}
}

// put adds belongings.
func put(t *testing.T, s store.Store, all ...account.Belonging) {
	t.Helper()
	for _, b := range all {
		if err := tables.Accounts(s).Put(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
}

func wantBelongings(t *testing.T, got []account.Belonging, err error, want ...account.Belonging) {
	t.Helper()
	if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func belongings(t *testing.T, s store.Store) {
	accounts := tables.Accounts(s)
	all := []account.Belonging{
		belonging("a", account.KindFollow, "c", 2), belonging("b", account.KindFollow, "c", 3),
		belonging("a", account.KindFollow, "d", 1), belonging("a", account.KindBlock, "c", 4),
	}
	put(t, s, all...)
	got, err := accounts.BelongingsOf(t.Context(), "a", account.KindFollow)
	wantBelongings(t, got, err, all[2], all[0])
	got, err = accounts.Find(t.Context(), account.KindFollow, "c")
	wantBelongings(t, got, err, all[0], all[1])
	for id, want := range map[string]int{"c": 2, "d": 1, "e": 0} {
		if n, err := accounts.Count(t.Context(), account.KindFollow, id); n != want || err != nil {
			t.Errorf("%d belongings of %s, %v, want %d", n, id, err, want)
		}
	}
	for _, b := range []account.Belonging{
		all[0], all[3], {Owner: "b", Kind: account.KindBlock, ID: "c"}, {Owner: "c", Kind: account.KindFollow, ID: "a"},
	} {
		want := slices.Contains(all, b)
		if has, err := accounts.Has(t.Context(), b.Owner, b.Kind, b.ID); has != want || err != nil {
			t.Errorf("%s has %s of %s: %t, %v", b.Owner, b.Kind, b.ID, has, err)
		}
	}
	all[0].At, all[0].Body = noon, `"new"`
	if err := accounts.Put(t.Context(), all[0]); err != nil {
		t.Fatal(err)
	}
	got, err = accounts.BelongingsOf(t.Context(), "a", account.KindFollow)
	wantBelongings(t, got, err, all[0], all[2])
	for i, want := range []bool{true, false} {
		if was, err := accounts.Remove(t.Context(), all[0]); err != nil || was != want {
			t.Errorf("removed %d: %t, %v", i, was, err)
		}
	}
	if err := accounts.RemoveOlder(t.Context(), account.KindFollow, noon.Add(2*time.Minute)); err != nil {
		t.Fatal(err)
	}
	got, err = accounts.BelongingsOf(t.Context(), "a", account.KindFollow)
	wantBelongings(t, got, err)
	got, err = accounts.BelongingsOf(t.Context(), "a", account.KindBlock)
	wantBelongings(t, got, err, all[3])
}

func takenBelonging(t *testing.T, s store.Store) {
	var wait sync.WaitGroup
	var added atomic.Int64
	for n := range 8 {
		wait.Go(func() {
			err := tables.Accounts(s).Add(t.Context(), belonging(fmt.Sprint("u", n), account.KindGuest, "guest/1", n))
			if err == nil {
				added.Add(1)
			} else if !errors.Is(err, account.ErrTaken) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	got, err := tables.Accounts(s).Find(t.Context(), account.KindGuest, "guest/1")
	if n := added.Load(); n != 1 || err != nil || len(got) != 1 {
		t.Errorf("%d were added, %+v, %v", n, got, err)
	}
}

func closedAccount(t *testing.T, s store.Store) {
	ana, ben := user("a", "Ana"), user("b", "Ben")
	ana.Email = "ana@example.org"
	ana.Password = "hash"
	ana.Role = account.Moderator
	create(t, s, ana, ben)
	accounts := tables.Accounts(s)
	put(t, s, belonging("a", account.KindToken, "t", 1), belonging("a", account.KindFollow, "b", 1),
		belonging("b", account.KindBlock, "a", 1),
		belonging("b", account.KindNote, "a", 1), belonging("b", account.KindToken, "a", 1))
	for _, actor := range []string{"user/a", "user/b"} {
		if err := accounts.StartSession(t.Context(), account.Session{
			KeyHash: hash(actor), Actor: actor, Created: noon,
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := accounts.Close(t.Context(), "a", noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	want := account.User{ID: "a", Key: account.Key("Ana"), Created: noon, Closed: noon.Add(time.Hour)}
	if got, err := accounts.User(t.Context(), "a"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	wantSessions(t, s, "user/a")
	for _, kind := range []account.Kind{account.KindToken, account.KindFollow} {
		got, err := accounts.BelongingsOf(t.Context(), "a", kind)
		wantBelongings(t, got, err)
	}
	for _, kind := range []account.Kind{account.KindBlock, account.KindNote} {
		got, err := accounts.BelongingsOf(t.Context(), "b", kind)
		wantBelongings(t, got, err)
	}
	got, err := accounts.BelongingsOf(t.Context(), "b", account.KindToken)
	wantBelongings(t, got, err, belonging("b", account.KindToken, "a", 1))
	if users, err := accounts.Users(t.Context(), "", "", 9); err != nil || len(users) != 1 || users[0].ID != "b" {
		t.Errorf("%+v, %v", users, err)
	}
	if err := accounts.Create(t.Context(), user("c", "ana")); !errors.Is(err, account.ErrTaken) {
		t.Errorf("the name is given out again: %v", err)
	}
}

// strangeTexts occur in addresses, and some databases cannot store them.
var strangeTexts = []string{"\x00", "a\x00b", "\xff", "\xed\xa0\x80"}

func strangeNames(t *testing.T, s store.Store) {
	for _, text := range strangeTexts {
		if _, err := s.Read(t.Context(), "match/"+text, 0); !errors.Is(err, play.ErrNoMatch) {
			t.Errorf("stream %q: %v", text, err)
		}
		if _, err := tables.Accounts(s).UserByKey(t.Context(), text); !errors.Is(err, account.ErrNoUser) {
			t.Errorf("user %q: %v", text, err)
		}
		if games, err := s.Games().Find(t.Context(), store.Filter{
			Board: text, Actor: text, Opponent: text,
		}, 1, 0); err != nil || len(games) > 0 {
			t.Errorf("games of %q: %v, %v", text, games, err)
		}
		if _, err := tables.Chat(s).AddLine(t.Context(), chat.Line{
			Room: "room/lounge", Actor: "user/a", Name: "A", Text: text, At: noon,
		}); err != nil {
			t.Errorf("saying %q: %v", text, err)
		}
	}
}
