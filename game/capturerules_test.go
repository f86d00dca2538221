package game

import (
	"testing"

	"rosette/game/life"
)

func TestCaptureRulesFollowTheRules(t *testing.T) {
	for _, test := range []struct {
		rules Rules
		want  life.CaptureRules
	}{
		{Rules{}, life.AllowLibertyless},
		{Rules{Suicide: true}, life.AllowSuicide},
		{Rules{Libertyless: LibertylessForbidden}, life.ForbidLibertyless},
	} {
		if got := test.rules.CaptureRules(); got != test.want {
			t.Errorf("%+v is read as %d, want %d", test.rules, got, test.want)
		}
	}
}
