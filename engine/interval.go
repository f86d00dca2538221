package engine

import (
	"encoding/json"
	"fmt"
	"math"
)

// An Interval is an estimate with its 95 % confidence interval. A bound may be infinite. All three
// values are NaN if the estimate is unknown.
type Interval struct{ Low, At, High float64 }

// Unknown returns the interval for an unknown value: three NaNs.
func Unknown() Interval { return Interval{math.NaN(), math.NaN(), math.NaN()} }

// Known reports whether the estimate is known.
func (i Interval) Known() bool { return !math.IsNaN(i.At) }

// Bounded reports whether the estimate and both bounds are finite.
func (i Interval) Bounded() bool {
	for _, x := range []float64{i.Low, i.At, i.High} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// EloText formats an Elo difference and its interval in whole numbers.
func (i Interval) EloText() string {
	if !i.Known() {
		return "unknown"
	}
	round := func(x float64) float64 { return math.Round(x) + 0 } // 0 instead of -0
	text := fmt.Sprintf("%+.0f to %+.0f", round(i.Low), round(i.High))
	switch below, above := math.IsInf(i.Low, -1), math.IsInf(i.High, 1); {
	case below && above:
		text = "no bounds"
	case below:
		text = fmt.Sprintf("below %+.0f", round(i.High))
	case above:
		text = fmt.Sprintf("above %+.0f", round(i.Low))
	}
	if math.IsInf(i.At, 0) {
		return text
	}
	return fmt.Sprintf("%+.0f (%s)", round(i.At), text)
}

type intervalJSON struct {
	Low  *float64 `json:"low"`
	At   *float64 `json:"at"`
	High *float64 `json:"high"`
}

// MarshalJSON encodes an object with low, at and high. Values that are not finite become null.
func (i Interval) MarshalJSON() ([]byte, error) {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		x += 0 // 0 instead of -0
		return &x
	}
	return json.Marshal(intervalJSON{finite(i.Low), finite(i.At), finite(i.High)})
}

// UnmarshalJSON decodes the output of [Interval.MarshalJSON]. A null bound becomes infinite; a null
// estimate makes all three values NaN.
func (i *Interval) UnmarshalJSON(text []byte) error {
	var read intervalJSON
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if *i = Unknown(); read.At == nil {
		return nil
	}
	*i = Interval{math.Inf(-1), *read.At, math.Inf(1)}
	if read.Low != nil {
		i.Low = *read.Low
	}
	if read.High != nil {
		i.High = *read.High
	}
	return nil
}
