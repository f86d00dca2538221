// Package i18n is what people read, in every language of the house: one
// catalogue a language, the plural forms each needs, and the choice of a
// language by what a person asked for or a browser wishes.
package i18n

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

// Args are what stands in the place of {name} in a text. An argument named n
// is a count and chooses the plural form.
type Args map[string]any

// locales are the languages of the house. The first is for who wishes none of
// them.
var locales = []locale{
	{tag: "en", plural: map[string]func(float64) bool{one: exactlyOne}, decimal: "."},
	{tag: "fr", plural: map[string]func(float64) bool{one: lessThanTwo}, decimal: ","},
	{tag: "es", plural: map[string]func(float64) bool{one: exactlyOne}, decimal: ","},
	{tag: "ht", decimal: ","}, // nouns do not change with number
}

// A locale is a language and how it counts.
type locale struct {
	tag     string
	plural  map[string]func(n float64) bool // the forms besides other, and for which counts
	decimal string                          // the sign between a number and its fraction
}

// The plural forms, as Unicode's CLDR names them.
const (
	one   = "one"
	other = "other"
)

func exactlyOne(n float64) bool  { return n == 1 || n == -1 }
func lessThanTwo(n float64) bool { return n > -2 && n < 2 }

// pluralForm returns which form a count takes.
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

// Languages returns the tags of all languages, the usual one first.
func Languages() []string {
	var tags []string
	for _, t := range locales {
		tags = append(tags, t.tag)
	}
	return tags
}

// Find returns the language that a tag such as "fr-CA" means, if it is one of
// the house's.
func Find(tag string) (lang string, ok bool) {
	t, err := language.Parse(tag)
	if err != nil {
		return "", false
	}
	_, i, sure := matcher.Match(t)
	return locales[i].tag, sure >= language.High
}

// Match returns the language that fits best what a browser wishes in its
// Accept-Language.
func Match(accept string) string {
	_, i := language.MatchStrings(matcher, accept)
	return locales[i].tag
}

// T returns the text of that key in the language, with its arguments in it. A
// key that no catalogue has comes back as it is; tests find those.
func T(lang, key string, args Args) string {
	t := localeOf(lang)
	forms, ok := load()[t.tag][key]
	if !ok {
		return key
	}
	text := forms[other]
	if n, ok := number(args["n"]); ok {
		if counted, ok := forms[t.pluralForm(n)]; ok {
			text = counted
		}
	}
	return t.fill(text, args)
}

// Number writes a number as the language does.
func Number(lang string, x float64) string { return localeOf(lang).number(x) }

// Decimal writes a number with so many decimals, as the language does and with a
// true minus.
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
	return strings.Replace(strconv.FormatFloat(x, 'f', -1, 64), ".", t.decimal, 1)
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// fill puts the arguments in; what an argument holds is never looked at again.
func (t locale) fill(text string, args Args) string {
	return placeholder.ReplaceAllStringFunc(text, func(hole string) string {
		arg, ok := args[hole[1:len(hole)-1]]
		if !ok {
			return hole
		}
		if n, ok := number(arg); ok {
			return t.number(n)
		}
		return fmt.Sprint(arg)
	})
}

// number tells whether an argument is one, and which.
func number(arg any) (float64, bool) {
	switch n := arg.(type) {
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
