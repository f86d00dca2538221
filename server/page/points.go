package page

import (
	"strings"

	"rosette/game/board"
)

// letters stand for colours in the data of pages.
var letters = map[board.Color]string{board.Empty: "", board.Black: "b", board.White: "w"}

// line writes a colour for each point: b, w or a dot.
func line(g *board.Graph, at func(board.Point) board.Color) string {
	var t strings.Builder
	for p := range board.Point(g.Points()) {
		t.WriteByte(".bw"[at(p)])
	}
	return t.String()
}
