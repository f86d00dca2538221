package local

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/game/life"
)

// picture reads rows of a square board: x is Black, o is White, lower case letters; capitals
// are the same stones outside the region, and , an empty point outside.
func picture(t *testing.T, text string) *Region {
	t.Helper()
	rows := strings.Fields(text)
	g := board.Square(len(rows[0]), len(rows))
	stones := make([]board.Color, g.Points())
	r := &Region{}
	for y, row := range rows {
		for x, c := range row {
			p := board.Point(y*len(row) + x)
			stones[p] = map[rune]board.Color{'x': board.Black, 'o': board.White}[c|' ']
			if c == 'x' || c == 'o' || c == '.' {
				r.Points = append(r.Points, p)
			}
		}
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		t.Fatal(err)
	}
	r.Board = &b.View
	return r
}

func (r *Region) stones(c board.Color) (all []board.Point) {
	for _, p := range r.Points {
		if r.Board.At(p) == c {
			all = append(all, p)
		}
	}
	return all
}

func TestX(t *testing.T) {
	for _, text := range []string{`
		,,,,,,,,,
		,,,,,,,,,
		,,,,,,,,,
		XXXXXXXXX
		,,,,,,,,,
		,,,,,,XXX
		XXXXXXX.X
		Xooooooox
		Xo.xxx.ox`, `
		O,O,X,X,
		OOOOXXXX
		xxxxoooo
		xxx..ooo
		OOOOXXXX
		,O,OX,X,`, `
		O,O,X,X,
		OOOOXXXX
		xx.xo.oo
		xxx.oooo
		OOOOXXXX
		,O,OX,X,`, `
		XXXX,,,
		oooXXX,
		.o.oxX,
		xxxoxX,
		.oooxXX
		xxxxxX,`,
	} {
		r := picture(t, text)
		claims := []Claim{{}, {r.stones(board.White)}, {r.stones(board.Black)}}
		s := &Solver{Limit: 300000, Total: 10000000}
		start := time.Now()
		d, err := s.Decide(t.Context(), r, claims)
		fmt.Printf("%d %+v %v %v\n", r.Empties(), d, err, time.Since(start))
		cl := life.Without(r.Board, d.Claim.Dead)
		for _, g := range life.Groups(&cl.View, life.AllowLibertyless) {
			fmt.Println("   ", g.Color, r.Board.Graph().Names(g.Stones[:1]), g.Seki(), g.Eyes, g.Divided)
		}
	}
}
