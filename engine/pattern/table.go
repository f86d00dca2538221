package pattern

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"rosette/game/board"
)

// A Table holds the pattern weights for one lattice.
type Table struct {
	Lattice board.Lattice
	Weights map[Code]float64 // by canonical code; a code without an entry weighs 1
}

// letters spell the four values that a place can have: empty, own, opponent, off the board.
const letters = ".xo#"

// format writes a code as one letter for each place.
func (r neighbourhood) format(c Code) string {
	var s strings.Builder
	for i := range r.steps {
		s.WriteByte(letters[c>>(2*i)&3])
	}
	return s.String()
}

// parse is the inverse of format.
func (r neighbourhood) parse(s string) (Code, error) {
	var c Code
	if len(s) != len(r.steps) {
		return 0, fmt.Errorf("pattern %q has %d points; write %d", s, len(s), len(r.steps))
	}
	for i := range len(s) {
		at := strings.IndexByte(letters, s[i])
		if at < 0 {
			return 0, fmt.Errorf("pattern %q: write only %s", s, letters)
		}
		c |= Code(at) << (2 * i)
	}
	return c, nil
}

// Write writes the table as text: the lattice on the first line, then a pattern and its weight on
// each line. A pattern has one letter for each point in the neighbourhood: x own stone, o opposing
// stone, . empty, # off the board.
func (t *Table) Write(to io.Writer) error {
	r := neighbourhoods[t.Lattice]
	w := bufio.NewWriter(to)
	fmt.Fprintln(w, t.Lattice)
	codes := make([]Code, 0, len(t.Weights))
	for c := range t.Weights {
		codes = append(codes, c)
	}
	slices.Sort(codes)
	for _, c := range codes {
		fmt.Fprintf(w, "%s %.3g\n", r.format(c), t.Weights[c])
	}
	return w.Flush()
}

// Read parses the format written by [Table.Write]. Patterns need not be canonical. Errors name the
// line.
func Read(from io.Reader) (*Table, error) {
	t := &Table{Weights: map[Code]float64{}}
	lines := bufio.NewScanner(from)
	if lines.Scan() {
		t.Lattice = board.Lattice(lines.Text())
	}
	r, ok := neighbourhoods[t.Lattice]
	if !ok {
		return nil, fmt.Errorf("line 1: no patterns of lattice %q; use %s or %s", t.Lattice, board.Honeycomb,
			board.Grid)
	}
	for n := 2; lines.Scan(); n++ {
		word, number, _ := strings.Cut(lines.Text(), " ")
		c, err := r.parse(word)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		weight, err := strconv.ParseFloat(number, 64)
		if err != nil || !(weight > 0 && weight < 1e6) {
			return nil, fmt.Errorf("line %d: weight %q; write a number over 0", n, number)
		}
		t.Weights[r.canonical(c)] = weight
	}
	return t, lines.Err()
}
