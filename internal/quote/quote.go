// Package quote clips untrusted text, such as a typed name or a value in a file, to fit in one line
// of an error message.
package quote

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Clip returns text or, if it needs more than most columns, as much of its beginning as fits,
// followed by "…". Characters count as in %q: a quotation mark, a backslash and a line feed take
// two columns, a zero byte four. The cost grows with most, not with the length of text.
func Clip(text string, most int) string {
	var escape [16]byte
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if strconv.IsPrint(r) && r != utf8.RuneError && r != '"' && r != '\\' {
			most--
		} else {
			most -= len(strconv.AppendQuote(escape[:0], text[i:i+size])) - len(`""`)
		}
		if most < 0 {
			return text[:i] + "…"
		}
		i += size
	}
	return text
}

// Printable formats text without the control characters that affect a terminal, except line feeds.
func Printable(format string, args ...any) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, fmt.Sprintf(format, args...))
}

// Plain is like Clip, but replaces each unprintable character by "�", for output without escaping:
// such a character could change the direction of the text after it.
func Plain(text string, most int) string {
	return strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, Clip(text, most))
}
