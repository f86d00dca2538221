package engine

import (
	"encoding/json"
	"math"
	"testing"
)

func TestAnIntervalIsReadAsItIsWritten(t *testing.T) {
	inf := math.Inf(1)
	for text, want := range map[string]Interval{
		`{"low":1,"at":2.5,"high":4}`:         {1, 2.5, 4},
		`{"low":null,"at":2.5,"high":4}`:      {-inf, 2.5, 4},
		`{"low":1,"at":2.5,"high":null}`:      {1, 2.5, inf},
		`{"low":null,"at":null,"high":null}`:  Unknown(),
		`{"low":null,"at":-0.25,"high":null}`: {-inf, -0.25, inf},
	} {
		written, err := json.Marshal(want)
		if err != nil || string(written) != text {
			t.Errorf("%v is written as %s, %v", want, written, err)
		}
		var got Interval
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if !same(got.Low, want.Low) || !same(got.At, want.At) || !same(got.High, want.High) {
			t.Errorf("%s is read as %v", text, got)
		}
		if got.Known() != (text[len(`{"low":null,"at":`)] != 'n' && want.At == want.At) {
			t.Errorf("%s is known: %v", text, got.Known())
		}
	}
	if err := new(Interval).UnmarshalJSON([]byte(`"x"`)); err == nil {
		t.Error("a string is an interval")
	}
}

func TestAnEvenScoreIsWrittenWithoutMinusZero(t *testing.T) {
	even := Interval{math.Inf(-1), math.Copysign(0, -1), math.Inf(1)}
	if text, err := json.Marshal(even); err != nil || string(text) != `{"low":null,"at":0,"high":null}` {
		t.Errorf("it is %s, %v", text, err)
	}
}

func TestADifferenceIsRoundedWithoutMinusZero(t *testing.T) {
	for want, i := range map[string]Interval{
		"+0 (-12 to +13)":  {-12.2, -0.3, 12.6},
		"unknown":          Unknown(),
		"+70 (no bounds)":  {math.Inf(-1), 70, math.Inf(1)},
		"-241 (below +18)": {math.Inf(-1), -241, 18},
		"+241 (above -18)": {-18, 241, math.Inf(1)},
		"below -134":       {math.Inf(-1), math.Inf(-1), -134},
		"above +134":       {134, math.Inf(1), math.Inf(1)},
	} {
		if got := i.EloText(); got != want {
			t.Errorf("%v is %q, want %q", i, got, want)
		}
	}
}

func TestProcessorTimeIsKnownOfASumIfItIsOfAllParts(t *testing.T) {
	if sum := (Cost{2, 1, 1, true}).Plus(Cost{}); sum != (Cost{2, 1, 1, true}) {
		t.Errorf("nothing added gives %+v", sum)
	}
	if sum := (Cost{2, 1, 1, true}).Plus(Cost{1, 1, 0, false}); sum.CPUKnown {
		t.Error("the sum is known, a part is not")
	}
}
