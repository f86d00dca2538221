package account_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rosette/engine"
	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/refusal"
)

func TestANameHasTheLettersOfAnyScript(t *testing.T) {
	for _, name := range []string{
		"გეთი", "Հայկ", "தமிழ்", "አበበ", // Georgian, Armenian, Tamil, Ethiopic
		"สมชาย", "คำแก้ว", "दीपिका", "अनुष्का", "דוד", "שָׁלוֹם", "عمر", "مُحَمَّد",
		"ဇော်", "ភូមិ", "ຄຳ", "ᏣᎳᎩ", "ⵜⵉⴼⵉ", "𞤀𞤣𞤤𞤢𞤥", "ሰላም", "ಕನ್ನಡ", "മലയാളം", "ශ්\u200dරී", "ਪੰਜਾਬ",
		"می\u200cنا", "علی۲", "ʻIolani", "Oʻzbek", "ẹ́kọ́", "g\u0303uara", "Şəhla", "Ɓala", "Đặng", "クラーク", "中村ー", "カラス七",
	} {
		for _, kind := range []account.NameKind{account.UserName, account.SeatName} { // accounts and guests
			got, err := kind.Check(name)
			if err != nil || got != norm.NFC.String(name) {
				t.Errorf("%q: %q, %v", name, got, err)
			}
		}
	}
}

// In every Unicode script three letters make a name, and no name mixes two scripts except those
// that are written together.
func TestEveryScriptHasNamesAndNoNameHasTwoScripts(t *testing.T) {
	names := map[string]string{}
	for script, table := range unicode.Scripts {
		if script == "Common" || script == "Inherited" {
			continue
		}
		var letters []rune
		hasLetters := false
		eachOf(table, func(r rune) {
			if len(letters) == 3 || !unicode.IsLetter(r) {
				return
			}
			hasLetters = true
			if _, err := account.CheckName(string([]rune{r, r})); err == nil {
				letters = append(letters, r)
			}
		})
		if !hasLetters { // Braille and SignWriting
			continue
		}
		if len(letters) < 2 {
			t.Errorf("%s: only %q can stand in a name", script, string(letters))
			continue
		}
		names[script] = string(letters)
		if got, err := account.CheckName(string(letters)); err != nil || got != string(letters) {
			t.Errorf("%s: %q: %q, %v", script, string(letters), got, err)
		}
	}
	written := func(a, b string) bool {
		japanese := "Han Hiragana Katakana"
		return a == b || strings.Contains(japanese, a) && strings.Contains(japanese, b) || a+b == "HanHangul" || a+b == "HangulHan"
	}
	for a, one := range names {
		for b, other := range names {
			if _, err := account.CheckName(one + other); (err == nil) != written(a, b) {
				t.Errorf("%s and %s: %q: %v", a, b, one+other, err)
			}
		}
	}
}

func eachOf(table *unicode.RangeTable, see func(rune)) {
	for _, r := range table.R16 {
		for c := int(r.Lo); c <= int(r.Hi); c += int(r.Stride) {
			see(rune(c))
		}
	}
	for _, r := range table.R32 {
		for c := int(r.Lo); c <= int(r.Hi); c += int(r.Stride) {
			see(rune(c))
		}
	}
}

func TestANameIsCountedInItsNormalForm(t *testing.T) {
	decomposed := strings.Repeat("e\u0301", 16)
	for _, kind := range []account.NameKind{account.UserName, account.SeatName, account.RoomName} {
		if got, err := kind.Check(decomposed); err != nil || got != strings.Repeat("é", 16) {
			t.Errorf("%q, %v", got, err)
		}
	}
	if _, err := account.SeatName.Check(strings.Repeat("é", 17)); err == nil {
		t.Error("17 letters are a name of a seat")
	}
}

func TestNamesOfSeatsAndRoomsAreChecked(t *testing.T) {
	for _, c := range []struct {
		kind       account.NameKind
		name, want string
	}{
		{account.SeatName, " Ann  Lee ", "Ann Lee"},
		{account.SeatName, "A", "A"},
		{account.SeatName, "O'Neil Jr.", "O'Neil Jr."},
		{account.SeatName, "A. B.", "A. B."},
		{account.SeatName, "<b>x</b>", "account.name.words"},
		{account.SeatName, "buy at e.example", "buy at e.example"},
		{account.SeatName, "Ann BOT", "account.name.reserved"},
		{account.SeatName, "Ann bot", "account.name.reserved"},
		{account.SeatName, "Ann ВОТ", "account.name.mixed"},
		{account.SeatName, "ВОТ", "account.name.reserved"}, // Cyrillic
		{account.SeatName, "The Admin", "account.name.reserved"},
		{account.SeatName, "The a d m i n", "account.name.reserved"},
		{account.SeatName, "Moderator", "account.name.reserved"},
		{account.SeatName, "Computer", "account.name.reserved"},
		{account.SeatName, "Guest 4f2a", "account.name.reserved"},
		{account.SeatName, "Ann BOT.", "account.name.reserved"},
		{account.SeatName, "Rosette.", "account.name.reserved"},
		{account.SeatName, "A.d'm’in", "account.name.reserved"},
		{account.SeatName, "Gu.est", "account.name.reserved"},
		{account.SeatName, "Acacia. 2", "account.name.reserved"},
		{account.SeatName, "ǃǃ", "account.name.reserved"}, // letters that all look like signs
		{account.SeatName, "Ann\u200b", "account.name.words"},
		{account.SeatName, "\u202eAnn", "account.name.words"},
		{account.SeatName, "Аnn", "account.name.mixed"}, // Cyrillic
		{account.RoomName, "9x9 for beginners, every day!", "9x9 for beginners, every day!"},
		{account.RoomName, "囲碁の部屋 (初心者)", "囲碁の部屋 (初心者)"},
		{account.RoomName, "Computer Go", "Computer Go"},
		{account.RoomName, "Admins", "account.name.reserved"},
		{account.RoomName, "Rosette", "account.name.reserved"},
		{account.RoomName, "(Rosette!)", "account.name.reserved"},
		{account.RoomName, "Rоsette fans", "account.name.mixed"}, // Cyrillic
		{account.RoomName, "!!!", "account.name.words"},
		{account.RoomName, "", "account.name.length"},
	} {
		got, err := c.kind.Check(c.name)
		if err != nil {
			got = refusal.Of(err).Code
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestLettersOfEveryScriptThatLookAlikeHaveOneKey(t *testing.T) {
	for _, alike := range []string{
		"ab ɑb", "Tea ТЕА ᎢᎬᎪ ΤΕΑ", "Boss Bоsѕ ВОՏՏ", "oo օօ ০০ ഠഠ", "admin аdmіn", "ana ᴀnᴀ",
		"علی علي", "mina ɱina", "ꭺa ᎪA", "١٢ ۱۲ 12", "Boss B.oss B'o’ss. Bossʼ Bossǃ",
	} {
		words := strings.Fields(alike)
		for _, other := range words[1:] {
			if account.Key(other) != account.Key(words[0]) {
				t.Errorf("%s has the key %q, %s has %q", words[0], account.Key(words[0]), other, account.Key(other))
			}
		}
	}
	for _, differ := range []string{"กิน กาน", "दीपा दापा", "தமிழ் தமழ்", "דוד דור", "عمر عمل", "გეთი გათი"} {
		words := strings.Fields(differ)
		if account.Key(words[0]) == account.Key(words[1]) {
			t.Errorf("%s and %s have one key, %q", words[0], words[1], account.Key(words[0]))
		}
	}
}

func TestNoPlantIsAnOpponentInAnyLanguage(t *testing.T) {
	for _, o := range engine.Opponents() {
		for _, lang := range i18n.Languages() {
			name := i18n.T(lang, "opponent."+o.Opponent+".name", nil)
			if _, err := account.SeatName.Check(name); err == nil {
				t.Errorf("%s: a guest can be called %s", lang, name)
			}
			for i := range 2000 {
				if plant := account.Plant(string(rune('a' + i))); strings.EqualFold(plant, name) {
					t.Fatalf("a guest is called %s", plant)
				}
			}
		}
	}
}

// User keys are stored, so they must not change. The sum covers the letters that early versions
// allowed: Latin, Cyrillic, Greek, Chinese, Japanese and Korean.
func TestTheKeysOfEarlierLettersDoNotChange(t *testing.T) {
	sum := sha256.New()
	eachOf(earlierLetters(), func(r rune) {
		if unicode.IsLetter(r) {
			fmt.Fprintf(sum, "%c %s\n", r, account.Key(string(r)))
		}
	})
	if got := fmt.Sprintf("%x", sum.Sum(nil)[:8]); got != "737aaa4c25bd3dbd" {
		t.Errorf("the keys have the sum %s", got)
	}
}

// earlierLetters returns the letters that early versions allowed.
func earlierLetters() *unicode.RangeTable {
	table := &unicode.RangeTable{}
	for pair := range slices.Chunk([]uint16{
		'A', 'Z', 'a', 'z', 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x131, 0x134, 0x13E, 0x141, 0x148, 0x14A, 0x17E, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x218, 0x21B,
		0x386, 0x386, 0x388, 0x3CE, 0x400, 0x45F, 0x490, 0x491, 0x1EA0, 0x1EF9, 0x3005, 0x3005, 0x3041, 0x3096, 0x30A1, 0x30FA, 0x30FC, 0x30FC,
		0x4E00, 0x9FFF, 0xAC00, 0xD7A3,
	}, 2) {
		table.R16 = append(table.R16, unicode.Range16{Lo: pair[0], Hi: pair[1], Stride: 1})
	}
	return table
}

func FuzzANameKeepsToOneScriptAndShowsItself(f *testing.F) {
	for _, seed := range []string{"Ana", "Аna", "می\u200cنا", "Ann BOT", "a\u0301\u0301", "囲碁 クラブ", "\u115f\u1160", "ก็็็็", "x\u200by"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for kind, most := range map[account.NameKind]int{account.UserName: 20, account.SeatName: 16, account.RoomName: 40} {
			name, err := kind.Check(text)
			if err != nil {
				continue
			}
			if again, err := kind.Check(name); err != nil || again != name {
				t.Errorf("%q becomes %q, which becomes %q, %v", text, name, again, err)
			}
			if n := utf8.RuneCountInString(name); n > most || !norm.NFC.IsNormalString(name) {
				t.Errorf("%q has %d letters", name, n)
			}
			checkScripts(t, name)
		}
	})
}

// checkScripts fails if a name mixes scripts that are not written together, or has an invisible
// character.
func checkScripts(t *testing.T, name string) {
	t.Helper()
	found := map[string]bool{}
	for _, r := range name {
		if unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) && r != '\u200c' && r != '\u200d' {
			t.Errorf("%q has %U", name, r)
		}
		for script, table := range unicode.Scripts {
			if unicode.Is(table, r) && unicode.IsLetter(r) && script != "Common" && script != "Inherited" {
				found[script] = true
			}
		}
	}
	if len(found) > 1 {
		delete(found, "Han")
		if delete(found, "Hangul"); len(found) > 0 && (found["Hiragana"] || found["Katakana"]) {
			delete(found, "Hiragana")
			delete(found, "Katakana")
		}
		if len(found) > 0 {
			t.Errorf("%q has letters of several scripts: %v", name, found)
		}
	}
}
