package charset

import (
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A guess at a charset asks which one makes the bytes most likely. A model knows
// for each character of its charset how probable it is in the records of its
// language. All models explain the same bytes, so their sums can be compared,
// as a naive Bayes classifier does.

// A model reads text in one charset, character by character.
type model struct {
	charset string
	prior   float64 // natural logarithm of how frequent the charset is in records
	// next returns how many bytes the first character of s takes, the logarithm of
	// its probability, and what it is. Before it stand a byte, and the last character.
	next func(s string, before byte, last class) (size int, p float64, what class)
	// Logarithms of what a change between small letters of ASCII and its own
	// characters costs: between words, and within one.
	foreign, glued float64
}

// A class is what matters of a character to the next one.
type class int

const (
	other class = iota // no letter
	small              // a small letter of ASCII
	capital
	ownSmall // a small letter that is not ASCII, or one that is neither small nor capital
	ownCapital
	ownCapitals // a capital after a capital
	wide        // a character of several bytes
	halfWidth   // katakana of half the width
)

// own reports whether a class is of letters that are not ASCII.
func (c class) own() bool { return c >= ownSmall }

// Logarithms of the probabilities that all models share.
const (
	plainByte = -4.2  // a byte of ASCII: of some 64
	badByte   = -14.0 // one that cannot stand there; names cut in two have them
)

// models are those of all charsets that are guessed. They are made at the first
// file whose charset has to be guessed.
var models = sync.OnceValue(func() []model {
	all := []model{
		{charset: "UTF-8", prior: -6, next: nextUTF8},
		multibyte("GB18030", 0.4, simplified, gb18030),
		multibyte("EUC-KR", 0.16, koreanText, eucKR),
		multibyte("Shift_JIS", 0.16, japaneseText, shiftJIS),
		multibyte("Big5", 0.1, traditional, big5),
		multibyte("EUC-JP", 0.02, japaneseText, eucJP),
		latin("windows-1252", 0.14, western),
		latin("windows-1250", 0.03, central),
		russian("windows-1251", 0.05),
		russian("KOI8-R", 0.005),
	}
	return all
})

// What is added to the prior of the charset that a file names, though the bytes
// contradict it somewhere, and to that of UTF-8 where the bytes are few and valid.
const (
	declaredPrior = 10
	accidentPrior = 10
)

// detect returns the charset that is most likely. The text holds bytes above 127.
// Much is added to the prior of a charset that is likely for another reason.
func detect(data, likely string, much float64) *Charset {
	parts := sample(data)
	best, most := "", math.Inf(-1)
	for _, m := range models() {
		sum := m.prior
		if m.charset == likely {
			sum += much
		}
		for _, part := range parts {
			sum += m.read(part)
		}
		if sum > most {
			best, most = m.charset, sum
		}
	}
	if best == "windows-1252" && !hasControls(data) {
		best = "ISO-8859-1" // the default of FF[4], which is the same there
	}
	return charsets[best]
}

// read returns the logarithm of the probability of a part of a text.
func (m *model) read(part string) (sum float64) {
	last, letter := other, other // the last character; small or ownSmall for the last letter in this value
	before := byte(0)
	for part != "" {
		size := 1
		p := plainByte
		what := classOf(part[0])
		if part[0] >= 0x80 {
			size, p, what = m.next(part, before, last)
		}
		sum += p + m.change(last, letter, what)
		switch {
		case what.own():
			letter = ownSmall
		case what == small:
			letter = small
		case part[0] == '[' || part[0] == ']':
			letter = other
		}
		before = part[size-1]
		last = what
		part = part[size:]
	}
	return sum
}

// change returns what it costs that a character follows others: the last one, and
// the last letter.
func (m *model) change(last, letter, what class) float64 {
	switch {
	case what == small && last.own(), what.own() && last == small:
		return m.glued
	case what == small && letter.own(), what.own() && letter == small:
		return m.foreign
	}
	return 0
}

// classOf returns the class of a byte of ASCII.
func classOf(c byte) class {
	switch {
	case c >= 'a' && c <= 'z':
		return small
	case c >= 'A' && c <= 'Z':
		return capital
	}
	return other
}

// sampleSize is how many bytes are looked at, and around how many of them at most
// stand before the first that is not ASCII.
const (
	sampleSize = 1 << 15
	around     = 256
)

// sample returns the lines of a text that hold bytes above 127, or parts of them:
// it cuts the text only where no charset has the middle of a character.
func sample(data string) (parts []string) {
	for left := sampleSize; left > 0; {
		at := strings.IndexFunc(data, func(r rune) bool { return r >= 0x80 })
		if at < 0 {
			return parts
		}
		from, to := at, at
		for from > 0 && data[from-1] >= ' ' && at-from < around {
			from--
		}
		for from < at && data[from] >= '0' {
			from++
		}
		for to < len(data) && data[to] >= ' ' && to-from < left {
			to++
		}
		parts = append(parts, data[from:to])
		left -= to - from
		data = data[to:]
	}
	return parts
}

// hasControls reports whether a text has bytes that are control characters in
// ISO-8859-1.
func hasControls(data string) bool {
	for i := range len(data) {
		if data[i] >= 0x80 && data[i] < 0xa0 {
			return true
		}
	}
	return false
}

// nextUTF8 reads a character of a text of which most is UTF-8.
func nextUTF8(s string, _ byte, _ class) (int, float64, class) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size <= 1:
		return 1, badByte, other
	case size > 2:
		return size, -8, ownSmall
	case strings.ContainsRune(marks, r) || strings.ContainsRune(western+central+cyrillic, unicode.ToLower(r)):
		return size, -6, ownSmall
	}
	return size, -13, ownSmall
}
