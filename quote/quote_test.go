package quote

import (
	"strings"
	"testing"
)

func TestLongTextIsClipped(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"rosette-5", "rosette-5"},
		{strings.Repeat("x", 24), strings.Repeat("x", 24)},
		{strings.Repeat("x", 25), strings.Repeat("x", 24) + "…"},
		{strings.Repeat("é", 25), strings.Repeat("é", 24) + "…"},
		{strings.Repeat("\x00", 99), strings.Repeat("\x00", 6) + "…"},
		{strings.Repeat("\xff", 99), strings.Repeat("\xff", 6) + "…"},
		{strings.Repeat("\n", 13), strings.Repeat("\n", 12) + "…"},
		{strings.Repeat("\U000e0001", 3), strings.Repeat("\U000e0001", 2) + "…"},
	} {
		if got := Clip(c.text, 24); got != c.want {
			t.Errorf("Clip(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
