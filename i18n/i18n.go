// Package i18n implements the text catalogue: every text for players by language and key, plural
// forms, numbers, and language selection by tag or Accept-Language. The texts are in
// catalog/<language>/<area>.json. A text missing in a language is shown in the default language.
package i18n

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

// Args holds the values for a text's placeholders: {name} is replaced by Args["name"]. The argument
// n is a count and selects the plural form. Numbers are formatted for the language. A string "@"
// followed by a text's key stands for that text, so that arguments can be sent without a language.
type Args map[string]any

// Verbatim is an argument that is inserted unchanged, such as a person's name.
type Verbatim string

// locales are the catalogue's languages. The first is the default.
var locales = []locale{
	{tag: "en", plural: map[string]func(float64) bool{one: exactlyOne}, decimal: "."},
	{tag: "fr", plural: map[string]func(float64) bool{one: lessThanTwo}, decimal: ","},
	{tag: "es", plural: map[string]func(float64) bool{one: exactlyOne}, decimal: ","},
	{tag: "ht", decimal: ","}, // nouns do not change with number
	{tag: "de", plural: map[string]func(float64) bool{one: exactlyOne}, decimal: ","},
}

// locale is a language and its formats.
type locale struct {
	tag     string
	plural  map[string]func(n float64) bool // plural forms other than other, and the counts that use them
	decimal string                          // decimal separator
}

// Plural forms, by their Unicode CLDR names.
const (
	one   = "one"
	other = "other"
)

func exactlyOne(n float64) bool  { return n == 1 || n == -1 }
func lessThanTwo(n float64) bool { return n > -2 && n < 2 }

// pluralForm returns the plural form for a count.
func (t locale) pluralForm(n float64) string {
	for form, fits := range t.plural {
		if fits(n) {
			return form
		}
	}
	return other
}

var matcher = func() language.Matcher {
	var tags []language.Tag
	for _, t := range locales {
		tags = append(tags, language.MustParse(t.tag))
	}
	return language.NewMatcher(tags)
}()

// Languages returns all languages' tags, the default first.
func Languages() []string {
	var tags []string
	for _, t := range locales {
		tags = append(tags, t.tag)
	}
	return tags
}

// Complete returns the tags of languages with every area, the default first.
func Complete() (tags []string) {
	return Covering(slices.Collect(maps.Keys(load()[locales[0].tag]))...)
}

// Covering returns the tags of languages with these areas, the default first.
func Covering(areas ...string) (tags []string) {
	for _, t := range locales {
		if lacks := func(area string) bool { return !Covers(t.tag, area) }; !slices.ContainsFunc(areas, lacks) {
			tags = append(tags, t.tag)
		}
	}
	return tags
}

// Find returns the language for a tag such as "fr-CA". Ok is false if the catalogue lacks it.
func Find(tag string) (lang string, ok bool) {
	t, err := language.Parse(tag)
	if err != nil {
		return "", false
	}
	_, i, sure := matcher.Match(t)
	return locales[i].tag, sure >= language.High
}

// Match returns the best language for an Accept-Language header, or the default.
func Match(accept string) string {
	_, i := language.MatchStrings(matcher, accept)
	return locales[i].tag
}

// T returns the text for a key in a language with its arguments filled in. An unknown language
// means the default. A text missing in the language comes from the default language, with numbers
// formatted for the requested one. T returns an unknown key unchanged; tests find those.
func T(lang, key string, args Args) string {
	return load().text(localeOf(lang), key, args)
}

func (c catalogues) text(t locale, key string, args Args) string {
	forms, in := c.find(t, key)
	if forms == nil {
		return key
	}
	chosen := forms[other]
	if n, ok := number(args["n"]); ok {
		if counted, ok := forms[in.pluralForm(n)]; ok {
			chosen = counted
		}
	}
	return c.fill(t, chosen, args)
}

// Has reports whether the default language, and so every language, has a text for a key.
func Has(key string) bool { return load().has(key) }

func (c catalogues) has(key string) bool {
	found, _ := c.find(locales[0], key)
	return found != nil
}

// Covers reports whether a language has its own texts for an area. Otherwise they are shown in the
// default language.
func Covers(lang, area string) bool { return load()[localeOf(lang).tag][area] != nil }

// Number formats a number, with a typographic minus sign.
func Number(lang string, x float64) string { return localeOf(lang).number(x) }

// Decimal formats a number with a fixed number of decimals and a typographic minus sign.
func Decimal(lang string, x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-") // avoid −0
	}
	return strings.NewReplacer("-", "−", ".", localeOf(lang).decimal).Replace(text)
}

func localeOf(lang string) locale {
	for _, t := range locales {
		if t.tag == lang {
			return t
		}
	}
	return locales[0]
}

func (t locale) number(x float64) string {
	return strings.NewReplacer("-", "−", ".", t.decimal).Replace(strconv.FormatFloat(x, 'f', -1, 64))
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// fill replaces a text's placeholders by arguments formatted for a language. It does not expand
// placeholders in arguments.
func (c catalogues) fill(t locale, text string, args Args) string {
	return placeholder.ReplaceAllStringFunc(text, func(hole string) string {
		arg, ok := args[hole[1:len(hole)-1]]
		if !ok {
			return hole
		}
		if n, ok := number(arg); ok {
			return t.number(n)
		}
		if reference, ok := arg.(string); ok && strings.HasPrefix(reference, "@") && c.has(reference[1:]) {
			return c.text(t, reference[1:], nil)
		}
		return isolated(fmt.Sprint(arg))
	})
}

var rightToLeft = regexp.MustCompile(
	`[\x{590}-\x{8FF}\x{FB1D}-\x{FDFF}\x{FE70}-\x{FEFC}\x{10800}-\x{10FFF}\x{1E800}-\x{1EFFF}]`,
)

// isolated keeps right-to-left text, such as a person's name, from reordering the surrounding
// words.
func isolated(text string) string {
	if rightToLeft.MatchString(text) {
		return "\u2068" + text + "\u2069"
	}
	return text
}

// number returns the value of a numeric argument.
func number(arg any) (float64, bool) {
	switch n := arg.(type) {
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
