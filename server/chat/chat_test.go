package chat

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestALineIsCleanAndShort(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                            "hello",
		"  two \n\t lines ":                "two lines",
		"a\x00b\x1b[31mc":                  "ab[31mc",
		"\u202eevil\u202c":                 "evil",
		"\u2066a\u2069\u200fb":             "ab",
		"שלום":                             "שלום",
		"👩\u200d👧":                         "👩\u200d👧",
		"z" + strings.Repeat("\u0301", 40): "z" + strings.Repeat("\u0301", 3),
		"caf\xe9":                          "caf",
		strings.Repeat("é", 300):           strings.Repeat("é", 300),
		"<b>& \"":                          "<b>& \"",
	} {
		if got, err := Clean(text); err != nil || got != want {
			t.Errorf("%q becomes %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]error{
		"":                                ErrEmpty,
		" \u200b\n ":                      ErrEmpty,
		"\u202e":                          ErrEmpty,
		strings.Repeat("x", 301):          ErrTooLong,
		strings.Repeat("a ", 1<<20):       ErrTooLong,
		strings.Repeat("\U0001F600", 301): ErrTooLong,
	} {
		if got, err := Clean(text); !errors.Is(err, want) || got != "" {
			t.Errorf("%.20q becomes %.20q, %v, want %v", text, got, err, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a \u202e b")
	f.Fuzz(func(t *testing.T, text string) {
		once, err := Clean(text)
		if err != nil {
			return
		}
		if again, err := Clean(once); err != nil || again != once {
			t.Errorf("%q cleaned again is %q, %v", once, again, err)
		}
	})
}

func TestPlayersAndOthersReadApartUntilTheEnd(t *testing.T) {
	for _, c := range []struct {
		player, over bool
		want         []Part
	}{
		{true, false, []Part{Players}},
		{false, false, []Part{Watchers}},
		{true, true, []Part{Players, Watchers}},
		{false, true, []Part{Players, Watchers}},
	} {
		if got := readParts(c.player, c.over); !slices.Equal(got, c.want) || !slices.Contains(got, writePart(c.player)) {
			t.Errorf("player %t, over %t: %v", c.player, c.over, got)
		}
	}
}
