// Package i18n implements the text catalogue: every text for players by language
// and key, plural forms, numbers, and the choice of a language by tag or by
// Accept-Language. The texts stand in catalog/<language>/<area>.json; a text that a
// language lacks is shown in the default language.
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

// Args are the values of the placeholders of a text: {name} is replaced by
// Args["name"]. The argument n is a count and selects the plural form. Numbers are
// written as the language does. A string that is "@" and the key of a text stands
// for that text, so that arguments can be sent without a language.
type Args map[string]any

// Verbatim is an argument that is written as it is, such as the name of a person.
type Verbatim string

// locales are the languages of the catalogue. The first is the default.
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
	plural  map[string]func(n float64) bool // the plural forms besides other, and the counts that take them
	decimal string                          // decimal separator
}

// Plural forms, by their names in Unicode CLDR.
const (
	one   = "one"
	other = "other"
)

func exactlyOne(n float64) bool  { return n == 1 || n == -1 }
func lessThanTwo(n float64) bool { return n > -2 && n < 2 }

// pluralForm returns the plural form of a count.
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

// Languages returns the tags of all languages, the default first.
func Languages() []string {
	var tags []string
	for _, t := range locales {
		tags = append(tags, t.tag)
	}
	return tags
}

// Complete returns the tags of the languages that have every area of the catalogue, the
// default first.
func Complete() (tags []string) {
	return Covering(slices.Collect(maps.Keys(load()[locales[0].tag]))...)
}

// Covering returns the tags of the languages that have these areas, the default first.
func Covering(areas ...string) (tags []string) {
	for _, t := range locales {
		if lacks := func(area string) bool { return !Covers(t.tag, area) }; !slices.ContainsFunc(areas, lacks) {
			tags = append(tags, t.tag)
		}
	}
	return tags
}

// Find returns the language of a tag such as "fr-CA"; ok is false if the catalogue
// does not have it.
func Find(tag string) (lang string, ok bool) {
	t, err := language.Parse(tag)
	if err != nil {
		return "", false
	}
	_, i, sure := matcher.Match(t)
	return locales[i].tag, sure >= language.High
}

// Match returns the language that fits an Accept-Language header best, the default
// if none does.
func Match(accept string) string {
	_, i := language.MatchStrings(matcher, accept)
	return locales[i].tag
}

// T returns the text of a key in a language with its arguments filled in. An
// unknown language means the default; so does a text that the language lacks, its
// numbers are still written as the language does. An unknown key is returned as it
// is; tests find those.
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

// Has reports whether the default language, and so every language, has a text for
// a key.
func Has(key string) bool { return load().has(key) }

func (c catalogues) has(key string) bool {
	found, _ := c.find(locales[0], key)
	return found != nil
}

// Covers reports whether a language has the texts of an area of its own. Where it has
// not, they are shown in the default language.
func Covers(lang, area string) bool { return load()[localeOf(lang).tag][area] != nil }

// Number formats a number, with a typographic minus sign.
func Number(lang string, x float64) string { return localeOf(lang).number(x) }

// Decimal formats a number with a fixed number of decimals and a typographic minus
// sign.
func Decimal(lang string, x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-") // there is no −0
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

// fill replaces the placeholders of a text in a language by arguments. Arguments are
// not searched for placeholders.
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

var rightToLeft = regexp.MustCompile(`[\x{590}-\x{8FF}\x{FB1D}-\x{FDFF}\x{FE70}-\x{FEFC}\x{10800}-\x{10FFF}\x{1E800}-\x{1EFFF}]`)

// isolated keeps a text that is written from right to left, such as the name of a person,
// from turning the words around it.
func isolated(text string) string {
	if rightToLeft.MatchString(text) {
		return "\u2068" + text + "\u2069"
	}
	return text
}

// number returns the value of an argument that is a number.
func number(arg any) (float64, bool) {
	switch n := arg.(type) {
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
