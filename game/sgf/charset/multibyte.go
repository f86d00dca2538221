package charset

import "math"

// A kind is a set of equally rare characters.
type kind int

const (
	common     kind = iota // the first level of a standard, taught at school
	uncommon               // the second level
	symbols                // full-width punctuation, digits and letters
	kana                   // in charsets with a separate kana block
	halfKana               // half-width katakana
	extensions             // additions by a vendor or a later standard
	private                // unassigned, or for private use
	kinds
)

// A layout describes the code ranges in a multibyte charset.
type layout struct {
	// split returns the first character's size, its code, which scripts are indexed by, and its
	// kind; size is 0 if the character is invalid.
	split func(s string) (size int, code uint16, k kind)
	share [kinds]float64 // how frequent they are outside the lists, by kind
	count [kinds]float64 // how many characters there are, by kind
	coded string         // the charset whose bytes are the codes
}

// The shares that the names list and the text list have in a record's characters.
const (
	shareOfNames = 0.42
	shareOfText  = 0.42
)

// flatness makes the first characters in a list less frequent than Zipf's law.
const flatness = 25

// multibyte returns the model for a multibyte charset with that prior probability.
func multibyte(name string, probability float64, frequent script, l layout) model {
	listed := map[uint16]float64{}
	l.list(listed, frequent.names, shareOfNames)
	l.list(listed, frequent.text, shareOfText)
	for code, p := range listed {
		listed[code] = math.Log(p)
	}
	var rare [kinds]float64
	for k := range rare {
		rare[k] = math.Log(max(l.share[k], 1e-9) / max(l.count[k], 1))
	}
	next := func(s string, _ byte, last class) (int, float64, class) {
		size, code, k := l.split(s)
		if size == 0 {
			return 1, badByte, other
		}
		p, isListed := listed[code]
		if !isListed {
			p = rare[k]
		}
		switch {
		case k == halfKana && last == halfWidth:
			return size, math.Log(0.3 / 63), halfWidth
		case k == halfKana:
			return size, p, halfWidth
		case last != wide:
			p += math.Log(0.3) // such text is rarely in short pieces
		}
		return size, p, wide
	}
	return model{name, math.Log(probability), next, math.Log(0.3), math.Log(0.03)}
}

// list adds the probabilities for the characters in list, which make up that share of a text.
func (l *layout) list(to map[uint16]float64, list string, share float64) {
	var codes []uint16
	encoder := charsets[l.coded].coded.NewEncoder()
	for _, r := range list {
		coded, err := encoder.String(string(r))
		if err == nil && len(coded) == 2 {
			codes = append(codes, uint16(coded[0])<<8|uint16(coded[1]))
		}
	}
	sum := 0.0
	for i := range codes {
		sum += 1 / float64(i+flatness)
	}
	for i, code := range codes {
		to[code] += share / float64(i+flatness) / sum
	}
}

var gb18030 = layout{
	coded: "GB18030",
	split: func(s string) (int, uint16, kind) {
		if s[0] == 0x80 || s[0] == 0xff || len(s) < 2 {
			return 0, 0, 0
		}
		if s[1] >= '0' && s[1] <= '9' {
			if len(s) < 4 || s[2] < 0x81 || s[2] == 0xff || s[3] < '0' || s[3] > '9' {
				return 0, 0, 0
			}
			return 4, 0, private
		}
		if s[1] < 0x40 || s[1] == 0x7f || s[1] == 0xff {
			return 0, 0, 0
		}
		return 2, uint16(s[0])<<8 | uint16(s[1]), kindOfGB(s[0], s[1])
	},
	share: [kinds]float64{common: 0.12, uncommon: 0.02, symbols: 0.02, kana: 1e-4, extensions: 2e-3, private: 1e-6},
	count: [kinds]float64{common: 3755, uncommon: 3008, symbols: 300, kana: 169, extensions: 14000, private: 20000},
}

// kindOfGB returns the kind for a two-byte character in GB18030.
func kindOfGB(lead, trail byte) kind {
	switch {
	case trail < 0xa1 && (lead <= 0xa0 || lead >= 0xaa):
		return extensions
	case trail < 0xa1, lead >= 0xaa && lead <= 0xaf, lead >= 0xf8, lead == 0xd7 && trail >= 0xfa:
		return private
	case lead <= 0xa0:
		return extensions
	case lead >= 0xd8:
		return uncommon
	case lead >= 0xb0:
		return common
	case lead == 0xa4 || lead == 0xa5:
		return kana
	case lead <= 0xa3:
		return symbols
	}
	return private // Greek, Cyrillic, phonetic letters, box drawing
}

var eucKR = layout{
	coded: "EUC-KR",
	split: func(s string) (int, uint16, kind) {
		if s[0] == 0x80 || s[0] == 0xff || len(s) < 2 {
			return 0, 0, 0
		}
		lead, trail := s[0], s[1]
		code, k := uint16(lead)<<8|uint16(trail), private
		switch {
		case trail == 0xff || trail < 'A' || trail > 'Z' && trail < 'a' || trail > 'z' && trail < 0x81:
			return 0, 0, 0
		case trail < 0xa1 && lead <= 0xc6, lead <= 0xa0:
			k = extensions
		case trail < 0xa1:
			return 0, 0, 0
		case lead >= 0xb0 && lead <= 0xc8:
			k = common
		case lead >= 0xca && lead <= 0xfd:
			k = uncommon // Chinese characters
		case lead <= 0xa3:
			k = symbols
		case lead == 0xaa || lead == 0xab:
			k = private // kana
		}
		return 2, code, k
	},
	share: [kinds]float64{common: 0.05, uncommon: 0.015, symbols: 0.015, extensions: 1e-3, private: 1e-6},
	count: [kinds]float64{common: 2350, uncommon: 4888, symbols: 260, extensions: 8822, private: 1000},
}

var big5 = layout{
	coded: "Big5",
	split: func(s string) (int, uint16, kind) {
		if s[0] == 0x80 || s[0] == 0xff || len(s) < 2 {
			return 0, 0, 0
		}
		lead, trail := s[0], s[1]
		code, k := uint16(lead)<<8|uint16(trail), private
		switch {
		case trail < 0x40 || trail > 0x7e && trail < 0xa1 || trail == 0xff:
			return 0, 0, 0
		case lead >= 0xa4 && code <= 0xc67e:
			k = common
		case lead >= 0xc9 && code <= 0xf9d5:
			k = uncommon
		case lead >= 0xa1 && code <= 0xa3bf:
			k = symbols
		}
		return 2, code, k
	},
	share: [kinds]float64{common: 0.13, uncommon: 0.01, symbols: 0.02, private: 2e-4},
	count: [kinds]float64{common: 5401, uncommon: 7652, symbols: 400, private: 5000},
}

// The Japanese charsets have the same characters in the same rows.
var (
	japaneseShare = [kinds]float64{
		common: 0.12, uncommon: 0.015, symbols: 0.02, kana: 0.02, halfKana: 0.004, extensions: 2e-4, private: 1e-6,
	}
	japaneseCount = [kinds]float64{
		common: 2965, uncommon: 3390, symbols: 400, kana: 169, halfKana: 63, extensions: 400, private: 6000,
	}
)

// kindOfRow returns the kind for a row in JIS X 0208.
func kindOfRow(row int) kind {
	switch {
	case row == 4 || row == 5:
		return kana
	case row <= 3:
		return symbols
	case row >= 16 && row <= 47:
		return common
	case row >= 48 && row <= 84:
		return uncommon
	case row == 13 || row >= 89:
		return extensions
	}
	return private
}

var eucJP = layout{
	coded: "EUC-JP",
	split: func(s string) (int, uint16, kind) {
		switch {
		case len(s) < 2 || s[1] < 0xa1 || s[1] == 0xff:
			return 0, 0, 0
		case s[0] == 0x8e && s[1] <= 0xdf:
			return 2, 0, halfKana
		case s[0] == 0x8f && len(s) >= 3 && s[2] >= 0xa1 && s[2] < 0xff:
			return 3, 0, private
		case s[0] < 0xa1 || s[0] == 0xff:
			return 0, 0, 0
		}
		return 2, uint16(s[0])<<8 | uint16(s[1]), kindOfRow(int(s[0]) - 0xa0)
	},
	share: japaneseShare, count: japaneseCount,
}

var shiftJIS = layout{
	coded: "EUC-JP",
	split: func(s string) (int, uint16, kind) {
		lead := int(s[0])
		switch {
		case lead >= 0xa1 && lead <= 0xdf:
			return 1, 0, halfKana
		case len(s) < 2 || lead == 0x80 || lead == 0xa0 || lead >= 0xfd:
			return 0, 0, 0
		}
		trail := int(s[1])
		if trail < 0x40 || trail == 0x7f || trail >= 0xfd {
			return 0, 0, 0
		}
		if lead >= 0xe0 {
			lead -= 0x40
		}
		row, cell := (lead-0x81)*2+1, trail-0x40+1
		if trail > 0x7f {
			cell--
		}
		if cell > 94 {
			row, cell = row+1, cell-94
		}
		if row > 94 {
			return 2, 0, extensions
		}
		return 2, uint16(0xa0+row)<<8 | uint16(0xa0+cell), kindOfRow(row)
	},
	share: japaneseShare, count: japaneseCount,
}
