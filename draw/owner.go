package draw

import (
	"fmt"

	"rosette/game/board"
)

// A share is how far a point is somebody's, for text: from that much on.
type share struct {
	from   float32
	square board.ByColor[string] // by colour
	words  string
}

// shares are told apart, the surest first; what is less than the last is open.
var shares = [2][]share{
	{{0.75, board.ByColor[string]{board.Black: "X", board.White: "O"}, "surely"}, {0.25, board.ByColor[string]{board.Black: "x", board.White: "o"}, "rather"}},
	{{0.75, board.ByColor[string]{board.Black: "■", board.White: "□"}, "surely"}, {0.25, board.ByColor[string]{board.Black: "▪", board.White: "▫"}, "rather"}},
}

func (s Style) shares() []share {
	if s.Unicode {
		return shares[1]
	}
	return shares[0]
}

// Owners draws whose the points of a board will be, −1 White's to 1 Black's, in
// the place of stones.
func Owners(g *board.Graph, s Style, owner []float32) string {
	stands := func(p board.Point, _ bool) (string, ink) {
		c, x := board.Black, owner[p]
		if x < 0 {
			c, x = board.White, -x
		}
		for _, share := range s.shares() {
			if x >= share.from {
				return share.square[c], inks[c]
			}
		}
		return s.marks().stone[board.Empty], lines
	}
	return s.draw(&board.New(g).View, view{stands: stands})
}

// OwnersLegend says in one line what the marks of [Owners] stand for.
func OwnersLegend(s Style) string {
	legend := ""
	for _, c := range board.Colors {
		for _, share := range s.shares() {
			legend += fmt.Sprintf("%s %s %s  ", share.square[c], share.words, c)
		}
	}
	return legend + s.marks().stone[board.Empty] + " open"
}
