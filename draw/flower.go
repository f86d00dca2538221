package draw

import (
	"fmt"
	"strings"
)

// A Flower is the face of an opponent, around the origin.
type Flower struct {
	Petal  string  // the path of the petal that points up; there are six
	Double bool    // a smaller flower lies on a pale one
	Ring   float64 // radius of a hole in the colour of the ground, 0 for none
	Dot    float64 // radius of the middle, 0 for none
}

// SVG returns the flower as an SVG element of a page, whose style sheet gives size and
// colours to the class face, and the colour of the ground to ring within it. Assistive
// technology skips it: the name should stand beside it.
func (f Flower) SVG(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="face" data-opponent="%s" viewBox="-62 -62 124 124" aria-hidden="true">`, escaped(name))
	petals := func(first int, more string) {
		for turn := first; turn < 360; turn += 60 {
			fmt.Fprintf(&out, `<path d="%s" transform="rotate(%d)%s"/>`, f.Petal, turn, more)
		}
	}
	if f.Double {
		out.WriteString(`<g opacity=".42">`)
		petals(0, "")
		out.WriteString(`</g>`)
		petals(30, " scale(.72)")
	} else {
		petals(0, "")
	}
	if f.Ring > 0 {
		fmt.Fprintf(&out, `<circle class="ring" r="%v"/>`, f.Ring)
	}
	if f.Dot > 0 {
		fmt.Fprintf(&out, `<circle r="%v"/>`, f.Dot)
	}
	out.WriteString(`</svg>`)
	return out.String()
}
