package draw

import (
	"fmt"
	"html"
	"strings"

	"rsc.io/qr"
)

// quiet is a QR code's blank margin in modules, as in the standard.
const quiet = 4

// QR draws a text, such as an address, as a QR code in SVG, dark on light in every theme, as
// readers expect. A fifth of it may be covered or dirty. Label is its accessible name. It fails if
// the text is too long.
func QR(text, label string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("QR code: %w", err)
	}
	side := code.Size + 2*quiet
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
			}
		}
	}
	return fmt.Sprintf(`<svg class="qr" viewBox="0 0 %d %d" role="img" aria-label="%s" shape-rendering="crispEdges">`+
		`<rect width="%d" height="%d" fill="#fff"/><path d="%s" fill="#000"/></svg>`,
		side, side, html.EscapeString(label), side, side, path.String()), nil
}
