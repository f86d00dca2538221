package web

import (
	"fmt"
	"math"

	"rosette/i18n"
)

// An axis of komi lies across a picture, whose width is 100 % however wide the
// window: only so do letters keep their size.
type axis struct {
	lang      string
	low, high float64
	step      float64
}

// A tick is a number on an axis.
type tick struct{ At, Text string }

// mostTicks fit beside each other on the narrowest phone.
const mostTicks = 6

// axisOver is the axis that holds all numbers and begins and ends with a tick.
func axisOver(lang string, low, high float64) axis {
	high = max(high, low+1)
	a := axis{lang: lang}
	for power := 1.0; a.step == 0; power *= 10 {
		for _, digit := range []float64{1, 2, 5} {
			step := digit * power
			a.low, a.high = step*math.Floor(low/step), step*math.Ceil(high/step)
			if (a.high-a.low)/step < mostTicks {
				a.step = step
				break
			}
		}
	}
	return a
}

// at says where a komi lies, as SVG wants it; what lies beyond is at the end.
func (a axis) at(komi float64) string { return percentage(a.share(komi)) }

// share is how far along the axis a komi lies, from 0 to 1.
func (a axis) share(komi float64) float64 {
	return min(max((komi-a.low)/(a.high-a.low), 0), 1)
}

// ticks are the numbers from the first to the last.
func (a axis) ticks() (all []tick) {
	for i := range int(math.Round((a.high-a.low)/a.step)) + 1 {
		komi := a.low + float64(i)*a.step
		all = append(all, tick{a.at(komi), i18n.Decimal(a.lang, komi, 0)})
	}
	return all
}

// percentage writes a share of the width.
func percentage(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }
