// Package quote shortens text from outside, such as a name that was typed or a
// value in a file, so that it can stand in one line of an error message.
package quote

import (
	"strconv"
	"unicode/utf8"
)

// Clip returns text, or if %q would write it in more than most columns, as much
// of its beginning as fits and "…" behind. What %q escapes takes the columns of
// the escape: "\n" two and "\x00" four. The cost grows with most, not with the
// length of text.
func Clip(text string, most int) string {
	var quoted [16]byte
	for i := 0; i < len(text); {
		_, size := utf8.DecodeRuneInString(text[i:])
		most -= utf8.RuneCount(strconv.AppendQuote(quoted[:0], text[i:i+size])) - len(`""`)
		if most < 0 {
			return text[:i] + "…"
		}
		i += size
	}
	return text
}
