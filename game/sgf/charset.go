package sgf

import (
	"fmt"
	"strings"

	"rosette/game/sgf/charset"
	"rosette/internal/quote"
)

// decode converts a file to UTF-8. It adds a warning if the charset is a guess or some bytes are
// invalid in it.
func (p *parser) decode(data string) error {
	given, err := GivenCharset(p.o)
	if err != nil {
		return err
	}
	declared := declaredCharset(data)
	t := charset.Decode(data, given, declared)
	p.text = t.Text
	p.charset = CharsetOf(t, given, declared)
	p.src.text = t.Text
	p.c.Charset = t.Charset
	if t.Doubt != "" {
		p.outside(-1, FaultCharsetGuessed, t.Doubt)
	}
	if t.Invalid >= 0 {
		p.outside(t.Invalid, FaultCharset, "bytes that are not "+t.Charset)
	}
	return nil
}

// GivenCharset returns the charset that the options name, or nil.
func GivenCharset(o Options) (*charset.Charset, error) {
	if o.Charset == "" {
		return nil, nil
	}
	given, err := charset.Lookup(o.Charset)
	if err != nil {
		return nil, fmt.Errorf("sgf: charset %q: %w", quote.Clip(o.Charset, 24), err)
	}
	return given, nil
}

// CharsetOf returns how the charset of a text was found. given is the charset that the caller
// names, or nil; declared is the one in the file, or "".
func CharsetOf(t charset.Text, given *charset.Charset, declared string) Assumption {
	a := Assumption{How: Default, Value: t.Charset, Written: declared}
	named, err := charset.Lookup(declared)
	switch {
	case given != nil:
		return Assumption{How: Named, Value: t.Charset, Why: ReasonGiven}
	case err == nil && named.Name == t.Charset:
		return Assumption{How: Named, Value: t.Charset}
	case t.Doubt != "":
		a.Why = ReasonGuessed
	case charset.ASCII(t.Text):
		a.Why = ReasonASCII
	default:
		a.Why = ReasonUTF8
	}
	return a
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
