// Package charset converts game records to UTF-8. It uses the declared charset, or guesses one from
// the bytes if the record declares none, as is usual in files from East Asia.
package charset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// A Charset is a character encoding.
type Charset struct {
	Name  string            // canonical name, such as "GB18030"
	coded encoding.Encoding // nil for UTF-8
	wide  bool              // bytes below 128 need not be ASCII
	alien bool              // bytes below 128 are not ASCII in SGF either, so that CA is unreadable
}

// multibytes lists the charsets that are not single-byte.
var multibytes = []Charset{
	{Name: "UTF-8"},
	{Name: "UTF-16LE", coded: unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), wide: true, alien: true},
	{Name: "UTF-16BE", coded: unicode.UTF16(unicode.BigEndian, unicode.UseBOM), wide: true, alien: true},
	{Name: "UTF-32LE", coded: utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), wide: true, alien: true},
	{Name: "UTF-32BE", coded: utf32.UTF32(utf32.BigEndian, utf32.UseBOM), wide: true, alien: true},
	{Name: "GB18030", coded: simplifiedchinese.GB18030},
	{Name: "HZ-GB-2312", coded: simplifiedchinese.HZGB2312, wide: true},
	{Name: "Big5", coded: traditionalchinese.Big5},
	{Name: "Shift_JIS", coded: japanese.ShiftJIS},
	{Name: "EUC-JP", coded: japanese.EUCJP},
	{Name: "ISO-2022-JP", coded: japanese.ISO2022JP, wide: true},
	{Name: "EUC-KR", coded: korean.EUCKR},
	{Name: ascii, coded: asciiCoded()},
}

// ascii is the name of the charset without bytes above 127.
const ascii = "US-ASCII"

func asciiCoded() encoding.Encoding {
	coded, err := ianaindex.IANA.Encoding(ascii)
	if err != nil {
		panic(err) // the name is registered
	}
	return coded
}

// charsets maps canonical names to charsets: those of golang.org/x/text, by their MIME names.
var charsets = func() map[string]*Charset {
	all := map[string]*Charset{}
	for _, c := range multibytes {
		all[c.Name] = &c
	}
	for _, coded := range charmap.All {
		name, err := ianaindex.MIME.Name(coded)
		if coded == charmap.MacintoshCyrillic {
			name, err = "x-mac-cyrillic", nil // as HTML has it; IANA has no name
		}
		if err == nil {
			letter, _ := coded.NewDecoder().String("A") // single bytes cannot fail
			ebcdic := letter != "A"
			all[name] = &Charset{Name: name, coded: coded, wide: ebcdic, alien: ebcdic}
		}
	}
	return all
}()

// aliases maps names that IANA does not have, normalized by plain, to canonical ones.
var aliases = map[string]string{
	"utf": "UTF-8", "unicode": "UTF-8",
	"utf16": "UTF-16LE", "ucs2": "UTF-16LE", "unicodelittle": "UTF-16LE", "unicodebig": "UTF-16BE", "utf32": "UTF-32LE",
	"gb": "GB18030", "gbk": "GB18030", "gb2312": "GB18030", "gb231280": "GB18030", "euccn": "GB18030",
	"cp936": "GB18030", "936": "GB18030", "ms936": "GB18030", "windows936": "GB18030", "chinese": "GB18030",
	"hz": "HZ-GB-2312", "hzgb": "HZ-GB-2312",
	"big5hkscs": "Big5", "big5eten": "Big5", "cnbig5": "Big5", "xbig5": "Big5", "cp950": "Big5", "950": "Big5",
	"ms950": "Big5", "windows950": "Big5",
	"sjis": "Shift_JIS", "mskanji": "Shift_JIS", "cp932": "Shift_JIS", "932": "Shift_JIS", "ms932": "Shift_JIS",
	"windows932": "Shift_JIS", "windows31j": "Shift_JIS", "shiftjisx0213": "Shift_JIS", "japanese": "Shift_JIS",
	"euc": "EUC-JP", "ujis": "EUC-JP", "eucjpms": "EUC-JP", "jis": "ISO-2022-JP", "csiso2022jp": "ISO-2022-JP",
	"ksc5601": "EUC-KR", "ksc56011987": "EUC-KR", "ksx1001": "EUC-KR", "korean": "EUC-KR", "uhc": "EUC-KR",
	"cp949": "EUC-KR", "949": "EUC-KR", "ms949": "EUC-KR", "windows949": "EUC-KR", "isoir149": "EUC-KR",
	"ascii": ascii, "ansix341968": ascii, "ansi": "windows-1252",
	"latin7": "ISO-8859-13", "latin8": "ISO-8859-14", "latin9": "ISO-8859-15", "latin0": "ISO-8859-15",
	"latin10":   "ISO-8859-16",
	"iso885911": "windows-874", "tis620": "windows-874", "koi8": "KOI8-R", "cyrillic": "windows-1251",
	"mac": "macintosh", "macroman": "macintosh", "applemacintosh": "macintosh", "applemacroman": "macintosh",
	"macukrainian": "x-mac-cyrillic",
}

// numbered lists the prefixes of names that end in a number, and the prefixes that programs write
// instead.
var numbered = []struct {
	prefix string
	others []string
}{
	{"ISO-8859-", []string{"8859"}},
	{"windows-", []string{"cp", "win", "ms", ""}},
	{"IBM00", []string{"ibm", "cp", "dos", "pc", "oem", ""}},
	{"IBM", []string{"cp", "dos", "pc", "oem", ""}},
}

// names maps canonical names and aliases, normalized by plain, to charsets.
var names = func() map[string]*Charset {
	all := map[string]*Charset{}
	for name, c := range charsets {
		for _, row := range numbered {
			if number, found := strings.CutPrefix(name, row.prefix); found {
				for _, other := range row.others {
					all[plain(other+number)] = c
				}
				break
			}
		}
	}
	for name, c := range charsets {
		all[plain(name)] = c
	}
	for alias, name := range aliases {
		all[alias] = charsets[name]
	}
	return all
}()

// plain normalizes a charset name, so that spelling variants compare equal.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
	return strings.TrimPrefix(name, "x") // x-sjis, x-euc-jp
}

// ErrUnsupported means that IANA has a charset of that name and this package has not.
var ErrUnsupported = errors.New("this charset is not supported")

// Lookup returns the charset with that name: any from IANA's registry or HTML, and other common
// spellings. The error is [ErrUnsupported] for a registered charset that golang.org/x/text lacks.
func Lookup(name string) (*Charset, error) {
	if c := names[plain(name)]; c != nil {
		return c, nil
	}
	for _, spelling := range []string{strings.TrimSpace(name), plain(name)} {
		coded, err := ianaindex.IANA.Encoding(spelling)
		if err == nil && coded == nil {
			return nil, ErrUnsupported
		}
		if err != nil {
			coded, err = htmlindex.Get(spelling)
		}
		if c := charsetOf(coded); err == nil && c != nil {
			return c, nil
		}
	}
	return nil, fmt.Errorf("no charset of that name; use %s", strings.Join(Names(), ", "))
}

// charsetOf returns the charset with that encoding, or nil.
func charsetOf(coded encoding.Encoding) *Charset {
	if coded == simplifiedchinese.GBK {
		return charsets["GB18030"]
	}
	for _, c := range charsets {
		if c.coded != nil && c.coded == coded {
			return c
		}
	}
	return nil
}

// Names returns every charset's canonical name, those common in records first.
func Names() []string {
	common := []string{
		"UTF-8", "GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "windows-1251", "windows-1252", "ISO-8859-1",
	}
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(charsets)),
		func(name string) bool { return slices.Contains(common, name) })
	return append(common, others...)
}

// decode returns data as UTF-8, and the offset in it where the first invalid bytes are, or -1.
func (c *Charset) decode(data string) (text string, wrong int) {
	if c.coded == nil {
		if utf8.ValidString(data) {
			return data, -1
		}
		return strings.ToValidUTF8(data, "\uFFFD"), firstInvalid(data)
	}
	if !c.wide && ASCII(data) {
		return data, -1
	}
	text, err := c.coded.NewDecoder().String(data)
	if err != nil { // these decoders replace invalid bytes
		return strings.ToValidUTF8(data, "\uFFFD"), 0
	}
	return text, strings.IndexRune(text, utf8.RuneError)
}

// firstInvalid returns the offset of the first byte that is not valid UTF-8, or -1.
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

// ASCII reports whether all bytes are below 128.
func ASCII(data string) bool {
	for len(data) >= 8 {
		if (data[0]|data[1]|data[2]|data[3]|data[4]|data[5]|data[6]|data[7])&0x80 != 0 {
			return false
		}
		data = data[8:]
	}
	for i := range len(data) {
		if data[i]&0x80 != 0 {
			return false
		}
	}
	return true
}
