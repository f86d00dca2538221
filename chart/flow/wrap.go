package flow

import (
	"strings"
	"unicode"
)

// wrap breaks a text between words into lines that are at most so wide. A word that
// is wider has a line of its own.
func wrap(text string, width float64) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && widthOf(longer) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	return append(lines, line)
}

// widthOf estimates the width of a text in a font without serifs, a little
// generously, because the page chooses the font.
func widthOf(text string) float64 {
	em := 0.0
	for _, r := range text {
		switch {
		case strings.ContainsRune("iíîïljI.,:;!'’|()- ", r):
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
