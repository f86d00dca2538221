package moderation_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"rosette/server/moderation"
)

func TestWhatModeratorsDoIsLoggedThoughTheyGoAway(t *testing.T) {
	s := open(t)
	var leave context.CancelFunc
	logged := s.Moderation.TablesWithEntry
	s.Moderation.TablesWithEntry = func(e moderation.Entry) moderation.Tables {
		leave() // just before the action
		return logged(e)
	}
	var made struct{ ID string }
	s.ask("Ann", "POST", "chat/reports", fmt.Sprintf(`{"kind":"spam","room":"room/lounge","number":%d}`, s.lineOf(s.users["Bad"].Actor())), &made)
	for _, c := range []struct{ path, body string }{
		{"mutes", `{"name":"Bad","hours":24,"reason":"spam"}`},
		{"reports/" + made.ID + "/close", `{"outcome":"acted","reason":"muted"}`},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		leave = cancel
		r := s.browsers["Mod"].Request("POST", "/api/admin/"+c.path, c.body)
		s.Handler().ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
	}
	log, err := s.Moderation.Table.Entries(t.Context(), 0, 10)
	acts := ""
	for _, e := range log {
		acts += fmt.Sprint(e.Act, " ")
	}
	if want := "close-report mute "; acts != want || err != nil {
		t.Errorf("the log has %q, want %q, %v", acts, want, err)
	}
}
