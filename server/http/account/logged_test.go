package account_test

import (
	"slices"
	"strings"
	"testing"

	"rosette/server/account"
)

func TestSignInsAreLoggedWithoutWhatWasTyped(t *testing.T) {
	s := open(t, generous)
	b := s.member("Ana")
	u, err := s.Accounts.UserByName(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	b.Refusal("POST", "/api/session", named("Ana", "the wrong horse"))
	b.Refusal("POST", "/api/session", named("my secret\nlevel=INFO", "the wrong horse"))
	b.Must("POST", "/api/session", named("Ana", "correct horse"))
	b.Refusal("PUT", "/api/account/password", `{"old":"the wrong horse","new":"another horse"}`)
	b.Must("PUT", "/api/account/password", `{"old":"correct horse","new":"another horse"}`)
	b.Must("POST", "/api/account/tokens", `{"label":"x","scopes":["read"]}`)
	b.Must("DELETE", "/api/session", "")
	text := s.Log.String()
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

func TestAUserIsNotifiedOfSignInChangesByEMail(t *testing.T) {
	p := openPost(t)
	changes := func(name string) (all [][]string) {
		u, err := p.Accounts.UserByName(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Accounts.Store.Put(t.Context(), account.Belonging{Owner: u.ID, Kind: account.KindPasskey, ID: "one", At: p.Clock.Now(), Body: "{}"}); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{
			p.Accounts.SetPassword(p.Context(), p.client(), "a wrong horse", "another horse"),
			p.Accounts.SetPassword(p.Context(), p.client(), "correct horse", "another horse"),
			p.Accounts.RemovePasskey(p.Context(), p.client(), "none"),
			p.Accounts.RemovePasskey(p.Context(), p.client(), "one"),
		} {
			if got := code(err); got != "" && got != "account.password.wrong" {
				t.Error(got)
			}
		}
		if _, err := p.Accounts.NewToken(p.Context(), p.client(), "x", account.Scopes()); err != nil {
			t.Error(err)
		}
		for _, one := range p.all {
			all = append(all, append([]string{one.To}, one.Lines...))
		}
		p.take()
		return all
	}
	p.register("Ben")
	if got := changes("Ben"); got != nil {
		t.Errorf("without an address: %q", got)
	}
	p.register("Ana")
	p.confirmed("ana@example.org")
	want := [][]string{
		{"ana@example.org", "Hello Ana, your account has a new password. All other devices are signed out."},
		{"ana@example.org", "Hello Ana, a passkey was added to your account or removed from it."},
		{"ana@example.org", "Hello Ana, your account has a new token. A program that has it acts for you."},
	}
	if got := changes("Ana"); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q", got)
	}
}
