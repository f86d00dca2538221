package charset

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"rosette/internal/quote"
)

// A Text is a file converted to UTF-8.
type Text struct {
	Text    string
	Charset string // name of the charset that the file was in
	Doubt   string // why the guess is uncertain, "" if the charset was not guessed
	Invalid int    // offset in Text of the first invalid bytes, or -1
}

// Decode converts a file to UTF-8. Decoding comes before parsing because in Shift_JIS, Big5 and
// GB18030 the second byte of a character may look like ] or \. The charset is given if that is not
// nil, else the one with the file's byte order mark, else the one that the file declares ("" if
// none). Without any, or if the bytes contradict it, Decode guesses. It drops zero bytes, which
// text never contains and many programs reject. [DecodeTrees] is for SGF.
func Decode(data string, given *Charset, declared string) Text {
	return withoutZeros(guess{}.decode(data, given, declared))
}

func withoutZeros(t Text) Text {
	if strings.IndexByte(t.Text, 0) < 0 {
		return t
	}
	if t.Invalid > 0 {
		t.Invalid -= strings.Count(t.Text[:t.Invalid], "\x00")
	}
	t.Text = strings.ReplaceAll(t.Text, "\x00", "")
	return t
}

// A guess holds what is known about the data beyond its bytes.
type guess struct {
	tree   bool   // it is an SGF tree, and its structure must stay
	likely string // charset of the other trees in the file, or ""
}

func (g guess) decode(data string, given *Charset, declared string) Text {
	if c := marked(data); c != nil && (given == nil || given.wide) {
		return c.text(data)
	}
	if given != nil {
		return given.text(strings.TrimPrefix(data, bom))
	}
	if rest := strings.TrimLeft(data, " \t\r\n"); strings.HasPrefix(rest, bom) {
		return charsets["UTF-8"].text(data[:len(data)-len(rest)] + rest[len(bom):])
	}
	if declared == "" {
		return g.undeclared(data)
	}
	named, err := Lookup(declared)
	switch {
	case errors.Is(err, ErrUnsupported):
		return unsupported(data, declared)
	case err != nil:
		return g.contradicted(data, fmt.Sprintf("charset %q unknown", quote.Clip(declared, 24)))
	case named.alien:
		return g.contradicted(data, fmt.Sprintf("CA names %s, which the bytes contradict", named.Name))
	}
	if !named.wide && named.coded != nil && utf8.ValidString(data) &&
		(surelyUTF8(data) || named.Name == ascii && !ASCII(data)) {
		return Text{
			data, "UTF-8", fmt.Sprintf("CA names %s, but these are bytes of UTF-8; read as that", named.Name), -1,
		}
	}
	t := named.text(data)
	if t.Invalid < 0 {
		return t
	}
	if best := g.detect(data, named.Name, declaredPrior); best != named {
		t = best.text(data)
		t.Doubt = fmt.Sprintf("CA names %s, which the bytes contradict; %s", named.Name, guessed(best))
	}
	return t
}

// contradicted decodes a file whose declaration is of no use.
func (g guess) contradicted(data, why string) Text {
	t := g.undeclared(data)
	if t.Doubt == "" {
		t.Doubt = "read as " + t.Charset
	}
	t.Doubt = why + "; " + t.Doubt
	return t
}

// unsupported decodes a file that declares a registered but unsupported charset. Unless the file is
// UTF-8, it is read as ISO-8859-1, which keeps every byte.
func unsupported(data, declared string) Text {
	kept := charsets["ISO-8859-1"]
	if utf8.ValidString(data) {
		kept = charsets["UTF-8"]
	}
	t := kept.text(data)
	t.Doubt = fmt.Sprintf("charset %q is not supported; its bytes are kept as %s", quote.Clip(declared, 24), kept.Name)
	return t
}

// guessed returns the doubt for a file whose charset was guessed as c.
func guessed(c *Charset) string {
	return fmt.Sprintf("characters guessed as %s; --charset names another", c.Name)
}

const bom = "\xef\xbb\xbf"

// text decodes a file in charset c.
func (c *Charset) text(data string) Text {
	text, wrong := c.decode(data)
	return Text{Text: text, Charset: c.Name, Invalid: wrong}
}

// undeclared decodes a file that declares no charset.
func (g guess) undeclared(data string) Text {
	c, valid := unmarked16(data), utf8.ValidString(data)
	switch {
	case c != nil:
	case valid && strings.Contains(data, "\x1b$") && (!g.tree || keepsTree(data, "ISO-2022-JP")):
		c = charsets["ISO-2022-JP"]
	case valid && (ASCII(data) || surelyUTF8(data)):
		return Text{Text: data, Charset: "UTF-8", Invalid: -1}
	case valid: // one or two characters may be valid by accident
		c = g.detect(data, "UTF-8", accidentPrior)
	default:
		c = g.detect(data, "", 0)
	}
	t := c.text(data)
	if !valid || t.Charset != "UTF-8" {
		t.Doubt = guessed(c)
	}
	return t
}

// marked returns the charset in UTF-16 or UTF-32 whose byte order mark starts the file, or nil.
func marked(data string) *Charset {
	switch {
	case strings.HasPrefix(data, "\xff\xfe\x00\x00"):
		return charsets["UTF-32LE"]
	case strings.HasPrefix(data, "\x00\x00\xfe\xff"):
		return charsets["UTF-32BE"]
	case strings.HasPrefix(data, "\xff\xfe"):
		return charsets["UTF-16LE"]
	case strings.HasPrefix(data, "\xfe\xff"):
		return charsets["UTF-16BE"]
	}
	return nil
}

// unmarked16 recognizes UTF-16 without a byte order mark: every other byte is 0, because most text
// in records is ASCII.
func unmarked16(data string) *Charset {
	head := data[:min(len(data), 512)]
	if strings.IndexByte(head, 0) < 0 {
		return nil
	}
	var zeros [2]int
	for i := range len(head) {
		if head[i] == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case zeros[1] > len(head)/8 && zeros[0] <= zeros[1]/16:
		return charsets["UTF-16LE"]
	case zeros[0] > len(head)/8 && zeros[1] <= zeros[0]/16:
		return charsets["UTF-16BE"]
	}
	return nil
}

// surelyUTF8 reports whether valid UTF-8 is long enough not to be an accident: text in another
// charset is sometimes valid for one or two characters.
func surelyUTF8(data string) bool {
	found := 0
	for _, r := range data {
		switch {
		case r >= 0x800:
			found += 4
		case r >= 0x80:
			found++
		}
		if found >= 4 {
			return true
		}
	}
	return false
}
