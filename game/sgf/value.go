package sgf

import (
	"fmt"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// Text converts a raw Text value to text: it resolves escapes, removes soft line breaks, and turns
// every line break into "\n" and every other white space into a blank.
func Text(raw string) string { return unescape(raw, '\n') }

// SimpleText converts a raw SimpleText value to text: like [Text], but line breaks become blanks.
func SimpleText(raw string) string { return unescape(raw, ' ') }

func unescape(raw string, lineBreak byte) string {
	if !strings.ContainsAny(raw, "\\\n\r\t\v\f") {
		return raw
	}
	var out strings.Builder
	out.Grow(len(raw))
	for i := 0; i < len(raw); {
		escaped := raw[i] == '\\'
		if escaped {
			if i++; i == len(raw) {
				break
			}
		}
		n := newline(raw[i:])
		switch c := raw[i]; {
		case n > 0 && escaped: // drop a soft line break
		case n > 0:
			out.WriteByte(lineBreak)
		case c == '\t' || c == '\v' || c == '\f':
			out.WriteByte(' ')
		default:
			out.WriteByte(c)
		}
		i += max(n, 1)
	}
	return out.String()
}

var escapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// Escape converts text to a raw value.
func Escape(text string) string { return escapes.Replace(text) }

// EscapePart converts text to one part of a composed value, such as in LB, with colons escaped too.
func EscapePart(text string) string { return strings.ReplaceAll(Escape(text), ":", `\:`) }

// Split splits a raw composed value at its colon. Without a colon, whole is true and first is the
// whole value.
func Split(raw string) (first, second string, whole bool) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:], false
		}
	}
	return raw, "", true
}

// Number parses an integer, with or without a sign.
func Number(raw string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(raw))
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number", quote.Clip(raw, 24))
	}
	return n, nil
}

// Real parses a number such as 6.5, or 6,5 as some programs write it.
func Real(raw string) (float64, error) {
	text := strings.Replace(strings.TrimSpace(raw), ",", ".", 1)
	for i, c := range text { // ParseFloat also accepts NaN, hexadecimal and more
		if (c < '0' || c > '9') && c != '.' && (i > 0 || c != '-' && c != '+') {
			return 0, fmt.Errorf("%q is not a number such as 6.5", quote.Clip(raw, 24))
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number such as 6.5", quote.Clip(raw, 24))
	}
	return x + 0, nil // 0 rather than -0
}

// Double parses 1 (normal) or 2 (emphasized).
func Double(raw string) (int, error) {
	switch strings.TrimSpace(raw) {
	case "1":
		return 1, nil
	case "2":
		return 2, nil
	}
	return 0, fmt.Errorf("%q is not a double; use 1 or 2", quote.Clip(raw, 24))
}

// Color parses B or W, and black, white, 1 and 2 as in FF[3] and older files.
func Color(raw string) (board.Color, error) {
	switch strings.ToLower(strings.TrimSpace(raw)) {
	case "b", "black", "1":
		return board.Black, nil
	case "w", "white", "2":
		return board.White, nil
	}
	return board.Empty, fmt.Errorf("%q is not a colour; use B or W", quote.Clip(raw, 24))
}

func itoa(n int) string { return strconv.Itoa(n) }
