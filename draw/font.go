package draw

import (
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// em is the font size in outline units.
const em = 2048 * 64

// A letter is a glyph in a typeface.
type letter struct {
	outline sfnt.Segments // in em units, y downwards, from the letter's start
	advance float64       // in em: start of the next letter
}

// A typeface is a font whose letters are loaded on first use.
type typeface struct {
	font    *sfnt.Font
	letters []atomic.Pointer[letter] // by index in the font
}

// typefaces holds the Go fonts, regular and bold, parsed on first use.
var typefaces = [2]func() *typeface{parsed(goregular.TTF), parsed(gobold.TTF)}

func parsed(ttf []byte) func() *typeface {
	return sync.OnceValue(func() *typeface {
		f, err := sfnt.Parse(ttf)
		mustFont(err)
		if f.UnitsPerEm()*64 != em {
			panic("draw: the font that is built in has other units")
		}
		return &typeface{f, make([]atomic.Pointer[letter], f.NumGlyphs())}
	})
}

func typefaceOf(bold bool) *typeface {
	if bold {
		return typefaces[1]()
	}
	return typefaces[0]()
}

// letter returns a character's glyph, or a box if the font lacks it.
func (t *typeface) letter(r rune) *letter {
	i, err := t.font.GlyphIndex(nil, r)
	mustFont(err)
	if l := t.letters[i].Load(); l != nil {
		return l
	}
	buffer := new(sfnt.Buffer)
	outline, err := t.font.LoadGlyph(buffer, i, fixed.I(em/64), nil)
	mustFont(err)
	advance, err := t.font.GlyphAdvance(buffer, i, fixed.I(em/64), font.HintingNone)
	mustFont(err)
	l := &letter{slices.Clone(outline), float64(advance) / em}
	t.letters[i].Store(l)
	return l
}

func mustFont(err error) {
	if err != nil {
		panic("draw: the font that is built in: " + err.Error())
	}
}

// textWidth returns the width of a text in em.
func textWidth(text string, bold bool) (width float64) {
	t := typefaceOf(bold)
	for _, r := range text {
		width += t.letter(r).advance
	}
	return width
}

// fit returns the text and its size, no wider than room: it shrinks down to size floor, and then is
// cut.
func fit(text string, bold bool, size, floor, room float64) (string, float64) {
	width := textWidth(text, bold)
	if width*size <= room {
		return text, size
	}
	if width*floor <= room {
		return text, room / width
	}
	t := typefaceOf(bold)
	width = t.letter('…').advance
	for i, r := range text {
		if width += t.letter(r).advance; i > 0 && width*floor > room {
			return text[:i] + "…", floor
		}
	}
	return text, floor // a single letter
}
