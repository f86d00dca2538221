package sgf

import (
	"fmt"
	"sort"
	"strings"

	"rosette/game/sgf/charset"
	"rosette/internal/quote"
)

// decode converts a file to UTF-8, each tree from its own charset. It adds a warning if a charset
// is a guess or some bytes are invalid in it.
func (p *parser) decode(data string) error {
	given, err := GivenCharset(p.o)
	if err != nil {
		return err
	}
	p.given = given
	var text strings.Builder
	for _, part := range charset.DecodeTrees(data, given) {
		p.parts = append(p.parts, decodedPart{text.Len(), part})
		if part.Text.Text == data { // without a copy
			p.text = data
			break
		}
		text.WriteString(part.Text.Text)
	}
	if p.text == "" {
		p.text = text.String()
	}
	p.src.text = p.text
	for _, part := range p.parts {
		at := -1 // the whole file
		if len(p.parts) > 1 {
			at = part.from + part.At
		}
		if part.Doubt != "" {
			p.outside(at, FaultCharsetGuessed, part.Doubt)
		}
		if part.Invalid >= 0 {
			p.outside(part.from+part.Invalid, FaultCharset, "bytes that are not "+part.Charset)
		}
	}
	return nil
}

// A decodedPart is a part of the file that starts at an offset in the text.
type decodedPart struct {
	from int
	charset.TreeText
}

// setCharsets stores in each root how its charset was found.
func (p *parser) setCharsets() {
	for i, root := range p.c.Trees {
		next := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].from > int(root.at) })
		part := p.parts[max(0, next-1)]
		t, declared := part.Text, part.Declared
		if part.Plain {
			declared = strings.TrimSpace(root.Raw("CA"))
			t = charset.Decode("", nil, declared)
			if t.Doubt != "" && len(p.c.Trees) == 1 {
				p.outside(-1, FaultCharsetGuessed, t.Doubt)
			} else if t.Doubt != "" {
				p.outside(int(root.at), FaultCharsetGuessed, t.Doubt)
			}
		}
		root.origin.reading.Charset = CharsetOf(t, p.given, declared)
		if i == 0 {
			p.c.Charset = t.Charset
		}
	}
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
