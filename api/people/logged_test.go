package people_test

import (
	"slices"
	"strings"
	"testing"
)

func TestSignInsAreLoggedWithoutWhatWasTyped(t *testing.T) {
	s := open(t, generous)
	b := s.member("Ana")
	u, err := s.people.Accounts.Named(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	b.refused("POST", "/api/session", named("Ana", "the wrong horse"))
	b.refused("POST", "/api/session", named("my secret\nlevel=INFO", "the wrong horse"))
	b.must("POST", "/api/session", named("Ana", "correct horse"))
	b.refused("PUT", "/api/account/password", `{"old":"the wrong horse","new":"another horse"}`)
	b.must("PUT", "/api/account/password", `{"old":"correct horse","new":"another horse"}`)
	b.must("POST", "/api/account/tokens", `{"label":"x","scopes":["read"]}`)
	b.must("DELETE", "/api/session", "")
	s.log.mu.Lock()
	text := s.log.text.String()
	s.log.mu.Unlock()
	var said []string
	for line := range strings.Lines(text) {
		_, line, _ = strings.Cut(line, "level=")
		line, _, _ = strings.Cut(line, " request=")
		said = append(said, strings.TrimSpace(strings.ReplaceAll(line, u.ID, "ANA")))
	}
	want := []string{
		`INFO msg=account event=registered user=ANA`,
		`WARN msg=account event=sign-in-refused user=ANA by=password why=account.sign-in.wrong`,
		`WARN msg=account event=sign-in-refused user="" by=password why=account.sign-in.wrong`,
		`INFO msg=account event=signed-in user=ANA by=password`,
		`WARN msg=account event=password-refused user=ANA`,
		`INFO msg=account event=password-changed user=ANA`,
		`INFO msg=account event=token-made user=ANA`,
		`INFO msg=account event=signed-out user=ANA`,
	}
	if !slices.Equal(said, want) {
		t.Errorf("the log is\n%s", text)
	}
}
