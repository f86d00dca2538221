package moderators_test

import (
	"net/http"
	"strings"
	"testing"

	"rosette/account"
	"rosette/store/tables"
)

func TestWhoModeratesSignsInByPasskeyWhereTheOperatorWantsThat(t *testing.T) {
	s := open(t)
	s.group.StaffPasskeys = true
	accounts := account.NewService(tables.Accounts(s.kept), s.group.Now)
	key, err := accounts.BeginBy(t.Context(), s.users["Mod"].Actor(), "", account.ByPasskey)
	if err != nil {
		t.Fatal(err)
	}
	s.keys["by passkey"] = key
	for who, want := range map[string]string{"by passkey": "", "Mod": "signs in with a passkey", "Boss": "signs in with a passkey", "Ann": "Only moderators"} {
		status, detail := s.ask(who, "GET", "admin/people?name=x", "", nil)
		if (status == http.StatusOK) != (want == "") || !strings.Contains(detail, want) {
			t.Errorf("%s: %d %s", who, status, detail)
		}
	}
	s.group.StaffPasskeys = false
	if status, detail := s.ask("Mod", "GET", "admin/people?name=x", "", nil); status != http.StatusOK {
		t.Errorf("where the operator does not want that: %d %s", status, detail)
	}
}
