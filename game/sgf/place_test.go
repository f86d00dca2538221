package sgf

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// slowPlace finds a place by scanning from the first byte.
func slowPlace(text string, at int) (line, column int) {
	line, start := 1, 0
	for i := 0; i < at; {
		n := newline(text[i:])
		if i += max(n, 1); n > 0 && i <= at {
			line, start = line+1, i
		}
	}
	s := source{text: text}
	return line, s.characters(start, at) + 1
}

func TestPlacesAreThoseOfASlowCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", "é", "\n", "\r", "\r\n", "\n\r", strings.Repeat("b", block-1), strings.Repeat("\r\n", block/2)})
		text := strings.Join(rapid.SliceOfN(piece, 1, 12).Draw(t, "text"), "")
		s := source{text: text}
		for at := range len(text) + 1 {
			if at > 3*block && at%97 > 0 {
				continue
			}
			line, column := s.place(at)
			if l, c := slowPlace(text, at); line != l || column != c {
				t.Fatalf("offset %d of %q is %d:%d, want %d:%d", at, text, line, column, l, c)
			}
		}
	})
}
