package draw

import (
	"cmp"
	"fmt"
	"strings"
)

// A Flower is the face of an opponent or a user, around the origin.
type Flower struct {
	Petal  string  // path of the upward petal
	Petals int     // their number, 0 for six
	Double bool    // draw a smaller flower on a pale one
	Ring   float64 // radius of a hole in the background colour, 0 for none
	Dot    float64 // radius of the centre, 0 for none
}

// SVG returns the flower as an SVG element for a page. The page's style sheet sets size and colours
// for the class face, and the background colour for ring within it. Assistive technology skips it,
// so the name should be next to it. id is the attribute data-opponent, "" for a user.
func (f Flower) SVG(id string) string {
	var out strings.Builder
	out.WriteString(`<svg class="face"`)
	if id != "" {
		fmt.Fprintf(&out, ` data-opponent="%s"`, escaped(id))
	}
	out.WriteString(` viewBox="-62 -62 124 124" aria-hidden="true">`)
	step := 360 / float64(cmp.Or(f.Petals, 6))
	petals := func(first float64, more string) {
		for turn := first; turn < 359.9; turn += step {
			fmt.Fprintf(&out, `<path d="%s" transform="rotate(%s)%s"/>`, f.Petal, coordinate(turn), more)
		}
	}
	if f.Double {
		out.WriteString(`<g opacity=".42">`)
		petals(0, "")
		out.WriteString(`</g>`)
		petals(step/2, " scale(.72)")
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
