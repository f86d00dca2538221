package account

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

// checkLetters returns an error unless a name has letters, marks and digits from one script, and
// signs only in allowed places.
func (k NameKind) checkLetters(name []rune) error {
	if !k.allows(name) || !slices.ContainsFunc(name, unicode.IsLetter) {
		return k.refuse("account.name.letters")
	}
	for i, r := range name {
		switch {
		case k.title:
		case k.isSign(r) && !k.maySign(name, i):
			return k.refuse("account.name.sign")
		case i == 0 && !unicode.IsLetter(r):
			return k.refuse("account.name.start")
		}
	}
	if !usesOneScript(name) {
		return refuse("account.name.mixed")
	}
	return nil
}

func (k NameKind) isSign(r rune) bool { return strings.ContainsRune(k.signs, r) }

// maySign reports whether the sign at i stands between letters or digits; a period may
// also end a word.
func (k NameKind) maySign(name []rune, i int) bool {
	at := func(i int) bool { return i >= 0 && i < len(name) && name[i] != ' ' && !k.isSign(name[i]) }
	return at(i-1) && (at(i+1) || name[i] == '.')
}

// identifiers is the IdentifierClass of RFC 8264: letters, marks and digits without a compatibility
// decomposition. Joiners may stand only where the script needs them (RFC 5892, appendix A), such as
// after a virama or between Persian letters.
var identifiers = precis.NewIdentifier()

// maxMarks is the maximum number of consecutive nonspacing marks (UTS 39, 5.4).
const maxMarks = 4

// blank are letters and marks in the IdentifierClass without a glyph: joiners of Brahmi and
// Tifinagh, blanks among Egyptian hieroglyphs and the Khitan filler.
var blank = ranges(0x1107F, 0x1107F, 0x13441, 0x13442, 0x16FE4, 0x16FE4, 0x2D7F, 0x2D7F)

// allows reports whether all characters in a name are allowed.
func (k NameKind) allows(name []rune) bool {
	checked, marks := make([]rune, len(name)), 0
	for i, r := range name {
		if marks++; !unicode.Is(unicode.Mn, r) {
			marks = 0
		}
		space := r == ' ' && (k.words || k.title)
		switch {
		case r < unicode.MaxASCII && !space && !k.isSign(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r),
			unicode.Is(blank, r), marks > maxMarks, marks > 0 && i > 0 && r == name[i-1], isOverlay(r):
			return false
		case space || k.isSign(r):
			r = '-'
		case r == '\u0e33' || r == '\u0eb3': // NFKC decomposes the Thai and Lao vowel am: use its second half
			r--
		}
		checked[i] = r
	}
	_, err := identifiers.String(string(checked))
	return err == nil
}

// isOverlay reports whether a mark strikes a letter through.
func isOverlay(r rune) bool { return norm.NFC.PropertiesString(string(r)).CCC() == 1 }

// families are sets of scripts that are written together. A name may mix scripts only within a
// family.
var families = [][]string{{"Han", "Hiragana", "Katakana"}, {"Han", "Hangul"}}

// usesOneScript reports whether all letters in a name belong to one script or family.
func usesOneScript(name []rune) bool {
	var scripts []string
	for _, r := range name {
		if script := scriptOf(r); script != "" && !slices.Contains(scripts, script) {
			scripts = append(scripts, script)
		}
	}
	contains := func(family []string) bool {
		return !slices.ContainsFunc(scripts, func(s string) bool { return !slices.Contains(family, s) })
	}
	return len(scripts) <= 1 || slices.ContainsFunc(families, contains)
}

// scriptOf returns the script of a letter, mark or digit. It returns "" for characters that every
// script may use: ASCII digits, joiners, apostrophes and accents, and for everything that is not a
// letter, mark or digit.
func scriptOf(r rune) string {
	switch {
	case r == 'ー':
		return "Katakana"
	case unicode.Is(arabicMarks, r):
		return "Arabic"
	case !unicode.In(r, unicode.L, unicode.M, unicode.Nd):
		return ""
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			if name == "Common" || name == "Inherited" {
				return commonScript(r)
			}
			return name
		}
	}
	return "unknown"
}

// commonScript returns "" for a shared character that is allowed with every script. It returns
// "common" for others, such as tone letters, which no name can have.
func commonScript(r rune) string {
	if r <= '9' || isApostrophe(r) || unicode.Is(diacritics, r) {
		return ""
	}
	return "common"
}

var (
	// diacritics are the combining marks without a particular script, for Latin, Greek and Cyrillic
	// letters, for others by analogy, and for kana.
	diacritics = ranges(0x300, 0x36F, 0x1AB0, 0x1AFF, 0x1DC0, 0x1DFF, 0x3099, 0x309A)
	// arabicMarks are Arabic vowel signs and digits that Unicode assigns to several scripts.
	arabicMarks = ranges(0x64B, 0x655, 0x660, 0x669, 0x670, 0x670, 0x6F0, 0x6F9)
	// accents are the scripts and marks whose nonspacing marks are optional.
	accents = []*unicode.RangeTable{diacritics, arabicMarks, unicode.Hebrew, unicode.Arabic}
)

// isAccent reports whether keys ignore a mark. In most scripts of India and South East Asia marks
// are vowels and count.
func isAccent(r rune) bool { return unicode.Is(unicode.Mn, r) && unicode.In(r, accents...) }

// isApostrophe reports whether r is the letter apostrophe or the okina.
func isApostrophe(r rune) bool { return r == '\u02bc' || r == '\u02bb' }

// isJoiner reports whether r is a zero width joiner or non-joiner.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// digit returns the value of a decimal digit. A script's digits are consecutive.
func digit(r rune) byte {
	n := byte(0)
	for n < 9 && unicode.Is(unicode.Nd, r-1) {
		r--
		n++
	}
	return n
}

// earlier are the decomposed letters, digits and signs that early versions allowed in names. Their
// keys are stored and must not change.
var earlier = ranges(0x20, 0x7E, 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x131, 0x134, 0x13E, 0x141, 0x148, 0x14A, 0x17E, 0x1A0,
	0x1A1, 0x1AF, 0x1B0,
	0x218, 0x21B, 0x1EA0, 0x1EF9, 0x386, 0x386, 0x388, 0x3CE, 0x400, 0x45F, 0x490, 0x491, 0x1100, 0x11FF,
	0x3005, 0x3005, 0x3041, 0x3096, 0x30A1, 0x30FA, 0x30FC, 0x30FC, 0x4E00, 0x9FFF)

// ranges returns a table from pairs of inclusive bounds.
func ranges(bounds ...rune) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for pair := range slices.Chunk(bounds, 2) {
		t.R32 = append(t.R32, unicode.Range32{Lo: uint32(pair[0]), Hi: uint32(pair[1]), Stride: 1})
	}
	slices.SortFunc(t.R32, func(a, b unicode.Range32) int { return int(a.Lo) - int(b.Lo) })
	return t
}

// confusablesFile has a line "source target" in hexadecimal for each letter that looks like
// another. TestTheConfusablesOfUnicodeAreThoseOfNames can rewrite it.
//
//go:embed confusables.txt
var confusablesFile string

// confusables maps the letters in confusablesFile to the letters that they look like.
var confusables = sync.OnceValue(func() map[rune]string {
	all := map[rune]string{}
	for i, r := range []rune("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ") { // small capitals; the file lacks most of them
		if r > unicode.MaxASCII {
			all[r] = string('a' + rune(i))
		}
	}
	for line := range strings.Lines(confusablesFile) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		var letters []rune
		for _, field := range fields {
			n, err := strconv.ParseUint(field, 16, 32)
			if err != nil {
				panic(err) // a test checks the file
			}
			letters = append(letters, rune(n))
		}
		looks := strings.Map(func(r rune) rune {
			if isAccent(r) {
				return -1
			}
			return r
		}, norm.NFKD.String(string(letters[1:])))
		if _, known := all[letters[0]]; looks != "" && !known {
			all[letters[0]] = looks
		}
	}
	return all
})

// prototype returns the letter that r looks like: the look-alike for the small or capital form if
// it consists of earlier letters, else the look-alike for the small form, else the small form.
func prototype(r rune) string {
	small := unicode.ToLower(r)
	looks := confusables()[small]
	for _, known := range []string{looks, confusables()[unicode.ToUpper(r)]} {
		if known != "" && strings.IndexFunc(known, func(r rune) bool { return !unicode.Is(earlier, r) }) < 0 {
			return known
		}
	}
	if looks != "" {
		return looks
	}
	return string(small)
}
