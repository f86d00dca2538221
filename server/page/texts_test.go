package page

import (
	"regexp"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/i18n"
	"rosette/play/clock"
)

// rawKey finds a key that a page shows because it has no text.
var rawKey = regexp.MustCompile(`[>"](?:api|board|clock|color|form|home|komi|level|page|rules|ruleset|shell)\.[a-z0-9.-]*[a-z0-9][<"]`)

func TestEveryPageIsInTheLanguageThatWasAskedForOrWhollyInEnglish(t *testing.T) {
	b := build(t).browser()
	game := "/games/" + b.open("board=square-9")
	for path, name := range map[string]string{"/": "home", "/rules": "rules", "/komi": "komi", "/no-such-page": "error", game: "match/game"} {
		for _, lang := range i18n.Languages() {
			want := emptyShell().Kind(name).Covering(lang)
			answer, text := b.do("GET", path, "", "Accept-Language", lang+";q=0.9,en;q=0.1")
			if !strings.Contains(text, `<html lang="`+want+`">`) {
				t.Errorf("%s in %s is %.60q", path, lang, text)
			}
			if strings.Contains(text, "/assets/words.") && !strings.Contains(text, "/assets/words."+want+".") {
				t.Errorf("%s in %s: the script gets texts of another language", path, lang)
			}
			if key := rawKey.FindString(text); key != "" {
				t.Errorf("%s in %s shows a key: %s", path, lang, key)
			}
			if path != "/no-such-page" && answer.Header.Get("Content-Language") != want {
				t.Errorf("%s in %s has the Content-Language %q", path, lang, answer.Header.Get("Content-Language"))
			}
		}
	}
	if answer, _ := b.do("GET", "/?lang=fr", ""); !strings.Contains(answer.Header.Get("Set-Cookie"), "lang=fr") {
		t.Error("the language that was chosen is not kept")
	}
	if !i18n.Covers("fr", "rules") || i18n.Covers("fr", "no-such-area") {
		t.Error("French covers the rules and nothing that does not exist")
	}
}

func TestEveryChoiceOfTheFormHasATitle(t *testing.T) {
	var keys []string
	for _, name := range game.Presets() {
		keys = append(keys, "ruleset."+name, "ruleset."+name+".about")
	}
	for _, f := range families {
		keys = append(keys, "ruleset.family."+f.Name)
	}
	for _, group := range clocks {
		if group.Speed != clock.NoSpeed {
			keys = append(keys, "clock.speed."+string(group.Speed))
		}
		for _, text := range group.Controls {
			keys = append(keys, "clock."+text)
			control, err := clock.ParseControl(text)
			if err != nil || control.Speed() != group.Speed {
				t.Errorf("%s is %q: %v", text, control.Speed(), err)
			}
		}
	}
	for _, way := range waysToKomi {
		keys = append(keys, "page.home.komi."+way)
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
