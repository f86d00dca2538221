package account

import (
	"errors"
	"testing"

	"rosette/server/refusal"
)

func TestATokenPermitsItsScopes(t *testing.T) {
	token := Identity{Token: true, Scopes: []Scope{ScopeRead, ScopeChat}}
	for scope, want := range map[Scope]*refusal.Error{
		ScopeRead: nil, ScopeChat: nil, ScopePlay: ErrNoScope, "": ErrNotForAny,
	} {
		if err := token.Permit(scope); !errors.Is(err, want) && (err != nil || want != nil) {
			t.Errorf("the token in scope %q: %v, want %v", scope, err, want)
		}
		if err := (Identity{}).Permit(scope); err != nil {
			t.Errorf("a session in scope %q: %v", scope, err)
		}
	}
}

func TestAModeratorHasTheRoleInASessionOnly(t *testing.T) {
	staff := Identity{User: User{ID: "ada", Details: Details{Role: Moderator}}}
	token, verified := staff, staff
	token.Token = true
	verified.Session.Method = ByVerifiedPasskey
	for _, test := range []struct {
		identity Identity
		passkeys bool
		demoted  string
	}{
		{staff, false, ""},
		{staff, true, "moderation.refused.no-passkey"},
		{verified, true, ""},
		{token, false, "account.token.nothing"},
		{Identity{User: User{ID: "bob"}}, true, ""},
	} {
		v := VisitorOf(test.identity, test.passkeys)
		moderates := test.identity.User.Moderates() && test.demoted == ""
		if v.Demoted != test.demoted || v.User.Moderates() != moderates {
			t.Errorf("%+v with passkeys %t: %q, moderates %t", test.identity, test.passkeys, v.Demoted, v.User.Moderates())
		}
	}
}
