package view

import "rosette/game/board"

// notNil returns list, or an empty list for nil, so that JSON has [] instead of null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// pointLetters writes ".", "b" or "w" for each point.
func pointLetters(g *board.Graph, at func(board.Point) board.Color) string {
	text := make([]byte, g.Points())
	for p := range text {
		text[p] = ".bw"[at(board.Point(p))]
	}
	return string(text)
}
