package moderation_test

import (
	"net/http"
	"strings"
	"testing"

	"rosette/server/account"
	"rosette/server/http/wire"
)

func TestWhoModeratesSignsInByPasskeyWhereTheOperatorWantsThat(t *testing.T) {
	s := open(t)
	s.API.StaffPasskeys = true
	for _, method := range []account.Method{account.ByPasskey, account.ByVerifiedPasskey, account.ByLink} {
		key, err := s.Accounts.BeginBy(t.Context(), s.users["Mod"].Actor(), "", method)
		if err != nil {
			t.Fatal(err)
		}
		s.browsers[string(method)] = s.Browser()
		s.browsers[string(method)].Cookies[wire.SessionCookie] = key
	}
	const needed = "must sign in with a passkey"
	for who, want := range map[string]string{"verified-passkey": "", "passkey": needed, "link": needed, "Mod": needed, "Boss": needed, "Ann": "Only moderators"} {
		status, detail := s.ask(who, "GET", "admin/people?name=x", "", nil)
		if (status == http.StatusOK) != (want == "") || !strings.Contains(detail, want) {
			t.Errorf("%s: %d %s", who, status, detail)
		}
	}
	s.API.StaffPasskeys = false
	if status, detail := s.ask("Mod", "GET", "admin/people?name=x", "", nil); status != http.StatusOK {
		t.Errorf("where the operator does not want that: %d %s", status, detail)
	}
}
