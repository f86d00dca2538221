package account

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// A NameKind has the rules for one kind of name. [NameKind.Check] applies them.
type NameKind struct {
	least, most int    // length in normal form, in code points
	signs       string // allowed besides letters and digits
	words       bool   // allow several words; no word may be a title such as "admin"
	title       bool   // allow signs anywhere, and a digit at the start
}

// The kinds of names.
var (
	UserName = NameKind{least: 2, most: 20, signs: "-_"}
	SeatName = NameKind{least: 1, most: 16, signs: "-_.'’", words: true}
	RoomName = NameKind{
		least: 1, most: 40, signs: "!\"#$%&'()*+,-./:;<=>?@[]^_{|}~’“”„«»‹›–—¡¿·…、。・「」！？（）：", title: true,
	}
)

// CheckName is [NameKind.Check] for [UserName].
func CheckName(name string) (string, error) { return UserName.Check(name) }

// Check returns the normal form of a name, or a [refusal.Error] with the rule that it breaks. The
// normal form is NFC with letters of the usual width, as in RFC 8265. Its length is counted in code
// points. Check does not find out whether the name is taken.
func (k NameKind) Check(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", k.refuse("account.name.letters")
	}
	name = norm.NFC.String(width.Fold.String(strings.TrimSpace(name)))
	if k.words || k.title {
		name = strings.Join(strings.Fields(name), " ")
	}
	if n := utf8.RuneCountInString(name); n < k.least || n > k.most {
		return "", refuse("account.name.length", "least", k.least, "most", k.most)
	}
	if err := k.checkLetters([]rune(name)); err != nil {
		return "", err
	}
	if k.reserves(name) {
		return "", refuse("account.name.reserved")
	}
	return name, nil
}

// refuse returns the refusal of a name for its letters or signs. User names and names with several
// words have their own texts.
func (k NameKind) refuse(code string) error {
	if k.words || k.title {
		return refuse("account.name.words")
	}
	return refuse(code)
}

// reserved are names that suggest the server, its staff or an anonymous user. They are compared by
// key.
var reserved = strings.Fields(`
	mail anonymous anonyme anonimo nobody everyone everybody all here null nil undefined none deleted closed
	unknown you me black white noir blanc negro blanco nwa blan
	player user utilisateur usuario itilizate jwe api www info help contact official
	daisy clover iris violet thistle peony lotus rosa margarita trébol violeta cardo peonía loto
	pâquerette trèfle violette chardon pivoine magrit trèf vyolèt chadon pivwàn lotis woza
	gänseblümchen klee veilchen distel pfingstrose
	gnugo katago leela alphago`)

// titles are reserved both as names and as words in a name.
var titles = strings.Fields(`
	rosette computer engine system server host root owner operator staff team support security abuse
	postmaster webmaster noreply bot bots judge juez referee arbitre arbitro`)

// reservedParts may not occur in any name. reservedStarts may not begin a name.
var (
	reservedParts  = strings.Fields(`admin moderat moderad админ модерат 管理 版主 運營 운영자 관리자 管理者 モデレーター مشرف مدير מנהל`)
	reservedStarts = strings.Fields(`guest invite invitado envite`)
)

// keysOf returns the words' keys.
func keysOf(words []string) []string {
	keys := make([]string, len(words))
	for i, word := range words {
		keys[i] = Key(word)
	}
	return keys
}

// reservedKeys are the keys of the reserved words.
var reservedKeys = sync.OnceValue(func() (keys struct{ names, titles, parts, starts, plants []string }) {
	keys.names = keysOf(reserved)
	keys.titles = keysOf(titles)
	keys.parts = keysOf(reservedParts)
	keys.starts, keys.plants = keysOf(reservedStarts), keysOf(plants)
	return keys
})

// reserves reports whether a name is reserved. A name without a key is reserved too.
func (k NameKind) reserves(name string) bool {
	key, keys := Key(name), reservedKeys()
	is := func(whole string) func(string) bool { return func(word string) bool { return word == whole } }
	switch {
	case key == "", slices.ContainsFunc(keys.names, is(key)), slices.ContainsFunc(keys.titles, is(key)),
		isGuestName(key, keys.plants),
		slices.ContainsFunc(keys.parts, func(part string) bool { return strings.Contains(key, part) }):
		return true
	case k.title:
		return false
	case slices.ContainsFunc(keys.starts, func(start string) bool { return strings.HasPrefix(key, start) }):
		return true
	}
	return slices.ContainsFunc(strings.Fields(name),
		func(word string) bool { return slices.ContainsFunc(keys.titles, is(Key(word))) })
}

// isGuestName reports whether a key belongs to a plant, with or without a number.
func isGuestName(key string, plants []string) bool {
	const digits = "23456789lo" // 1 and 0 look like letters
	return slices.ContainsFunc(plants, func(plant string) bool {
		number, ok := strings.CutPrefix(key, plant)
		return ok && strings.Trim(number, digits) == ""
	})
}

// Key returns the part of a name that must be unique. It ignores capitals, accents, signs, spaces,
// the bot suffix, and differences between letters that look alike. Two names with the same key
// count as equal.
//
// Latin, Cyrillic, Greek, Chinese, Japanese and Korean letters have keys from lookAlikes, which
// cannot change because keys are stored. Other letters have keys from the confusable characters of
// Unicode (UTS 39).
func Key(name string) string {
	var b strings.Builder
	writeKey(&b, trimBotMark(name), 0)
	return lookAlikes.Replace(b.String())
}

// maxSteps bounds the repeated use of the confusables table. Its targets may be capitals or digits
// that are confusable themselves.
const maxSteps = 4

func writeKey(b *strings.Builder, text string, steps int) {
	for _, r := range norm.NFKD.String(text) {
		switch {
		case r == ' ' || unicode.IsPunct(r) || unicode.IsSymbol(r) || isApostrophe(r) || isJoiner(r) || isAccent(r):
		case unicode.Is(earlier, r):
			b.WriteRune(unicode.ToLower(r))
		case unicode.Is(unicode.Nd, r):
			b.WriteByte('0' + digit(r))
		default:
			if looks := prototype(r); looks == string(r) || steps == maxSteps {
				b.WriteString(looks)
			} else {
				writeKey(b, looks, steps+1)
			}
		}
	}
}

// lookAlikes maps letters that look alike, as capital or small letters, to one representative.
var lookAlikes = strings.NewReplacer(
	"-", "", "_", "",
	"i", "l", "1", "l", "ı", "l", "0", "o", "m", "rn", "w", "vv",
	"ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ø", "o", "ŧ", "t", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "p", "ŋ", "n",
	"ĸ", "k",
	// Cyrillic
	"а", "a", "в", "b", "ь", "b", "е", "e", "є", "e", "к", "k", "м", "rn", "н", "h", "о", "o", "р", "p", "с", "c", "т",
	"t", "у", "y", "х", "x",
	"і", "l", "ѕ", "s", "ј", "j", "г", "r", "ѵ", "v", "ғ", "f", "ђ", "h", "ћ", "h", "ѡ", "vv", "п", "n", "и", "u", "з",
	"3", "ӏ", "l",
	// Greek
	"α", "a", "β", "b", "γ", "y", "ε", "e", "ζ", "z", "η", "n", "ι", "l", "κ", "k", "μ", "u", "ν", "v", "ο", "o", "ρ",
	"p", "σ", "o", "ς", "c",
	"τ", "t", "υ", "u", "χ", "x", "ω", "vv",
	// Chinese and Japanese
	"カ", "力", "ロ", "口", "ニ", "二", "ハ", "八", "エ", "工", "タ", "夕", "ト", "卜", "ー", "一", "ヘ", "へ", "リ", "り", "千", "チ", "三",
	"ミ",
)
