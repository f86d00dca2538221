package chart

import (
	"math"
	"strconv"
	"strings"
)

// An Axis describes an axis: its label, range and ticks.
type Axis struct {
	Label     string  // drawn unless the chart is fluid
	Low, High float64 // smallest range shown; only the drawn values if both are 0
	Ticks     []Tick  // nil: chosen so that the axis begins and ends with a tick; otherwise it ends at Low and High
	Whole     bool    // ticks are whole numbers
	Zero      bool    // include 0
	Format    func(x float64) string
}

// A Tick is a position on an axis with its text.
type Tick struct {
	At   float64
	Text string
}

// The largest numbers of ticks on an axis: as many as fit on the narrowest phone, and in a file.
const (
	mostFluidTicks = 6
	mostTicks      = 9
)

// A scale is an axis with a known range.
type scale struct {
	low, high float64
	ticks     []Tick
	format    func(float64) string
}

// span is a range of numbers, empty at first.
type span struct {
	low, high float64
	some      bool
}

// add widens the span to include numbers.
func (s *span) add(all ...float64) {
	for _, x := range all {
		if !s.some {
			s.low = x
			s.high = x
			s.some = true
		}
		s.low, s.high = min(s.low, x), max(s.high, x)
	}
}

// over returns the scale for an axis that shows the values, with at most most ticks.
func (a Axis) over(values span, most int) scale {
	if a.Low != 0 || a.High != 0 {
		values = span{a.Low, a.High, true}
	}
	if a.Zero {
		values.add(0)
	}
	s := scale{low: values.low, high: values.high, ticks: a.Ticks, format: a.Format}
	if a.Ticks != nil {
		if s.high <= s.low {
			s.high = s.low + 1
		}
		return s
	}
	if a.Whole {
		s.high = max(s.high, s.low+1)
	}
	if s.high <= s.low {
		s.low, s.high = s.low-max(0.5, math.Abs(s.low)/10), s.high+max(0.5, math.Abs(s.high)/10)
	}
	step, digits := stepOf(s.low, s.high, most, a.Whole)
	s.low, s.high = step*math.Floor(s.low/step), step*math.Ceil(s.high/step)
	if s.format == nil {
		s.format = func(x float64) string { return Decimal(x, digits) }
	}
	for i := range int(math.Round((s.high-s.low)/step)) + 1 {
		at := s.low + float64(i)*step
		s.ticks = append(s.ticks, Tick{at, s.format(at)})
	}
	return s
}

// stepOf returns the smallest step of the form 1, 2 or 5 times a power of ten that needs fewer than
// most intervals, and the digits it has after the point.
func stepOf(low, high float64, most int, whole bool) (step float64, digits int) {
	exponent := int(math.Floor(math.Log10(high-low))) - 2
	if whole {
		exponent = max(0, exponent)
	}
	for ; ; exponent++ {
		for _, digit := range []float64{1, 2, 5} {
			step = digit * math.Pow(10, float64(exponent))
			if math.Ceil(high/step)-math.Floor(low/step) < float64(most) {
				return step, max(0, -exponent)
			}
		}
	}
}

// share returns a number's position along the axis, 0 … 1. A number beyond the axis is at its end.
func (s scale) share(x float64) float64 { return min(max((x-s.low)/(s.high-s.low), 0), 1) }

// text formats a number on the axis with one digit more than its ticks.
func (s scale) text(x float64) string {
	if s.format != nil && len(s.ticks) > 1 {
		for _, t := range s.ticks {
			if t.At == x {
				return t.Text
			}
		}
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// Decimal formats a number with fixed digits after the point and the minus sign U+2212.
func Decimal(x float64, digits int) string {
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" { // avoid −0
		text = strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}
