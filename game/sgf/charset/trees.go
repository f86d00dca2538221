package charset

import (
	"strings"
	"unicode/utf8"
)

// A TreeText is a part of an SGF file, converted to UTF-8. The parts of a file follow each other.
type TreeText struct {
	Text
	Declared string // value of CA, or ""
	At       int    // offset of the tree in Text, after any text before it
	// all bytes are ASCII: the part may have several trees, and their CA does not matter
	Plain bool
}

// maxGuesses limits the bytes in trees for which [DecodeTrees] guesses one by one. It bounds the
// cost for files with many small trees; the rest of the file has one charset.
const maxGuesses = 4 << 20

// DecodeTrees converts an SGF file to UTF-8. Since CA is a root property, each tree has its own
// charset: given if that is not nil, else as in [Decode]. A byte order mark is for the whole file. A guess must not change the structure of
// its tree: one with more faults or fewer properties than a single-byte charset is discarded. Trees
// without CA in one file probably share a charset.
func DecodeTrees(data string, given *Charset) []TreeText {
	unicode := strings.HasPrefix(data, bom) && utf8.ValidString(data)
	if given != nil || unicode || marked(data) != nil || unmarked16(data) != nil {
		return []TreeText{treeOf(data, Decode(data, given, ""), "")}
	}
	var all []TreeText
	var raw []string // the bytes of each part
	for left := maxGuesses; data != ""; {
		if plain := plainLength(data); plain > 0 {
			all = append(all, treeOf(data[:plain], Text{Text: data[:plain], Charset: "UTF-8", Invalid: -1}, ""))
			all[len(all)-1].Plain = true
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
			}
		}
		left -= min(size, sampleSize) + around
		all = append(all, treeOf(data[:size], t, declared))
		raw = append(raw, data[:size])
		data = data[size:]
	}
	agree(all, raw)
	return all
}

// agree guesses trees again that declare no charset, with a preference for the charset that all of
// them together have.
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
			all[i] = treeOf(raw[i], decodeTree(raw[i], "", likely), "")
		}
	}
}

// undeclared reports whether the charset is undeclared and the text not ASCII.
func (t *TreeText) undeclared() bool { return t.Declared == "" && !t.Plain }

func treeOf(data string, t Text, declared string) TreeText {
	at := max(0, strings.IndexByte(t.Text, '('))
	return TreeText{Text: t, Declared: declared, At: at}
}

// decodeTree decodes a tree with a preference for the charset named likely.
func decodeTree(data, declared, likely string) Text {
	return withoutZeros(guess{tree: true, likely: likely}.decode(data, nil, declared))
}

// plainLength returns the length of the leading trees that have only ASCII characters, and neither
// escape sequences nor an incomplete tree at the end, unless the data ends there.
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

// treeLength returns the length of the first tree with everything before it, if all bytes below 128
// are ASCII.
func treeLength(data string) int {
	return scanTree(data, func(string) int { return 1 })
}

// lengthIn returns the length of the first tree in the charset of that name. size is treeLength.
func lengthIn(data string, size int, charset string) int {
	if split := splits[charset]; split != nil {
		return scanTree(data, split)
	}
	return size
}

// scanTree returns the offset after the parenthesis that closes the first tree, or the length of
// data. width returns the size of the first character.
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
		case c == ')' && depth == 1 && strings.Trim(data[i:], " \t\r\n") == "":
			return len(data)
		case c == ')' && depth == 1:
			return i
		case c == ')':
			depth = max(0, depth-1)
		}
	}
	return len(data)
}

// splits maps charsets in which a byte below 128 may belong to a longer character to functions that
// return the size of the first character, or of text in a shifted state.
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

// A structure counts what an SGF parser finds in a text.
type structure struct{ nodes, properties, faults int }

// structureOf scans a text, or bytes in a single-byte charset.
func structureOf(text string) (s structure) {
	depth := 0
	inside, name, value, stray := false, false, false, false
	for i := max(0, strings.IndexByte(text, '(')); i < len(text); i++ {
		c := text[i]
		isLetter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		switch {
		case inside && c == '\\':
			i++
			continue
		case inside:
			inside = c != ']'
			continue
		case c <= ' ':
			continue
		case c == '[':
			if name {
				s.properties++
			} else if !value {
				s.faults++
			}
			inside, name, value, stray = true, false, true, false
			continue
		case name && !isLetter: // a name without a value
			s.faults++
		}
		switch {
		case isLetter:
			name = true
		case c == ';':
			s.nodes++
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case !stray:
			s.faults++
		}
		stray = !isLetter && strings.IndexByte(";()", c) < 0
		if name = isLetter; !name || value {
			value = false
		}
	}
	if inside {
		s.faults++
	}
	s.faults += depth
	return s
}

// keeps reports whether a reading with structure s keeps what a single-byte reading finds: it has
// no more faults, no fewer properties, and no fewer nodes unless faults explain them.
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
