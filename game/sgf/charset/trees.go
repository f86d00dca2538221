package charset

import (
	"strings"
	"unicode/utf8"
)

// A TreeText is a part of an SGF file in UTF-8, usually one tree. The parts follow each other.
type TreeText struct {
	Text
	Declared string // value of CA, or ""
	At       int    // offset of the tree in Text, after any text before it
	Plain    bool   // all bytes are ASCII; the part may have several trees
}

// maxGuesses limits the bytes that [DecodeTrees] decodes tree by tree, because guesses are
// expensive. The rest has one charset.
const maxGuesses = 4 << 20

// DecodeTrees converts an SGF file to UTF-8. Since CA is a root property, each tree has its own
// charset: given if that is not nil, else as in [Decode]. A byte order mark is for the whole file. A
// guess loses if its tree has more faults or fewer properties than in a single-byte charset. Trees
// without CA probably share a charset.
func DecodeTrees(data string, given *Charset) []TreeText {
	unicode := strings.HasPrefix(data, bom) && utf8.ValidString(data)
	if given != nil || unicode || marked(data) != nil || unmarked16(data) != nil {
		return []TreeText{treeOf(Decode(data, given, ""), "")}
	}
	var all []TreeText
	var raw []string // the bytes of each part
	for left := maxGuesses; data != ""; {
		if plain := plainLength(data); plain > 0 {
			t := Text{Text: data[:plain], Charset: "UTF-8", Invalid: -1}
			all = append(all, TreeText{Text: t, Plain: true})
			raw = append(raw, data[:plain])
			data = data[plain:]
			continue
		}
		size := len(data)
		if left > 0 {
			size = treeLength(data)
		}
		declared := declaredCharset(data[:size])
		t := decodeTree(data[:size], declared, "")
		if longer := lengthIn(data, size, t.Charset); longer != size {
			if again := decodeTree(data[:longer], declared, ""); again.Charset == t.Charset {
				size, t = longer, again
			} else {
				left -= longer
			}
		}
		left -= min(size, sampleSize) + around
		all = append(all, treeOf(t, declared))
		raw = append(raw, data[:size])
		data = data[size:]
	}
	agree(all, raw)
	return all
}

// agree repeats the guesses for trees without CA, with a preference for their joint charset.
func agree(all []TreeText, raw []string) {
	var joined strings.Builder
	guesses := 0
	for i, t := range all {
		if t.undeclared() {
			guesses++
			if joined.Len() < sampleSize {
				joined.WriteString(raw[i] + "\n")
			}
		}
	}
	if guesses < 2 {
		return
	}
	likely := decodeTree(joined.String(), "", "").Charset
	for i, t := range all {
		if t.undeclared() && t.Charset != likely {
			all[i] = treeOf(decodeTree(raw[i], "", likely), "")
		}
	}
}

// undeclared reports whether the charset is undeclared and the text not ASCII.
func (t *TreeText) undeclared() bool { return t.Declared == "" && !t.Plain }

func treeOf(t Text, declared string) TreeText {
	return TreeText{Text: t, Declared: declared, At: max(0, strings.IndexByte(t.Text, '('))}
}

// decodeTree decodes a tree with a preference for the charset named likely.
func decodeTree(data, declared, likely string) Text {
	return withoutZeros(guess{tree: true, likely: likely}.decode(data, nil, declared))
}

// plainLength returns the length of the leading complete trees with only ASCII characters and no
// escape sequences.
func plainLength(data string) (n int) {
	ascii := len(data)
	for i := range len(data) {
		if c := data[i]; c >= 0x80 || c == escape || c == '~' && i+1 < len(data) && data[i+1] == '{' {
			ascii = i
			break
		}
	}
	if ascii == len(data) {
		return ascii
	}
	for n < ascii {
		next := treeLength(data[n:ascii])
		if n+next == ascii {
			break // the tree may go on
		}
		n += next
	}
	return n
}

// escape starts an escape sequence of ISO 2022.
const escape = 0x1b

// treeLength returns the length through the first tree, if all bytes below 128 are ASCII.
func treeLength(data string) int {
	return scanTree(data, func(string) int { return 1 })
}

// lengthIn is treeLength for a charset. size is the result of treeLength.
func lengthIn(data string, size int, charset string) int {
	if split := splits[charset]; split != nil {
		return scanTree(data, split)
	}
	return size
}

// scanTree returns the offset after the first tree and any final blanks. width returns the size for
// the first character.
func scanTree(data string, width func(string) int) int {
	depth, inside := 0, false
	for i := 0; i < len(data); {
		c, size := data[i], 1
		if c >= 0x80 || c == escape || c == '~' {
			size = width(data[i:])
		}
		i += size
		switch {
		case size > 1:
		case inside && c == '\\' && i < len(data):
			i += width(data[i:])
		case c == ']':
			inside = false
		case inside:
		case c == '[':
			inside = true
		case c == '(':
			depth++
		case c == ')' && depth == 1 && strings.TrimLeft(data[i:], " \t\r\n") == "":
			return len(data)
		case c == ')' && depth == 1:
			return i
		case c == ')':
			depth = max(0, depth-1)
		}
	}
	return len(data)
}

// splits has a function for each charset where ASCII bytes may be part of longer characters. It
// returns the size of the first character, or of a shifted section.
var splits = map[string]func(s string) int{
	"GB18030": gb18030.size, "Big5": big5.size, "EUC-KR": eucKR.size, "Shift_JIS": shiftJIS.size,
	"HZ-GB-2312":  func(s string) int { return shifted(s, "~{", "~}") },
	"ISO-2022-JP": func(s string) int { return shifted(s, "\x1b$", "\x1b(") },
}

// size returns the size of the first character, 1 if it is ASCII or invalid.
func (l *layout) size(s string) int {
	if s[0] < 0x80 {
		return 1
	}
	n, _, _ := l.split(s)
	return max(1, n)
}

// shifted returns the length of the text from start to end if s begins with start, else 1.
func shifted(s, start, end string) int {
	if !strings.HasPrefix(s, start) {
		return 1
	}
	if n := strings.Index(s, end); n >= 0 {
		return n + len(end)
	}
	return len(s)
}

// A structure counts the syntax in a tree.
type structure struct{ nodes, properties, faults int }

// A position is a place in the syntax.
type position int

const (
	between position = iota // between nodes and variations
	inName
	inValue
	afterValue
	inStray // in characters without meaning
)

// structureOf scans a text, or bytes in a single-byte charset.
func structureOf(text string) (s structure) {
	depth, at := 0, between
	for i := max(0, strings.IndexByte(text, '(')); i < len(text); i++ {
		c := text[i]
		switch {
		case at == inValue && c == '\\':
			i++
		case at == inValue && c == ']':
			at = afterValue
		case at == inValue || c <= ' ':
		case c == '[':
			if at == inName {
				s.properties++
			} else if at != afterValue {
				s.faults++
			}
			at = inValue
		default:
			next := positionOf(c)
			if at == inName && next != inName || at != inStray && next == inStray || c == ')' && depth == 0 {
				s.faults++
			}
			switch at = next; c {
			case ';':
				s.nodes++
			case '(':
				depth++
			case ')':
				depth = max(0, depth-1)
			}
		}
	}
	if at == inValue || at == inName {
		s.faults++
	}
	s.faults += depth
	return s
}

// positionOf returns the place that a character outside values starts or continues.
func positionOf(c byte) position {
	switch {
	case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
		return inName
	case c == ';' || c == '(' || c == ')':
		return between
	}
	return inStray
}

// keeps reports whether a guess with structure s keeps the tree: no more faults and no fewer
// properties than in a single-byte charset, and no fewer nodes unless it has fewer faults.
func (s structure) keeps(single structure) bool {
	return s.faults <= single.faults && s.properties >= single.properties &&
		(s.nodes >= single.nodes || s.faults < single.faults)
}

// declaredCharset returns the value of CA in the first node, or "". It scans bytes in a still
// unknown charset: after a non-ASCII byte it takes \ as the second half of a character.
func declaredCharset(data string) string {
	id := ""
	inside := false
	nodes := 0
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
			id = id[max(0, len(id)-8):] // no relevant name is longer
		case c == ';':
			if nodes++; nodes > 1 {
				return ""
			}
			id = ""
		}
	}
	return ""
}
