package regex

import (
	"strings"
	"syscall/js"
	"unicode/utf16"
	"unicode/utf8"
)

// A Regex is a compiled regular expression. Its methods are those of [regexp.Regexp].
type Regex struct{ compiled js.Value }

// MustCompile compiles an expression. It panics if the expression is invalid.
func MustCompile(expression string) *Regex {
	expression, folded := strings.CutPrefix(expression, "(?i)")
	flags := "gu"
	if folded {
		flags += "i"
	}
	return &Regex{js.Global().Get("RegExp").New(expression, flags)}
}

// exec returns the first match at or after an index in UTF-16 units, or null.
func (r *Regex) exec(text string, from int) js.Value {
	r.compiled.Set("lastIndex", from)
	return r.compiled.Call("exec", text)
}

// MatchString reports whether the text has a match.
func (r *Regex) MatchString(text string) bool { return !r.exec(text, 0).IsNull() }

// FindString returns the first match, or "".
func (r *Regex) FindString(text string) string {
	if match := r.exec(text, 0); !match.IsNull() {
		return match.Index(0).String()
	}
	return ""
}

// FindStringSubmatch returns the first match and its groups, or nil.
func (r *Regex) FindStringSubmatch(text string) (groups []string) {
	match := r.exec(text, 0)
	if match.IsNull() {
		return nil
	}
	for i := range match.Length() {
		group := ""
		if found := match.Index(i); !found.IsUndefined() {
			group = found.String()
		}
		groups = append(groups, group)
	}
	return groups
}

// FindStringIndex returns where the first match begins and ends, or nil.
func (r *Regex) FindStringIndex(text string) []int {
	match := r.exec(text, 0)
	if match.IsNull() {
		return nil
	}
	index := match.Get("index").Int()
	start := 0
	for ; index > 0; index-- {
		r, size := utf8.DecodeRuneInString(text[start:])
		index -= utf16.RuneLen(r) - 1
		start += size
	}
	return []int{start, start + len(match.Index(0).String())}
}

// FindAllString returns the first matches, at most that many. None may be empty.
func (r *Regex) FindAllString(text string, most int) (all []string) {
	for from := 0; len(all) < most; from = r.compiled.Get("lastIndex").Int() {
		match := r.exec(text, from)
		if match.IsNull() {
			break
		}
		all = append(all, match.Index(0).String())
	}
	return all
}
