package editor

import (
	"rosette/play/view/position"
	"rosette/study"
)

const maxPictures = 24 // chapters in a response with a position

// A picture is the position in a list of chapters.
type picture struct {
	node   *study.Node
	stones string
}

// stones returns the position in a chapter at the node last looked at, or at its main line's end,
// with b, w or . for each point. It returns "" for a chapter without a board.
func (e *Editor) stones(c *study.Chapter) string {
	n := e.left[c]
	switch {
	case c == e.at.Chapter:
		return position.Stones(e.line.replayer.Game().Board())
	case n == nil || !n.Visible():
		for n = c.Root; len(n.Children()) > 0; n = n.Children()[0] {
		}
	}
	if known, ok := e.pictures[c]; ok && known.node == n {
		return known.stones
	}
	var w walker
	if w.to(n) != nil {
		return ""
	}
	drawn := picture{n, position.Stones(w.replayer.Game().Board())}
	e.pictures[c] = drawn
	return drawn.stones
}
