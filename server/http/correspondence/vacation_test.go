package correspondence_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/http/correspondence"
)

const day = 24 * time.Hour

// away returns for how many whole days White's clock is stopped.
func (s *site) away(id string) (days int) {
	s.Helper()
	err := s.Matches.Read(s.Context(), id, func(m *play.Match) {
		days = int((m.Away(board.White).Sub(s.Matches.Now()) + time.Hour) / day)
	})
	if err != nil {
		s.Fatal(err)
	}
	return max(0, days)
}

// becomes waits until White's clock is stopped for a number of days.
func (s *site) becomes(id string, want int) {
	s.Helper()
	for end := time.Now().Add(waittest.Limit); s.away(id) != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.Fatalf("it stands still for %d days, want %d", s.away(id), want)
		}
	}
}

// vacation sends a request about a vacation and returns the response.
func (p person) vacation(method string) (v correspondence.Vacation) {
	p.Helper()
	status, text := p.ask(method+" /api/account/vacation", map[string]string{"PUT": "{}"}[method])
	if err := json.Unmarshal([]byte(text), &v); err != nil || status != http.StatusOK {
		p.Fatalf("%s: %d %s, %v", method, status, text, err)
	}
	return v
}

func TestAVacationStopsTheClocksOfAllGames(t *testing.T) {
	s := build(t)
	ann, bob := s.member("Ann"), s.member("Bob")
	first, second := s.open(ann, bob), s.open(ann, bob)
	s.Project()
	if v := bob.vacation("GET"); v.Left != (10*day).Milliseconds() || v.Until != 0 {
		t.Errorf("a new account: %+v", v)
	}
	if v := bob.vacation("PUT"); v.Until != s.Clock.Now().Add(10*day).UnixMilli() {
		t.Errorf("%+v", v)
	}
	for _, id := range []string{first, second} {
		if got := s.away(id); got != 10 {
			t.Errorf("the clock stands still for %d days", got)
		}
	}
	s.Start("")
	third := s.open(ann, bob) // begun during the vacation
	s.becomes(third, 10)
	s.Stop()
	s.Clock.Advance(3 * day)
	s.Restart()
	if v := bob.vacation("DELETE"); v.Left != (7*day).Milliseconds() || v.Until != 0 {
		t.Errorf("after three days: %+v", v)
	}
	s.Project()
	for _, id := range []string{first, second} {
		if got := s.away(id); got != 0 {
			t.Errorf("after its end the clock stands still for %d days", got)
		}
	}
	s.Start("")
	s.becomes(third, 0)
	if status, text := s.guest().ask("PUT /api/account/vacation", "{}"); status != http.StatusUnauthorized {
		t.Errorf("a guest: %d %s", status, text)
	}
}

// A vacation begun before a crash is applied to the games after it.
func TestAVacationIsToldAfterACrash(t *testing.T) {
	s := build(t)
	ann, bob := s.member("Ann"), s.member("Bob")
	id := s.open(ann, bob)
	s.Project()
	u, _, err := s.Accounts.OwnerOf(t.Context(), bob.Actor)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{10, 0} {
		if _, err := s.Accounts.SetVacation(t.Context(), u, want > 0); err != nil {
			t.Fatal(err)
		}
		s.Stop()
		s.Restart()
		s.Start("")
		s.becomes(id, want)
	}
	for end := time.Now().Add(waittest.Limit); ; time.Sleep(5 * time.Millisecond) {
		untold, err := s.Accounts.VacationsToApply(t.Context())
		if err != nil || time.Now().After(end) {
			t.Fatal(untold, err)
		}
		if len(untold) == 0 {
			return
		}
	}
}

func TestOfSeveralProcessesOneTellsAMatchOfAVacation(t *testing.T) {
	s := build(t)
	ann, bob := s.member("Ann"), s.member("Bob")
	id := s.open(ann, bob)
	u, _, err := s.Accounts.OwnerOf(t.Context(), bob.Actor)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Accounts.SetVacation(t.Context(), u, true); err != nil {
		t.Fatal(err)
	}
	var processes sync.WaitGroup
	for range 4 {
		s.Restart()
		process := s.Correspondence
		processes.Go(func() {
			if err := process.ApplyVacations(t.Context(), id); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	s.Restart()
	if got := s.away(id); got != 10 {
		t.Errorf("the clock stands still for %d days", got)
	}
	records, err := s.Store.Read(t.Context(), "match/"+id, 0)
	if err != nil || len(records) != 2 {
		t.Errorf("the match has %d events, want its begin and the vacation: %v", len(records), err)
	}
}
