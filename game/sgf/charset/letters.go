package charset

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// single returns the model for a single-byte charset. p returns the log probability of a non-ASCII
// character between two bytes.
func single(name string, probability float64, p func(r rune, last class, before, after byte) float64) model {
	table := charsets[name].coded.(*charmap.Charmap)
	next := func(s string, before byte, last class) (int, float64, class) {
		after := byte(0)
		if len(s) > 1 {
			after = s[1]
		}
		r := table.DecodeByte(s[0])
		what := other
		switch {
		case r == utf8.RuneError || unicode.IsControl(r):
			return 1, badByte, other
		case unicode.IsUpper(r) && (last == ownCapital || last == ownCapitals):
			what = ownCapitals
		case unicode.IsUpper(r):
			what = ownCapital
		case unicode.IsLetter(r):
			what = ownSmall
		}
		return 1, p(r, last, before, after), what
	}
	return model{charset: name, prior: math.Log(probability), next: next}
}

// marks lists the usual non-ASCII characters other than letters.
const marks = "«»„“”‘’–—…°·§½№€©®¿¡\u00a0"

// mark returns the log probability of a character that is not a letter in the language.
func mark(r rune) float64 {
	if strings.ContainsRune(marks, r) {
		return math.Log(0.02 / 20)
	}
	return math.Log(1e-7)
}

// russian returns the model for a Cyrillic charset.
func russian(name string, probability float64) model {
	share := shares(cyrillic)
	m := single(name, probability, func(r rune, last class, _, _ byte) float64 {
		f := share[unicode.ToLower(r)]
		if f == 0 {
			return mark(r)
		}
		part := 0.0
		switch isCapital := unicode.IsUpper(r); {
		case !last.own():
			part = 0.4
		case last == ownSmall && isCapital:
			part = 1e-3
		case last == ownCapital && isCapital:
			part = 0.1
		case last == ownCapitals && !isCapital:
			part = 0.02
		default:
			part = 0.8
		}
		return math.Log(f * part)
	})
	m.foreign, m.glued = math.Log(0.05), math.Log(1e-4)
	return m
}

// latin returns the model for a charset that adds letters to the Latin ones. In such languages most
// letters are ASCII, and the others stand between them.
func latin(name string, probability float64, letters string) model {
	share := shares(letters)
	return single(name, probability, func(r rune, last class, before, after byte) float64 {
		f := share[unicode.ToLower(r)]
		switch {
		case strings.ContainsRune("¿¡", r) && last != other:
			return math.Log(1e-5)
		case f == 0:
			return mark(r)
		}
		part := 0.0
		switch isCapital := unicode.IsUpper(r); {
		case last == small && isCapital, last == ownSmall && isCapital:
			part = 1e-4
		case last == capital && isCapital:
			part = 0.02
		case last == small || last == capital:
			part = 0.1
		case last == other:
			part = 0.02
		default:
			part = 0.01
		}
		return math.Log(f * part * neighbours(unicode.ToLower(r), before, after))
	})
}

// consonants lists the consonants among the added letters. ñ and ç occur only before vowels.
const consonants = "ñçßðþšžłśćżźńčřťďňđșț"

// neighbours returns a factor for a letter between two bytes, as far as these are ASCII letters:
// vowels and consonants tend to alternate.
func neighbours(r rune, before, after byte) float64 {
	fit := 1.0
	if !strings.ContainsRune(consonants, r) {
		for _, c := range []byte{before, after} {
			if isVowel(c) {
				fit *= 0.25
			}
		}
		return fit
	}
	if classOf(before) != other && !isVowel(before) {
		fit *= 0.35
	}
	switch consonant := classOf(after) != other && !isVowel(after); {
	case (r == 'ñ' || r == 'ç') && !isVowel(after) && after < 0x80:
		fit *= 0.05
	case consonant:
		fit *= 0.5
	}
	return fit
}

func isVowel(c byte) bool { return strings.IndexByte("aeiouyAEIOUY", c) >= 0 }

// shares returns each letter's relative frequency. In a list by frequency, it assumes that the
// frequency falls with the square of the distance from the end.
func shares(letters string) map[rune]float64 {
	all, n := map[rune]float64{}, float64(utf8.RuneCountInString(letters))
	sum, i := 0.0, 0.0
	for _, r := range letters {
		all[r] = (n - i) * (n - i)
		sum += all[r]
		i++
	}
	for r := range all {
		all[r] /= sum
	}
	return all
}
