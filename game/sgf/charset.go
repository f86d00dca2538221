package sgf

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"rosette/quote"
)

// charsets are the encodings that CA may name, by name in lower case without
// hyphens, underscores and blanks. A nil encoding is UTF-8.
var charsets = map[string]struct {
	name  string
	coded encoding.Encoding
}{
	"utf8":        {"UTF-8", nil},
	"usascii":     {"ISO-8859-1", charmap.ISO8859_1},
	"ascii":       {"ISO-8859-1", charmap.ISO8859_1},
	"iso88591":    {"ISO-8859-1", charmap.ISO8859_1},
	"latin1":      {"ISO-8859-1", charmap.ISO8859_1},
	"iso885915":   {"ISO-8859-15", charmap.ISO8859_15},
	"windows1252": {"windows-1252", charmap.Windows1252},
	"cp1252":      {"windows-1252", charmap.Windows1252},
	"windows1251": {"windows-1251", charmap.Windows1251},
	"cp1251":      {"windows-1251", charmap.Windows1251},
	"koi8r":       {"KOI8-R", charmap.KOI8R},
	"gb18030":     {"GB18030", simplifiedchinese.GB18030},
	"gbk":         {"GB18030", simplifiedchinese.GB18030},
	"gb2312":      {"GB18030", simplifiedchinese.GB18030},
	"gb":          {"GB18030", simplifiedchinese.GB18030},
	"cp936":       {"GB18030", simplifiedchinese.GB18030},
	"big5":        {"Big5", traditionalchinese.Big5},
	"cp950":       {"Big5", traditionalchinese.Big5},
	"shiftjis":    {"Shift_JIS", japanese.ShiftJIS},
	"sjis":        {"Shift_JIS", japanese.ShiftJIS},
	"cp932":       {"Shift_JIS", japanese.ShiftJIS},
	"windows31j":  {"Shift_JIS", japanese.ShiftJIS},
	"mskanji":     {"Shift_JIS", japanese.ShiftJIS},
	"eucjp":       {"EUC-JP", japanese.EUCJP},
	"euckr":       {"EUC-KR", korean.EUCKR},
	"ksc5601":     {"EUC-KR", korean.EUCKR},
	"cp949":       {"EUC-KR", korean.EUCKR},
}

var plainName = strings.NewReplacer("-", "", "_", "", " ", "")

// decode converts a file to UTF-8 and returns the name of its charset. The
// whole file is decoded before it is parsed, because in Shift-JIS, Big5 and
// GB18030 bytes that look like ] and \ can be the second half of a character.
// Without CA, valid UTF-8 is taken as UTF-8 and everything else as Latin-1, the
// default of FF[4]. An error comes with its offset in the text, -1 if it has
// none.
func decode(data string, lenient bool) (text, name string, at int, err error) {
	for _, mark := range []string{"\xfe\xff", "\xff\xfe"} {
		if strings.HasPrefix(data, mark) {
			text, err = unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder().String(data)
			return text, "UTF-16", -1, err
		}
	}
	data, marked := strings.CutPrefix(data, "\xef\xbb\xbf")
	named := declaredCharset(data)
	chosen, known := charsets[strings.ToLower(plainName.Replace(named))]
	switch {
	case marked || named == "" && utf8.ValidString(data):
		chosen = charsets["utf8"]
	case named == "":
		chosen = charsets["latin1"]
	case !known && utf8.ValidString(data):
		chosen = charsets["utf8"]
		err = fmt.Errorf("charset %q unknown; read as UTF-8", quote.Clip(named, 24))
	case !known:
		chosen = charsets["latin1"]
		err = fmt.Errorf("charset %q unknown; read as ISO-8859-1", quote.Clip(named, 24))
	}
	if err != nil && !lenient {
		return "", "", -1, err
	}
	advice, wrong := "correct CA", error(nil)
	if chosen.coded == nil {
		text, at, advice = strings.ToValidUTF8(data, "\uFFFD"), firstInvalid(data), "name the charset in CA"
	} else {
		text, wrong = chosen.coded.NewDecoder().String(data)
		at = strings.IndexRune(text, utf8.RuneError)
	}
	switch {
	case err != nil, wrong != nil:
		return text, chosen.name, -1, cmp.Or(err, wrong)
	case at >= 0:
		err = fmt.Errorf("bytes that are not %s; %s", chosen.name, advice)
	}
	return text, chosen.name, at, err
}

// firstInvalid returns the offset of the first byte that is not UTF-8, or -1.
func firstInvalid(data string) int {
	for i, r := range data {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(data[i:]); size == 1 {
			return i
		}
	}
	return -1
}

// declaredCharset returns the value of CA in the first node, or "". It reads
// bytes, whose charset is not known yet: after a byte that is not ASCII, \ is
// taken as the second half of a character.
func declaredCharset(data string) string {
	id, inside, nodes := "", false, 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inside && c == '\\' && data[i-1] < 0x80:
			i++
		case inside && c == ']':
			inside = false
		case inside:
		case c == '[' && id == "CA":
			end := strings.IndexByte(data[i:], ']')
			if end < 0 {
				return ""
			}
			return strings.TrimSpace(data[i+1 : i+end])
		case c == '[':
			id, inside = "", true
		case c >= 'A' && c <= 'Z' || c >= '0' && c <= '9': // C0A is another property
			id += string(rune(c))
			id = id[max(0, len(id)-8):] // no name that matters is longer
		case c == ';':
			if nodes++; nodes > 1 {
				return ""
			}
			id = ""
		}
	}
	return ""
}
