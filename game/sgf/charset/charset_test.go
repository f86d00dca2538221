package charset

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEveryNameOfACharsetIsKnown(t *testing.T) {
	for _, c := range []struct{ names, charset, text string }{
		{"UTF-8, utf8, Utf-8", "UTF-8", "碁 é 바둑"},
		{"ISO-8859-1, Latin1, latin-1, ISO8859-1, ISO_8859-1:1987, csISOLatin1", "ISO-8859-1", "café"},
		{"ISO-8859-15, latin9", "ISO-8859-15", "cœur"},
		{"windows-1250, cp1250", "windows-1250", "Łódź"},
		{"windows-1251, CP1251, win-1251", "windows-1251", "Илья"},
		{"windows-1252, cp1252, ANSI", "windows-1252", "“né”"},
		{"KOI8-R, koi8-r", "KOI8-R", "Илья"},
		{"GB18030, gbk, GB2312, gb_2312-80, GB, cp936, EUC-CN", "GB18030", "围棋盘谞"},
		{"Big5, big5-hkscs, CP950, x-x-big5", "Big5", "功許蓋 圍棋"}, // the last byte of the first three is \
		{"Shift_JIS, SJIS, x-sjis, Windows-31J, cp932, MS_Kanji", "Shift_JIS", "表ソ 囲碁 ｱｲ"},
		{"EUC-JP, x-euc-jp, eucjp", "EUC-JP", "囲碁"},
		{"ISO-2022-JP", "ISO-2022-JP", "囲碁 abc"},
		{"EUC-KR, KS_C_5601-1987, ksc5601, CP949, ms949", "EUC-KR", "바둑 똠"},
		{"macintosh, x-mac-roman, MacRoman, mac", "macintosh", "Zoë Müller café"},
		{"x-mac-cyrillic, MacCyrillic", "x-mac-cyrillic", "Иван Петров"},
		{"IBM437, cp437, 437, DOS437, csPC8CodePage437", "IBM437", "Zoë Müller"},
		{"IBM850, cp850, CP-850, 850", "IBM850", "Zoë Müller"},
		{"IBM866, cp866, ibm-866", "IBM866", "Иван"},
		{"IBM00858, cp858, PC-Multilingual-850+euro", "IBM00858", "Zoë €"},
		{"ISO-8859-3, latin3, ISO_8859-3:1988, l3", "ISO-8859-3", "Ĉiam"},
		{"ISO-8859-4, latin-4, csISOLatin4", "ISO-8859-4", "Bērziņš"},
		{"ISO-8859-6, arabic, ASMO-708", "ISO-8859-6", "عمر"},
		{"ISO-8859-8, hebrew", "ISO-8859-8", "דוד"},
		{"ISO-8859-8-I, csISO88598I", "ISO-8859-8-I", "דוד"},
		{"ISO-8859-11, TIS-620, windows-874", "windows-874", "สมชาย"},
		{"ISO-8859-13, latin7", "ISO-8859-13", "Jānis Bērziņš"},
		{"ISO-8859-14, iso-celtic, latin8", "ISO-8859-14", "Siân Ŵyn"},
		{"ISO-8859-16, latin10", "ISO-8859-16", "Ștefan"},
		{"windows-1255, cp1255, 1255, win-1255", "windows-1255", "דוד"},
		{"windows-1256, cp1256", "windows-1256", "عمر"},
		{"windows-1258, cp1258", "windows-1258", "Đăng"},
	} {
		for name := range strings.SplitSeq(c.names, ", ") {
			found, err := Lookup(name)
			if err != nil || found.Name != c.charset {
				t.Errorf("%s is %v, %v", name, found, err)
				continue
			}
			data, ok := encoded(c.charset, "(;PB["+c.text+"])")
			if got := Decode(data, nil, name); !ok || got.Text != "(;PB["+c.text+"])" || got.Charset != c.charset || got.Doubt != "" || got.Invalid >= 0 {
				t.Errorf("%s as %s: %+v", c.text, name, got)
			}
		}
	}
	if c, err := Lookup("Klingon"); err == nil || !strings.HasPrefix(err.Error(), "no charset of that name; use UTF-8, GB18030, Big5") {
		t.Errorf("Klingon is %v, %v", c, err)
	}
	for _, name := range []string{"ISO-2022-KR", "csISO2022KR", "UTF-7"} {
		if c, err := Lookup(name); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s is %v, %v", name, c, err)
		}
	}
	for _, name := range Names() {
		if c, err := Lookup(name); err != nil || c.Name != name {
			t.Errorf("%s is %v, %v", name, c, err)
		}
	}
}

// FuzzDecode decodes arbitrary bytes under any charset name. The result must be UTF-8. A result
// without doubt or invalid bytes must not change when decoded again.
func FuzzDecode(f *testing.F) {
	for _, l := range languages {
		for _, charset := range l.charsets {
			data, _ := encoded(charset, fmt.Sprintf("(;PB[%s]C[%s])", l.players, l.comments[0]))
			f.Add(data, "", "")
			f.Add(data, charset, "Big5")
			f.Add(data, "", "UTF-8")
		}
	}
	f.Add("\xff\xfe(\x00;\x00)\x00", "", "")
	f.Add("(\x00;\x00)\x00", "UTF-8", "x")
	f.Add("(;PB[\x1b$B0O8k\x1b(B])", "", "")
	f.Fuzz(func(t *testing.T, data, given, declared string) {
		c, err := Lookup(given)
		if err != nil {
			c = nil
		}
		got := Decode(data, c, declared)
		if !utf8.ValidString(got.Text) {
			t.Fatalf("%q becomes %q", data, got.Text)
		}
		if got.Invalid > len(got.Text) || c != nil && got.Doubt != "" || names[plain(got.Charset)] == nil {
			t.Fatalf("%q becomes %+v", data, got)
		}
		if got.Doubt == "" && got.Invalid < 0 {
			if again := Decode(got.Text, charsets["UTF-8"], ""); again.Text != strings.TrimPrefix(got.Text, bom) || again.Invalid >= 0 {
				t.Fatalf("%q becomes %q, then %q", data, got.Text, again.Text)
			}
		}
	})
}

func TestZeroBytesAreLeftOut(t *testing.T) {
	padded := "(;PB[Shusaku\x00\x00]PW[\xff])" + strings.Repeat("\x00", 3)
	got := Decode(padded, charsets["UTF-8"], "")
	if want := "(;PB[Shusaku]PW[�])"; got.Text != want || got.Invalid != strings.Index(want, "�") {
		t.Errorf("%+v", got)
	}
}
