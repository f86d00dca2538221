package draw_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"rosette/draw"
)

// TestAQRCodeHasItsThreeFinders reads the drawing as modules and looks for the squares that let a
// reader find the code.
func TestAQRCodeHasItsThreeFinders(t *testing.T) {
	svg, err := draw.QR("https://go.example.org/games/abcdefghijklmnopqrstuvwxyz", `<b>"link"</b>`)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		ViewBox string `xml:"viewBox,attr"`
		Label   string `xml:"aria-label,attr"`
		Path    struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal([]byte(svg), &read); err != nil || read.Label != `<b>"link"</b>` {
		t.Fatalf("%q, %v", read.Label, err)
	}
	var side int
	if _, err := fmt.Sscanf(read.ViewBox, "0 0 %d", &side); err != nil {
		t.Fatal(err)
	}
	black := map[[2]int]bool{}
	for run := range strings.SplitSeq(strings.TrimSuffix(read.Path.D, "z"), "z") {
		var x, y, n, back int
		if _, err := fmt.Sscanf(run, "M%d %dh%dv1h-%d", &x, &y, &n, &back); err != nil || n != back {
			t.Fatalf("%q: %v", run, err)
		}
		for i := range n {
			black[[2]int{x + i, y}] = true
		}
	}
	for _, at := range [][2]int{{4, 4}, {side - 11, 4}, {4, side - 11}} {
		for y := range 7 {
			for x := range 7 {
				ring := min(x, y, 6-x, 6-y)
				if want := ring != 1; black[[2]int{at[0] + x, at[1] + y}] != want {
					t.Errorf("the finder at %v, %d, %d is not %t", at, x, y, want)
				}
			}
		}
	}
	for p := range black {
		if p[0] < 4 || p[1] < 4 || p[0] >= side-4 || p[1] >= side-4 {
			t.Errorf("%v is in the margin", p)
		}
	}
	if _, err := draw.QR(strings.Repeat("x", 4000), ""); err == nil {
		t.Error("a code of 4,000 letters")
	}
}
