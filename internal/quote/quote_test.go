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

func TestPlainTextHasNoCharacterThatIsNotSeen(t *testing.T) {
	for text, want := range map[string]string{
		"Ann": "Ann", "ann\u202enna": "ann\ufffdnna", "a\x00b\n": "a\ufffdb\ufffd", "\u200bé": "\ufffdé", strings.Repeat("x", 30): strings.Repeat("x", 24) + "…",
	} {
		if got := Plain(text, 24); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
