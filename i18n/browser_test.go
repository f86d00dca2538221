package i18n

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestTheBrowserGetsEveryTextOfItsAreasInOneOrder(t *testing.T) {
	for _, lang := range Languages() {
		areas := []string{"estimate", "color", "no-such-area"}
		data := Browser(lang, areas)
		slices.Reverse(areas)
		if again := Browser(lang, areas); string(data) != string(again) {
			t.Errorf("%s: %s, then %s", lang, data, again)
		}
		var got struct {
			Lang, Decimal string
			Texts         map[string]any
		}
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if got.Lang != lang || got.Decimal != localeOf(lang).decimal || len(got.Texts) != 4 || got.Texts["color.b"] != T(lang, "color.b", nil) {
			t.Errorf("%s: %+v", lang, got)
		}
	}
	if got := string(Browser("ht", []string{"color"})); got != `{"lang":"ht","decimal":",","texts":{"color.b":"Nwa","color.w":"Blan"}}` {
		t.Error(got)
	}
}

// partly has a language with missing texts.
var partly = catalogues{
	"en": {"a": {"a.x": {other: "X"}, "a.n": {one: "{n} stone", other: "{n} stones"}}},
	"fr": {"a": {}},
}

func TestATextThatALanguageLacksIsEnglishWithTheNumbersOfTheLanguage(t *testing.T) {
	for n, want := range map[float64]string{0: "0 stones", 1: "1 stone", 1.5: "1,5 stones"} { // French: 0 and 1.5 are singular
		if got := partly.text(localeOf("fr"), "a.n", Args{"n": n}); got != want {
			t.Errorf("%v gives %q, want %q", n, got, want)
		}
	}
	want := `{"lang":"fr","decimal":",","texts":{"a.n":{"lang":"en","one":"{n} stone","other":"{n} stones"},"a.x":"X"}}`
	if got := string(partly.browser(localeOf("fr"), []string{"a"})); got != want {
		t.Errorf("the browser gets %s, want %s", got, want)
	}
	if len(partly["en"]["a"]["a.n"]) != 2 {
		t.Error("the catalogue was changed")
	}
}
