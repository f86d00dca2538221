package web

import (
	"slices"
	"strings"

	"rosette/i18n"
)

// bars show for each board where fair komi lies, and the guesses below it.
type bars struct {
	Height, Foot int // numbers stand at the foot
	Ticks        []tick
	Rows         []bar
	Alt          string // all of it in words
}

// A bar is one board's.
type bar struct {
	Name, Value         string
	NameY, Y, GuessY    int
	Top, Floor          int // of the lines across
	Known               bool
	Left, Right, Middle string
	Width               string
	OpenLow, OpenHigh   bool // the games leave that end open
	Guesses             []diamond
}

// A diamond is a guess; the one for the rules that were measured is full.
type diamond struct {
	At  string
	Own bool
}

// Measures of the picture, in pixels.
const (
	barHead = 18 // the name's line
	barTall = 76 // a board
	barFoot = 16 // the numbers
)

func newBars(lang string, found map[string]*finding) bars {
	floor := barTall * len(komiBoards)
	b := bars{Foot: floor + barFoot - 8, Height: floor + barFoot}
	a := axisOver(lang, reach(found, slices.Min), reach(found, slices.Max))
	b.Ticks = a.ticks()
	alt := []string{i18n.T(lang, "komi.bars", nil)}
	for i, name := range komiBoards {
		f, top := found[name], i*barTall
		row := bar{
			Name: title(name), Value: fairInWords(lang, f), Known: f != nil && f.known(),
			NameY: top + barHead, Top: top + barHead + 8, Y: top + barHead + 20, GuessY: top + barHead + 39, Floor: top + barHead + 49,
		}
		if row.Known {
			row.lay(a, f.Komi)
		} else {
			row.GuessY = row.Y + 8 // there is no bar to stand below
		}
		for _, g := range guessesOf(name) {
			row.Guesses = append(row.Guesses, diamond{a.at(g.komi), g.of(f)})
		}
		b.Rows = append(b.Rows, row)
		alt = append(alt, row.Name+": "+row.Value)
	}
	b.Alt = strings.Join(alt, " ") + "."
	return b
}

// lay puts the bar on the axis.
func (b *bar) lay(a axis, komi estimated) {
	left, right := 0.0, 1.0
	if b.OpenLow = komi.Low == nil; !b.OpenLow {
		left = a.share(*komi.Low)
	}
	if b.OpenHigh = komi.High == nil; !b.OpenHigh {
		right = a.share(*komi.High)
	}
	b.Left, b.Right, b.Width, b.Middle = percentage(left), percentage(right), percentage(right-left), a.at(*komi.At)
}

// reach is the least or the most of all that the picture shows.
func reach(found map[string]*finding, of func([]float64) float64) float64 {
	all := []float64{0}
	for _, name := range komiBoards {
		for _, g := range guessesOf(name) {
			all = append(all, g.komi)
		}
		if f := found[name]; f != nil && f.known() {
			for _, komi := range []*float64{f.Komi.Low, f.Komi.At, f.Komi.High} {
				if komi != nil {
					all = append(all, *komi)
				}
			}
		}
	}
	return of(all)
}

// fairInWords is what is known of a board: 6.3 (1.5 to 11.6).
func fairInWords(lang string, f *finding) string {
	switch {
	case f == nil:
		return i18n.T(lang, "komi.unmeasured", nil)
	case !f.known():
		return i18n.T(lang, "komi.unknown", nil)
	}
	return i18n.Decimal(lang, *f.Komi.At, 1) + " (" + spanInWords(lang, f.Komi, 1) + ")"
}

// spanInWords writes an interval, of which an end may be open.
func spanInWords(lang string, e estimated, decimals int) string {
	args := i18n.Args{}
	for name, bound := range map[string]*float64{"low": e.Low, "high": e.High} {
		if bound != nil {
			args[name] = i18n.Decimal(lang, *bound, decimals)
		}
	}
	switch {
	case e.Low == nil:
		return i18n.T(lang, "komi.upto", args)
	case e.High == nil:
		return i18n.T(lang, "komi.from", args)
	}
	return i18n.T(lang, "komi.span", args)
}
