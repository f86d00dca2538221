package game

import (
	"os"
	"strings"
	"testing"

	"rosette/game/board"
)

// A goscorerCase is a position in testdata/goscorer.txt.
type goscorerCase struct {
	name, why                string
	position, theirs, expect string
	width, height            int
}

func goscorerCases(t *testing.T) (all []goscorerCase) {
	t.Helper()
	data, err := os.ReadFile("testdata/goscorer.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || line[0] == '#':
		case line[0] != ' ':
			all = append(all, goscorerCase{name: fields[0]})
		case fields[0] == "why":
			all[len(all)-1].why = strings.Join(fields[1:], " ")
		default:
			c := &all[len(all)-1]
			c.width, c.height = len(fields[0]), c.height+1
			c.position = c.position + fields[0]
			c.theirs = c.theirs + fields[1]
			c.expect = c.expect + fields[len(fields)-1]
		}
	}
	return all
}

// territory returns the territory by the Japanese rules of 1989, in the notation of the file.
func (c *goscorerCase) territory(t *testing.T) string {
	t.Helper()
	stones := make([]board.Color, len(c.position))
	var dead []board.Point
	for p, sign := range c.position {
		stones[p] = map[rune]board.Color{'x': board.Black, 'b': board.Black, 'o': board.White, 'w': board.White}[sign]
		if sign == 'b' || sign == 'w' {
			dead = append(dead, board.Point(p))
		}
	}
	b, err := board.Setup(board.Square(c.width, c.height), stones)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := Preset("japanese-1989")
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(c.position)
	for p, owner := range From(b, rules, board.Black).Score(dead...).Owner {
		if strings.IndexByte(".bw", text[p]) >= 0 && owner != board.Empty {
			text[p] = " za"[owner]
		}
	}
	return string(text)
}

func TestTerritoryIsThatOfGoscorerOrTheFileSaysWhyNot(t *testing.T) {
	all := goscorerCases(t)
	if len(all) != 76 {
		t.Errorf("%d positions, want 76", len(all))
	}
	for _, c := range all {
		if got := c.territory(t); got != c.expect {
			t.Errorf("%s: territory is\n%s, want\n%s", c.name, got, c.expect)
		}
		if (c.why == "") != (c.theirs == c.expect) {
			t.Errorf("%s: territory differs from goscorer's: %v, reasons: %q", c.name, c.theirs != c.expect, c.why)
		}
		for _, why := range strings.Fields(c.why) {
			if !strings.Contains("dead false-eye divided read", why) {
				t.Errorf("%s: reason %s", c.name, why)
			}
		}
	}
}
