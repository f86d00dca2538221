package draw

import (
	"fmt"

	"rosette/game/board"
)

// An ownershipMark is a symbol for ownership of at least some strength.
type ownershipMark struct {
	from   float32               // smallest strength, 0 to 1
	square board.ByColor[string] // by colour
	words  string
}

// ownershipMarks are the symbols in ASCII and Unicode, the strongest first. Weaker ownership is
// drawn as an empty point.
var ownershipMarks = [2][]ownershipMark{
	{
		{0.75, board.ByColor[string]{board.Black: "X", board.White: "O"}, "surely"},
		{0.25, board.ByColor[string]{board.Black: "x", board.White: "o"}, "rather"},
	},
	{
		{0.75, board.ByColor[string]{board.Black: "■", board.White: "□"}, "surely"},
		{0.25, board.ByColor[string]{board.Black: "▪", board.White: "▫"}, "rather"},
	},
}

func (s Style) ownershipMarks() []ownershipMark {
	if s.Unicode {
		return ownershipMarks[1]
	}
	return ownershipMarks[0]
}

// Ownership returns the board as text with each point's expected owner instead of stones. Owner has
// a value per point, from −1 (White's) to 1 (Black's).
func Ownership(g *board.Graph, s Style, owner []float32) string {
	stands := func(p board.Point, _ bool) (string, ink) {
		c, x := board.Black, owner[p]
		if x < 0 {
			c, x = board.White, -x
		}
		for _, share := range s.ownershipMarks() {
			if x >= share.from {
				return share.square[c], inks[c]
			}
		}
		return s.marks().stone[board.Empty], lines
	}
	return s.draw(&board.New(g).View, textView{symbol: stands})
}

// OwnershipLegend explains the symbols in [Ownership] in one line.
func OwnershipLegend(s Style) string {
	legend := ""
	for _, c := range board.Colors {
		for _, share := range s.ownershipMarks() {
			legend += fmt.Sprintf("%s %s %s  ", share.square[c], share.words, c)
		}
	}
	return legend + s.marks().stone[board.Empty] + " open"
}
