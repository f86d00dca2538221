package account_test

import (
	"strings"
	"testing"

	"rosette/server/account"
)

func TestAStolenSessionCannotTakeOverAnAccount(t *testing.T) {
	s := open(t, generous)
	ana := s.member("Ana")
	s.Clock.Advance(account.FreshFor)
	thief := ana.Copy()
	for request := range strings.Lines(`POST /api/account/tokens {"label":"x","scopes":["read"]}
POST /api/account/passkey-challenge {}
POST /api/account/passkeys {}
DELETE /api/account/passkeys/none
DELETE /api/account/sessions
DELETE /api/account/sessions/none
`) {
		words := append(strings.SplitN(strings.TrimSpace(request), " ", 3), "")
		if got := thief.Refusal(words[0], words[1], words[2]); got != "403 account.confirm.first" {
			t.Errorf("%s: %s", request, got)
		}
	}
	if got := thief.Refusal("POST", "/api/account/confirm", `{"password":"wrong horse"}`); got != "403 account.password.wrong" {
		t.Error(got)
	}
	ana.Must("POST", "/api/account/confirm", `{"password":"correct horse"}`)
	ana.Must("POST", "/api/account/tokens", `{"label":"x","scopes":["read"]}`)
	if got := thief.Refusal("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Errorf("once the user has confirmed: %s", got)
	}
	s.Clock.Advance(account.FreshFor)
	if got := ana.Refusal("POST", "/api/account/tokens", `{"label":"y","scopes":["read"]}`); got != "403 account.confirm.first" {
		t.Errorf("a while later: %s", got)
	}
}

func TestAUserWithoutAPasswordConfirmsByPasskey(t *testing.T) {
	s := open(t, generous)
	ana := s.member("Ana")
	u, err := s.Accounts.UserByName(t.Context(), "Ana")
	if err == nil {
		_, err = s.Accounts.Store.Change(t.Context(), u.ID, func(u *account.User) error { u.Password = ""; return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(account.FreshFor)
	for request, want := range map[string]string{
		`PUT /api/account/password {"old":"","new":"another horse"}`: "403 account.confirm.first",
		`POST /api/account/close {"password":""}`:                    "403 account.confirm.first",
		`POST /api/account/confirm {"password":""}`:                  "422 account.confirm.no-password",
		`POST /api/account/confirm/passkey {}`:                       "409 account.passkey.no-name",
	} {
		words := strings.SplitN(request, " ", 3)
		if got := ana.Refusal(words[0], words[1], words[2]); got != want {
			t.Errorf("%s: %s", request, got)
		}
	}
}
