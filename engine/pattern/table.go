// Package pattern judges a move by the stones around it: each shape has a weight,
// learned from games of the search itself.
//
// A weight is a strength in the model of Bradley and Terry, as Coulom
// (Computing Elo Ratings of Move Patterns in the Game of Go, 2007) puts moves
// to it: of several moves each is chosen with the chance of its weight over the
// sum of all.
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

// A Table is what is known of the shapes of one lattice.
type Table struct {
	Lattice board.Lattice
	Weights map[Code]float64 // of a move beside the last one, by canonical code; any other move weighs 1
}

// letters are how a ring is written, by the bits of a code.
const letters = ".xo#"

// text writes a ring's code.
func (r ring) text(c Code) string {
	var s strings.Builder
	for i := range r.steps {
		s.WriteByte(letters[c>>(2*i)&3])
	}
	return s.String()
}

// code reads a ring.
func (r ring) code(s string) (Code, error) {
	var c Code
	if len(s) != len(r.steps) {
		return 0, fmt.Errorf("ring %q has %d points; write %d", s, len(s), len(r.steps))
	}
	for i := range len(s) {
		at := strings.IndexByte(letters, s[i])
		if at < 0 {
			return 0, fmt.Errorf("ring %q: write only %s", s, letters)
		}
		c |= Code(at) << (2 * i)
	}
	return c, nil
}

// Write writes the table as text: the lattice, then a ring and its weight in each
// line, where x is who moves, o the opponent, . empty and # off the board.
func (t *Table) Write(to io.Writer) error {
	r := rings[t.Lattice]
	w := bufio.NewWriter(to)
	fmt.Fprintln(w, t.Lattice)
	codes := make([]Code, 0, len(t.Weights))
	for c := range t.Weights {
		codes = append(codes, c)
	}
	slices.Sort(codes)
	for _, c := range codes {
		fmt.Fprintf(w, "%s %.3g\n", r.text(c), t.Weights[c])
	}
	return w.Flush()
}

// Read reads what [Table.Write] wrote.
func Read(from io.Reader) (*Table, error) {
	t := &Table{Weights: map[Code]float64{}}
	lines := bufio.NewScanner(from)
	if lines.Scan() {
		t.Lattice = board.Lattice(lines.Text())
	}
	r, ok := rings[t.Lattice]
	if !ok {
		return nil, fmt.Errorf("line 1: no shapes of lattice %q; use %s or %s", t.Lattice, board.Honeycomb, board.Grid)
	}
	for n := 2; lines.Scan(); n++ {
		word, number, _ := strings.Cut(lines.Text(), " ")
		c, err := r.code(word)
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
