package draw

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the Go fonts, regular and bold, parsed on first use.
var fonts = [2]func() *opentype.Font{parsed(goregular.TTF), parsed(gobold.TTF)}

func parsed(ttf []byte) func() *opentype.Font {
	return sync.OnceValue(func() *opentype.Font {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic("draw: the font that is built in: " + err.Error())
		}
		return f
	})
}

func fontOf(bold bool) *opentype.Font {
	if bold {
		return fonts[1]()
	}
	return fonts[0]()
}

// glyphs calls see for each glyph with the place where it begins, in em, and
// returns the width of the text in em. Outlines are in units of which an em has
// that many, y downwards.
func glyphs(text string, bold bool, see func(at float64, outline sfnt.Segments, em float64)) float64 {
	f := fontOf(bold)
	var buffer sfnt.Buffer
	em := float64(f.UnitsPerEm()) * 64
	ppem := fixed.I(int(f.UnitsPerEm()))
	at := 0.0
	for _, r := range text {
		i, err := f.GlyphIndex(&buffer, r)
		if err != nil {
			panic("draw: the font that is built in: " + err.Error())
		}
		if see != nil {
			outline, err := f.LoadGlyph(&buffer, i, ppem, nil)
			if err != nil {
				panic("draw: the font that is built in: " + err.Error())
			}
			see(at, outline, em)
		}
		advance, err := f.GlyphAdvance(&buffer, i, ppem, font.HintingNone)
		if err != nil {
			panic("draw: the font that is built in: " + err.Error())
		}
		at += float64(advance) / em
	}
	return at
}

// fit returns the text and its size so that it is no wider than room: it
// shrinks to floor and is cut beyond that.
func fit(text string, bold bool, size, floor, room float64) (string, float64) {
	width := glyphs(text, bold, nil)
	if width*size <= room {
		return text, size
	}
	if width*floor <= room {
		return text, room / width
	}
	runes := []rune(text)
	for len(runes) > 1 && glyphs(string(runes)+"…", bold, nil)*floor > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…", floor
}
