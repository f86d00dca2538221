package page

import (
	"strings"

	"rosette/game/board"
)

// letters represent colours in page data.
var letters = map[board.Color]string{board.Empty: "", board.Black: "b", board.White: "w"}

// line returns a letter for each point's colour: b, w or a dot.
func line(g *board.Graph, at func(board.Point) board.Color) string {
	var t strings.Builder
	for p := range board.Point(g.Points()) {
		t.WriteByte(".bw"[at(p)])
	}
	return t.String()
}
