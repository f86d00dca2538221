package flow

import (
	"strings"
	"unicode"
)

// wrap breaks a text at its spaces into lines no wider than width. A no-break space, such as before
// a French question mark, is part of its word. A wider word gets its own line.
func wrap(text string, width float64) (lines []string) {
	line := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' }) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && widthOf(longer) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	return append(lines, line)
}

// widthOf estimates a text's width in a sans-serif font, with some reserve, because the page
// chooses the font.
func widthOf(text string) float64 {
	em := 0.0
	for _, r := range text {
		switch {
		case strings.ContainsRune("iíîïljI.,:;!'’|()- \u00a0\u202f", r):
			em += 0.33
		case strings.ContainsRune("ftr", r):
			em += 0.4
		case strings.ContainsRune("mwMW—", r):
			em += 0.92
		case unicode.IsUpper(r):
			em += 0.7
		default:
			em += 0.58
		}
	}
	return em * fontSize
}
