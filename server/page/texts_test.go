package page

import (
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/i18n"
	"rosette/play/clock"
)

func TestEveryChoiceOfTheFormHasATitle(t *testing.T) {
	var keys []string
	for _, name := range game.Presets() {
		keys = append(keys, "ruleset."+name, "ruleset."+name+".about")
	}
	for _, f := range families {
		keys = append(keys, "ruleset.family."+f.Name)
	}
	for _, group := range clocks {
		keys = append(keys, "clock.speed."+string(group.Speed))
		for _, text := range group.Controls {
			keys = append(keys, "clock."+text)
			control, err := clock.ParseControl(text)
			if err != nil || control.Speed() != group.Speed {
				t.Errorf("%s is %q: %v", text, control.Speed(), err)
			}
		}
	}
	for _, way := range append([]string{"number"}, agreements...) {
		keys = append(keys, "page.home.komi."+way)
	}
	for _, c := range usualClocks {
		keys = append(keys, "clock.speed."+c.Field)
	}
	for _, l := range engine.Levels {
		keys = append(keys, "level."+l.Name+".title", "level."+l.Name+".short", "level."+l.Name+".about")
	}
	for _, key := range keys {
		if !i18n.Has(key) {
			t.Errorf("%s has no text", key)
		}
	}
}
