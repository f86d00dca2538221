package account_test

import (
	"net/http"
	"strings"
	"testing"

	"rosette/server/account"
)

// copied returns a browser with the cookies of another one, as who has stolen them has.
func (b *browser) copied() *browser {
	b.Helper()
	r, err := http.NewRequest("GET", b.URL, nil)
	if err != nil {
		b.Fatal(err)
	}
	thief := b.browser()
	thief.client.Jar.SetCookies(r.URL, b.client.Jar.Cookies(r.URL))
	return thief
}

func TestAStolenSessionTakesNoAccountAway(t *testing.T) {
	s := open(t, generous)
	ana := s.member("Ana")
	s.pass(account.FreshFor)
	thief := ana.copied()
	for request := range strings.Lines(`POST /api/account/tokens {"label":"x","scopes":["read"]}
POST /api/account/passkey-challenge {}
POST /api/account/passkeys {}
DELETE /api/account/passkeys/none
DELETE /api/account/sessions
DELETE /api/account/sessions/none
`) {
		words := append(strings.SplitN(strings.TrimSpace(request), " ", 3), "")
		if got := thief.refused(words[0], words[1], words[2]); got != "403 account.confirm.first" {
			t.Errorf("%s: %s", request, got)
		}
	}
	if got := thief.refused("POST", "/api/account/confirm", `{"password":"wrong horse"}`); got != "403 account.password.wrong" {
		t.Error(got)
	}
	ana.must("POST", "/api/account/confirm", `{"password":"correct horse"}`)
	ana.must("POST", "/api/account/tokens", `{"label":"x","scopes":["read"]}`)
	if got := thief.refused("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Errorf("once the user has confirmed: %s", got)
	}
	s.pass(account.FreshFor)
	if got := ana.refused("POST", "/api/account/tokens", `{"label":"y","scopes":["read"]}`); got != "403 account.confirm.first" {
		t.Errorf("a while later: %s", got)
	}
}

func TestWhoHasNoPasswordConfirmsByPasskey(t *testing.T) {
	s := open(t, generous)
	ana := s.member("Ana")
	u, err := s.people.Accounts.Named(t.Context(), "Ana")
	if err == nil {
		_, err = s.people.Accounts.Store.Change(t.Context(), u.ID, func(u *account.User) error { u.Password = ""; return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	s.pass(account.FreshFor)
	for request, want := range map[string]string{
		`PUT /api/account/password {"old":"","new":"another horse"}`: "403 account.confirm.first",
		`POST /api/account/close {"password":""}`:                    "403 account.confirm.first",
		`POST /api/account/confirm {"password":""}`:                  "422 account.confirm.no-password",
		`POST /api/account/confirm/passkey {}`:                       "409 account.passkey.no-name",
	} {
		words := strings.SplitN(request, " ", 3)
		if got := ana.refused(words[0], words[1], words[2]); got != want {
			t.Errorf("%s: %s", request, got)
		}
	}
}
