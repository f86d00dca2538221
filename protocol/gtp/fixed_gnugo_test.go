package gtp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

func TestFixedHandicapStonesStandWhereGNUGoPutsThem(t *testing.T) {
	d := duet{t: t, it: beside(t)}
	for side := 7; side <= 19; side++ {
		if side == 12 { // GNU Go leaves the third line here already, the specification at 13
			continue
		}
		g := board.Square(side, side)
		d.ask(d.it, fmt.Sprintf("boardsize %d", side))
		for n := 2; n <= 9; n++ {
			var want []string
			points, err := g.Fixed(n)
			for _, p := range points {
				want = append(want, g.PointName(p))
			}
			d.ask(d.it, "clear_board")
			answer, refused := d.it.Send(fmt.Sprintf("fixed_handicap %d", n))
			got := strings.Fields(answer)
			slices.Sort(got)
			slices.Sort(want)
			if (err == nil) != (refused == nil) || err == nil && !slices.Equal(got, want) {
				t.Errorf("side %d, %d stones: %v, %v; GNU Go %q, %v", side, n, want, err, answer, refused)
			}
		}
	}
}
