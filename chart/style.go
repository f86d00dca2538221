package chart

import "fmt"

// Colours, dashes and markers for series, in turn. The lengths of the three lists (7, 4 and
// 5) have no common divisor, so that the first 140 series look different, and successive series
// differ in all three.
var (
	colors  = []string{"#1f4e79", "#b45309", "#15803d", "#7e22ce", "#be123c", "#0e7490", "#57534e"}
	dashes  = []string{"", "7 3", "2 3", "9 3 2 3"}
	markers = []func(r float64) string{circle, square, triangle, diamond, cross}
)

// A style is a series' appearance.
type style struct {
	color, dash string
	marker      func(r float64) string
}

// styleOf returns the style for the i-th series.
func styleOf(i int) style {
	return style{colors[i%len(colors)], dashes[i%len(dashes)], markers[i%len(markers)]}
}

func circle(r float64) string {
	return fmt.Sprintf("M%[2]s 0a%[1]s %[1]s 0 1 0 %[3]s 0a%[1]s %[1]s 0 1 0 %[4]sz", number(r), number(-r),
		number(2*r), number(-2*r))
}

func square(r float64) string {
	return fmt.Sprintf("M%[1]s %[1]sh%[2]sv%[2]sh%[3]sz", number(-r), number(2*r), number(-2*r))
}

func triangle(r float64) string {
	return fmt.Sprintf("M0 %sl%s %sh%sz", number(-1.2*r), number(1.2*r), number(2.1*r), number(-2.4*r))
}

func diamond(r float64) string {
	return fmt.Sprintf("M0 %[1]sl%[2]s %[2]sl%[1]s %[2]sl%[1]s %[1]sz", number(-1.3*r), number(1.3*r))
}

func cross(r float64) string {
	return fmt.Sprintf("M%[1]s %[1]sL%[2]s %[2]sM%[1]s %[2]sL%[2]s %[1]s", number(-r), number(r))
}
