package i18n

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

// insteadOf lists words that a language does not use, because it has another for the same thing: by
// language, the word or words, then the replacement.
var insteadOf = map[string]map[string]string{
	"ht": {
		"pyè":           "wòch",
		"kaptire":       "pran",
		"chenn":         "chèn",
		"plato":         "tablo",
		"tab":           "tablo",
		"rozèt":         "wozèt",
		"segond":        "segonn",
		"salon":         "sal",
		"lavant piblik": "ankan ouvè",
		"pati ki konte": "pati klase",
		"nivo jwè":      "grad",
		"wòch pase":     "wòch pas",
		"de pase":       "de pas",
		"kat pase":      "kat pas",
		"demi pwen":     "mwatye pwen",
		"premye pase":   "premye pas",
		"dènye pase":    "dènye pas",
		"lòt pase":      "lòt pas",
	},
	"es": {
		"clasificatoria":  "puntuada",
		"clasificatorias": "puntuadas",
		"con puntuación":  "puntuada",
		"por puntos":      "puntuada",
		"prisionero":      "prisionera",
		"prisioneros":     "prisioneras",
	},
	"fr": {
		"capture":      "prend",
		"capturer":     "prendre",
		"capturée":     "prise",
		"capturées":    "prises",
		"cote":         "classement",
		"cotes":        "classements",
		"prisonnière":  "prisonnier",
		"prisonnières": "prisonniers",
	},
}

// whole returns an expression that matches a whole word in any case. \b does not work next to an
// accented letter.
func whole(word string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{M}])` + regexp.QuoteMeta(word) + `(?:$|[^\p{L}\p{M}])`)
}

func TestALanguageHasOneWordForAThing(t *testing.T) {
	for lang, words := range insteadOf {
		for _, word := range slices.Sorted(maps.Keys(words)) {
			found := whole(word)
			for key, forms := range flat(lang) {
				for form, text := range forms {
					if found.MatchString(text) {
						t.Errorf("%s %s %s has %q: write %q", lang, key, form, word, words[word])
					}
				}
			}
		}
	}
}

func TestAWordIsFoundAsAWhole(t *testing.T) {
	for text, want := range map[string]bool{
		"Pyè a":       true,
		"twa pyè.":    true,
		"« pyè »":     true,
		"de-pyè":      true,
		"pyèsonn":     false,
		"òpyè":        false,
		"èpyè, pyèj":  false,
		"pye":         false,
		"{n} PYÈ":     true,
		"pyè\u0301 a": false,
	} {
		if got := whole("pyè").MatchString(text); got != want {
			t.Errorf("pyè is in %q: %t, want %t", text, got, want)
		}
	}
}
