package i18n

import (
	"encoding/json"
	"fmt"
	"maps"
)

// Browser returns the texts in some areas for a browser, as JSON:
//
//	{"lang":"fr","decimal":",","texts":{"color.b":"Noir","event.undo":{"lang":"en","other":"…"}}}
//
// A key's value is a string, or an object of plural forms with the keys of Intl.PluralRules; other
// is always present. A text missing in the language comes from the default language; if it has
// plural forms, lang names that language, whose rule selects the form. The keys are sorted, so the
// same catalogue gives the same bytes. An unknown language means the default; an unknown area has
// no texts.
func Browser(lang string, areas []string) []byte {
	return load().browser(localeOf(lang), areas)
}

func (c catalogues) browser(t locale, areas []string) []byte {
	texts := map[string]any{}
	for _, area := range areas {
		for key := range c[locales[0].tag][area] {
			found, in := c.find(t, key)
			texts[key] = forBrowser(found, in.tag != t.tag, in)
		}
	}
	data, err := json.Marshal(struct {
		Lang    string         `json:"lang"`
		Decimal string         `json:"decimal"`
		Texts   map[string]any `json:"texts"`
	}{t.tag, t.decimal, texts})
	if err != nil {
		panic(fmt.Sprintf("i18n: %v", err)) // strings and maps of strings can always be encoded
	}
	return data
}

// forBrowser returns a text in the format of [Browser]. If it replaces a missing text, plural forms
// include their language.
func forBrowser(t text, standsIn bool, in locale) any {
	if len(t) == 1 {
		return t[other]
	}
	forms := maps.Clone(t)
	if standsIn {
		forms["lang"] = in.tag
	}
	return forms
}
