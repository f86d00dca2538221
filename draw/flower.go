package draw

import (
	"fmt"
	"strings"
)

// A Flower is an opponent's face, around the origin.
type Flower struct {
	Petal  string  // path of the upward petal; there are six petals
	Double bool    // draw a smaller flower on a pale one
	Ring   float64 // radius of a hole in the background colour, 0 for none
	Dot    float64 // radius of the centre, 0 for none
}

// SVG returns the flower as an SVG element for a page. The page's style sheet sets size and colours
// for the class face, and the background colour for ring within it. Assistive technology skips it,
// so the name should be next to it.
func (f Flower) SVG(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="face" data-opponent="%s" viewBox="-62 -62 124 124" aria-hidden="true">`,
		escaped(name))
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
