package account

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Lengths of a name, in letters.
const (
	shortestName = 2
	longestName  = 20
)

// alphabets are the scripts of which a name may have the letters, of one of them only:
// a mixture is how one name is made to look like another. They are written from left
// to right, so that a name cannot turn the words beside it.
var alphabets = []*unicode.RangeTable{
	ranges('A', 'Z', 'a', 'z', 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x131, 0x134, 0x13E, 0x141, 0x148, 0x14A, 0x17E, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x218, 0x21B, 0x1EA0, 0x1EF9),
	ranges(0x400, 0x45F, 0x490, 0x491), // Cyrillic
	ranges(0x386, 0x386, 0x388, 0x3CE), // Greek
	ranges(0x3005, 0x3005, 0x3041, 0x3096, 0x30A1, 0x30FA, 0x30FC, 0x30FC, 0x4E00, 0x9FFF), // Chinese and Japanese
	ranges(0x4E00, 0x9FFF, 0xAC00, 0xD7A3),                                                 // Korean
}

// ranges returns the letters from each first to each second bound.
func ranges(bounds ...rune) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for pair := range slices.Chunk(bounds, 2) {
		t.R16 = append(t.R16, unicode.Range16{Lo: uint16(pair[0]), Hi: uint16(pair[1]), Stride: 1})
	}
	return t
}

// reserved are names that would pass for the server, for those who run it, or for
// nobody. They are compared by their keys.
var reserved = strings.Fields(`
	rosette computer engine system server host root owner operator staff team official support help info contact
	security abuse postmaster webmaster noreply api www mail anonymous anonyme anonimo nobody everyone everybody all
	here null nil undefined none deleted closed unknown you me black white noir blanc negro blanco nwa blan
	bot bots player user utilisateur usuario itilizate jwe juez referee arbitre arbitro
	daisy clover iris violet thistle peony lotus rosa gnugo katago leela alphago`)

// reservedParts are parts that no name may have, and reservedStarts are those with
// which none may begin: guests are called so.
var (
	reservedParts  = strings.Fields(`admin moderat moderad`)
	reservedStarts = strings.Fields(`guest invite invitado envite`)
)

// CheckName returns a name in its normal form, or a [Refusal] that says what a name
// must be.
func CheckName(name string) (string, error) {
	name = norm.NFC.String(strings.TrimSpace(name))
	switch n := utf8.RuneCountInString(name); {
	case !utf8.ValidString(name):
		return "", refuse("account.name.letters")
	case n < shortestName || n > longestName:
		return "", refuse("account.name.length", "least", shortestName, "most", longestName)
	}
	if err := checkLetters([]rune(name)); err != nil {
		return "", err
	}
	if isReserved(Key(name)) {
		return "", refuse("account.name.reserved")
	}
	return name, nil
}

// checkLetters returns an error unless a name is letters of one alphabet, digits, and
// single signs between them, and begins with a letter.
func checkLetters(name []rune) error {
	within := slices.Clone(alphabets)
	for i, r := range name {
		sign := r == '-' || r == '_'
		switch {
		case sign && (i == 0 || i == len(name)-1 || name[i-1] == '-' || name[i-1] == '_'):
			return refuse("account.name.sign")
		case sign || '0' <= r && r <= '9' && i > 0:
			continue
		case '0' <= r && r <= '9':
			return refuse("account.name.start")
		case !slices.ContainsFunc(alphabets, func(a *unicode.RangeTable) bool { return unicode.Is(a, r) }) || !unicode.IsLetter(r):
			return refuse("account.name.letters")
		}
		within = slices.DeleteFunc(within, func(a *unicode.RangeTable) bool { return !unicode.Is(a, r) })
		if len(within) == 0 {
			return refuse("account.name.mixed")
		}
	}
	return nil
}

func isReserved(key string) bool {
	is := func(word string) bool { return key == Key(word) }
	return slices.ContainsFunc(reserved, is) ||
		slices.ContainsFunc(reservedParts, func(part string) bool { return strings.Contains(key, Key(part)) }) ||
		slices.ContainsFunc(reservedStarts, func(start string) bool { return strings.HasPrefix(key, Key(start)) })
}

// lookAlikes are letters that look like others, as a capital or as a small letter, each
// with what stands for all of them in a key.
var lookAlikes = strings.NewReplacer(
	"-", "", "_", "",
	"i", "l", "1", "l", "ı", "l", "0", "o", "m", "rn", "w", "vv",
	"ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ø", "o", "ŧ", "t", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "p", "ŋ", "n", "ĸ", "k",
	// Cyrillic
	"а", "a", "в", "b", "ь", "b", "е", "e", "є", "e", "к", "k", "м", "rn", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t", "у", "y", "х", "x",
	"і", "l", "ѕ", "s", "ј", "j", "г", "r", "ѵ", "v", "ғ", "f", "ђ", "h", "ћ", "h", "ѡ", "vv", "п", "n", "и", "u", "з", "3", "ӏ", "l",
	// Greek
	"α", "a", "β", "b", "γ", "y", "ε", "e", "ζ", "z", "η", "n", "ι", "l", "κ", "k", "μ", "u", "ν", "v", "ο", "o", "ρ", "p", "σ", "o", "ς", "c",
	"τ", "t", "υ", "u", "χ", "x", "ω", "vv",
	// Chinese and Japanese
	"カ", "力", "ロ", "口", "ニ", "二", "ハ", "八", "エ", "工", "タ", "夕", "ト", "卜", "ー", "一", "ヘ", "へ", "リ", "り", "千", "チ", "三", "ミ",
)

// Key returns what of a name has to differ from all other names: not capitals,
// accents, signs or letters that look alike, and not the mark of bots.
func Key(name string) string {
	name = unmarked(name)
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
	return lookAlikes.Replace(plain)
}
