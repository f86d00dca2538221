package game

import (
	"testing"

	"rosette/game/life"
)

func TestLifeIsReadByTheRulesOfTheGame(t *testing.T) {
	for _, test := range []struct {
		rules Rules
		want  life.Reading
	}{
		{Rules{}, life.Allow},
		{Rules{Suicide: true}, life.Suicide},
		{Rules{Libertyless: Forbid}, life.Forbid},
	} {
		if got := test.rules.Reading(); got != test.want {
			t.Errorf("%+v is read as %d, want %d", test.rules, got, test.want)
		}
	}
}
