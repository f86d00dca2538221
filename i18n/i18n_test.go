package i18n

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// sameEverywhere are the texts that are the same in English and another
// language, because they are names or words that the languages share.
var sameEverywhere = map[string]string{
	"rules.word.ko.SIMPLE":     "fr es",
	"komi.points":              "fr",
	"rules.key.komi":           "fr es ht",
	"rules.komi.title":         "ht",
	"rules.word.suicide.false": "es",
	"rules.seki.title":         "es ht",
	"rules.key.handicap":       "fr",
	"rules.key.suicide":        "fr",
	"rules.sum.total":          "fr es ht",
}

func TestEveryLanguageHasEveryText(t *testing.T) {
	all := load()
	english := slices.Sorted(maps.Keys(all["en"]))
	for _, lang := range Languages() {
		if keys := slices.Sorted(maps.Keys(all[lang])); !slices.Equal(keys, english) {
			for _, key := range english {
				if all[lang][key] == nil {
					t.Errorf("%s has no %s", lang, key)
				}
			}
			for _, key := range keys {
				if all["en"][key] == nil {
					t.Errorf("%s has %s, which English lacks", lang, key)
				}
			}
		}
	}
}

func TestEveryTextHasThePluralFormsOfItsLanguageAndIsNotEmpty(t *testing.T) {
	for lang, texts := range load() {
		for key, forms := range texts {
			got := slices.Sorted(maps.Keys(forms))
			want := []string{other}
			if len(load()["en"][key]) > 1 {
				want = append(slices.Collect(maps.Keys(localeOf(lang).plural)), other)
				slices.Sort(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s %s has the forms %v, want %v", lang, key, got, want)
			}
			for form, text := range forms {
				if strings.TrimSpace(text) == "" || strings.TrimSpace(text) != text || strings.Contains(text, "  ") {
					t.Errorf("%s %s %s is %q: no text, or room where none belongs", lang, key, form, text)
				}
			}
		}
	}
}

func TestPlaceholdersAndParagraphsAreTheSameInEveryLanguage(t *testing.T) {
	shape := func(text string) string {
		holes := placeholder.FindAllString(text, -1)
		slices.Sort(holes)
		var lines []string
		for line := range strings.SplitSeq(text, "\n") {
			lines = append(lines, map[bool]string{true: "-", false: "p"}[strings.HasPrefix(line, "- ")])
		}
		return strings.Join(slices.Compact(holes), "") + " " + strings.Join(lines, "")
	}
	for key, english := range load()["en"] {
		want := shape(english[other])
		for _, lang := range Languages() {
			for form, text := range load()[lang][key] {
				if got := shape(text); got != want {
					t.Errorf("%s %s %s has %s, English has %s", lang, key, form, got, want)
				}
				if strings.Count(text, "*")%2 != 0 {
					t.Errorf("%s %s %s opens a * that it does not close", lang, key, form)
				}
			}
		}
	}
}

func TestNoTextWasLeftInEnglish(t *testing.T) {
	shared := map[string]bool{}
	for key, english := range load()["en"] {
		for _, lang := range Languages()[1:] {
			same := load()[lang][key][other] == english[other]
			if allowed := slices.Contains(strings.Fields(sameEverywhere[key]), lang); same != allowed {
				t.Errorf("%s %s is %q, in English %q; the list says same: %v", lang, key, load()[lang][key][other], english[other], allowed)
			}
			shared[key] = shared[key] || same
		}
	}
	for key := range sameEverywhere {
		if !shared[key] {
			t.Errorf("%s is on the list of what languages share, but they do not", key)
		}
	}
}

func TestAcceptLanguageSelectsTheBestLanguage(t *testing.T) {
	for accept, want := range map[string]string{
		"":                           "en",
		"fr":                         "fr",
		"fr-CA,fr;q=0.9,en;q=0.8":    "fr",
		"es-419,es;q=0.9":            "es",
		"ht":                         "ht",
		"ht-HT,fr;q=0.8":             "ht",
		"nl":                         "en",
		"nl;q=0.9,es;q=0.5,en;q=0.1": "es",
		"en;q=0.2,fr;q=0.7":          "fr",
		"*":                          "en",
		";;;=,q":                     "en",
		strings.Repeat("x", 5000):    "en",
	} {
		if got := Match(accept); got != want {
			t.Errorf("%.40q gets %s, want %s", accept, got, want)
		}
	}
}

func TestATagFindsALanguageOrNone(t *testing.T) {
	for tag, want := range map[string]string{"en": "en", "FR": "fr", "fr-CA": "fr", "es-AR": "es", "ht": "ht", "hat": "ht"} {
		if got, ok := Find(tag); got != want || !ok {
			t.Errorf("%s finds %q, %v, want %s", tag, got, ok, want)
		}
	}
	for _, tag := range []string{"", "nl", "zh-Hant", "english", "../fr", "de-CH"} {
		if got, ok := Find(tag); ok {
			t.Errorf("%q finds %s, wants none", tag, got)
		}
	}
}

func TestACountSelectsThePluralFormOfItsLanguage(t *testing.T) {
	for lang, want := range map[string][4]string{
		"en": {"other", "one", "other", "other"},
		"fr": {"one", "one", "one", "other"},
		"es": {"other", "one", "other", "other"},
		"ht": {"other", "other", "other", "other"},
	} {
		for i, n := range []float64{0, 1, 1.5, 2} {
			if got := localeOf(lang).pluralForm(n); got != want[i] {
				t.Errorf("%s %v takes the form %s, want %s", lang, n, got, want[i])
			}
		}
	}
}

func TestArgumentsAreFormattedAndNotExpanded(t *testing.T) {
	for _, test := range []struct {
		lang, text string
		args       Args
		want       string
	}{
		{"en", "{a} and {b}", Args{"a": "{b}", "b": 6.5}, "{b} and 6.5"},
		{"fr", "{n} points", Args{"n": 6.5}, "6,5 points"},
		{"es", "{n}", Args{"n": -3}, "-3"},
		{"en", "{unknown}", nil, "{unknown}"},
	} {
		if got := localeOf(test.lang).fill(test.text, test.args); got != test.want {
			t.Errorf("%s %q gives %q, want %q", test.lang, test.text, got, test.want)
		}
	}
	if got := T("fr", "no.such.key", nil); got != "no.such.key" {
		t.Errorf("an unknown key gives %q", got)
	}
}

func TestDecimalWritesTheDigitsAskedForAndAMinusSign(t *testing.T) {
	for _, test := range []struct {
		lang     string
		x        float64
		decimals int
		want     string
	}{
		{"en", 6, 1, "6.0"},
		{"en", -20.73, 1, "−20.7"},
		{"fr", 11.55, 0, "12"},
		{"es", 1.46, 1, "1,5"},
		{"ht", -0.04, 1, "0,0"},
		{"en", -0.4, 0, "0"},
		{"en", -0.5, 1, "−0.5"},
	} {
		if got := Decimal(test.lang, test.x, test.decimals); got != test.want {
			t.Errorf("%s writes %v with %d decimals as %q, want %q", test.lang, test.x, test.decimals, got, test.want)
		}
	}
}

func TestAnInvalidCatalogueIsAnError(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":"b","a":"c"}`: `"a" stands twice`,
		`{"a":3}`:           "a: ",
		`{"a":"b"`:          "EOF",
		``:                  "EOF",
	} {
		if _, err := read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
