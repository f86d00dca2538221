package charset

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Detection picks the charset that makes the bytes most likely. For each charset, a model gives
// every character its probability in records from that language. All models explain the same bytes,
// so their sums can be compared, as in a naive Bayes classifier.

// A model reads text in one charset, character by character.
type model struct {
	charset string
	prior   float64 // natural logarithm of the charset's share in all records
	// next returns the first character's size in bytes, its log probability and its class. before
	// is the preceding byte, last the preceding character's class.
	next func(s string, before byte, last class) (size int, p float64, what class)
	// The log probability that small ASCII letters and the charset's own letters meet: foreign
	// between words, glued within one.
	foreign, glued float64
}

// A class is a kind of character, as far as it affects the probability for the next one.
type class int

const (
	other class = iota // not a letter
	small              // a small ASCII letter
	capital
	ownSmall // a small or caseless letter that is not ASCII
	ownCapital
	ownCapitals // a capital after a capital
	wide        // a multibyte character
	halfWidth   // half-width katakana
)

// own reports whether c is a class for non-ASCII letters.
func (c class) own() bool { return c >= ownSmall }

// Log probabilities that all models share.
const (
	plainByte = -4.2  // an ASCII byte: one in about 64
	badByte   = -14.0 // an invalid byte; names cut in the middle have them
)

// models returns the models for all charsets that can be guessed. They are built on first use.
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
		latin("macintosh", 0.002, western),
		latin("IBM850", 0.002, western),
	}
	return all
})

// Bonuses added to the prior (logarithms): declaredPrior for the declared charset if some bytes
// contradict it, accidentPrior for UTF-8 if the text is valid but short, neighbourPrior for the
// charset of the other trees in the file.
const (
	declaredPrior  = 10
	accidentPrior  = 10
	neighbourPrior = 6
)

// detect returns the most likely charset for data, which holds bytes above 127. It adds much to the
// prior of the charset named favored. In a tree it discards a charset that changes the structure.
func (g guess) detect(data, favored string, much float64) *Charset {
	parts := sample(data)
	sums := map[string]float64{}
	for _, m := range models() {
		sum := m.prior
		if m.charset == favored {
			sum += much
		}
		if m.charset == g.likely {
			sum += neighbourPrior
		}
		for _, part := range parts {
			sum += m.read(part)
		}
		sums[m.charset] = sum
	}
	ranked := slices.Clone(models())
	slices.SortStableFunc(ranked, func(a, b model) int { return cmp.Compare(sums[b.charset], sums[a.charset]) })
	best := ranked[0].charset
	if g.tree {
		best = ranked[slices.IndexFunc(ranked, func(m model) bool { return keepsTree(data, m.charset) })].charset
	}
	if best == "windows-1252" && !hasControls(data) {
		best = "ISO-8859-1" // FF[4]'s default; equal to windows-1252 here
	}
	return charsets[best]
}

// keepsTree reports whether a charset keeps the structure that a tree has in a single-byte charset.
func keepsTree(data, charset string) bool {
	if splits[charset] == nil {
		return true // characters end with bytes above 127, so that no ASCII character is lost
	}
	return structureOf(charsets[charset].text(data).Text).keeps(structureOf(data))
}

// read returns the log probability of part.
func (m *model) read(part string) (sum float64) {
	last, letter := other, other // class of the last character; letter is small or ownSmall, from the last letter
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

// change returns the log probability that a character of class what follows the last character and
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

// classOf returns the class of an ASCII byte.
func classOf(c byte) class {
	switch {
	case c >= 'a' && c <= 'z':
		return small
	case c >= 'A' && c <= 'Z':
		return capital
	}
	return other
}

// sampleSize is how many bytes detection examines. around is how many bytes at most it includes
// before a non-ASCII byte.
const (
	sampleSize = 1 << 15
	around     = 256
)

// sample returns the lines in data that hold bytes above 127, or parts of them. It cuts only
// between characters, whatever the charset.
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

// hasControls reports whether data has bytes that are control characters in ISO-8859-1.
func hasControls(data string) bool {
	for i := range len(data) {
		if data[i] >= 0x80 && data[i] < 0xa0 {
			return true
		}
	}
	return false
}

// nextUTF8 is [model.next] for UTF-8. It tolerates invalid bytes.
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
