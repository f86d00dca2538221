package account_test

import (
	"strings"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// guests returns a service and a pointer to its time.
func guests(t *testing.T) (*account.Service, *time.Time) {
	t.Helper()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	return account.NewService(tables.Accounts(storetest.Open(t)), func() time.Time { return now }), &now
}

// begin begins a guest session and returns its key and the guest's name.
func begin(t *testing.T, s *account.Service, actor string) (key, name string) {
	t.Helper()
	key, err := s.Begin(t.Context(), actor, "")
	if err != nil {
		t.Fatal(err)
	}
	if name, err = s.GuestName(t.Context(), actor); err != nil {
		t.Fatal(err)
	}
	return key, name
}

func TestAGuestHasAPlantThatNobodyElseHas(t *testing.T) {
	s, _ := guests(t)
	actors := map[string]string{} // by name
	numbered := 0
	for range 400 {
		actor := account.NewGuest()
		_, name := begin(t, s, actor)
		if other, taken := actors[name]; taken || name == "" {
			t.Fatalf("%s and %s are called %q", actor, other, name)
		}
		actors[name] = actor
		if _, again := begin(t, s, actor); again != name { // on another device
			t.Errorf("%s is called %q, then %q", actor, name, again)
		}
		if strings.Contains(name, " ") {
			numbered++
		}
		for _, kind := range []account.NameKind{account.UserName, account.SeatName, account.RoomName} {
			if _, err := kind.Check(name); err == nil {
				t.Errorf("somebody else can be called %q", name)
			}
		}
	}
	if numbered < 300 {
		t.Errorf("%d of 400 guests have a number, and there are fewer than 100 plants", numbered)
	}
}

func TestNoGuestHasTheNameOfAnAccount(t *testing.T) {
	s, now := guests(t)
	actor := account.NewGuest()
	id, _ := account.GuestID(actor)
	plant := account.Plant(id)
	early := account.User{ID: "early", Key: account.Key(plant), Created: *now, Details: account.Details{Name: plant}} // before plants were reserved
	if err := s.Store.Create(t.Context(), early); err != nil {
		t.Fatal(err)
	}
	if _, name := begin(t, s, actor); !strings.HasPrefix(name, plant+" ") {
		t.Errorf("%s is an account, and a guest is called %q", plant, name)
	}
	if _, err := s.CheckSeatName(t.Context(), "early bird", account.User{}); err != nil {
		t.Error(err)
	}
}

func TestTheNameOfAGuestIsFreeAMonthAfterTheLastVisit(t *testing.T) {
	s, now := guests(t)
	first, second := "guest/"+strings.Repeat("0", 32), ""
	key, name := begin(t, s, first)
	for second = account.NewGuest(); account.Plant(strings.TrimPrefix(second, "guest/")) != name; {
		second = account.NewGuest()
	}
	*now = now.Add(29 * 24 * time.Hour)
	if _, err := s.Identify(t.Context(), key); err != nil { // the visit renews the name
		t.Fatal(err)
	}
	*now = now.Add(29 * 24 * time.Hour)
	_, other := begin(t, s, second)
	if other == name {
		t.Errorf("two guests are called %q", name)
	}
	*now = now.Add(2 * 24 * time.Hour)
	third := second
	for third == second || account.Plant(strings.TrimPrefix(third, "guest/")) != name {
		third = account.NewGuest()
	}
	if _, got := begin(t, s, third); got != name {
		t.Errorf("%q is free, and a guest is called %q", name, got)
	}
	if _, err := s.Identify(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if got, err := s.GuestName(t.Context(), first); err != nil || got == name || !strings.HasPrefix(got, name+" ") {
		t.Errorf("who comes back is called %q, %v", got, err)
	}
}
