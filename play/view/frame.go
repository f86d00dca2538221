package view

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/narrate"
	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// A Frame holds the changes in a match after an event, or the whole match.
type Frame struct {
	Kind   string            `json:"kind"`  // "frame"
	Topic  string            `json:"topic"` // "match/ID"
	Seq    int               `json:"seq"`   // last event
	After  int               `json:"after"` // last event before Events; 0: a snapshot without events
	Events []Event           `json:"events"`
	Say    []narrate.Message `json:"say"`   // the Events as keys of the catalogue
	Moves  []wire.Move       `json:"moves"` // all moves; null if Events only add to them
	State  State             `json:"state"`
}

// FrameKind is the Kind of every [Frame].
const FrameKind = "frame"

// Topic returns the topic for a match's frames.
func Topic(id string) string { return "match/" + id }

// moves returns a game's moves.
func moves(g *game.Game) []wire.Move {
	list := make([]wire.Move, g.Ply())
	for i := range list {
		m := g.Move(i)
		list[i] = wire.Move{position.Letter(m.Color), g.Graph().PointName(m.Point)}
	}
	return list
}

// letters joins the letters for colours: "", "b", "w", "bw" or "wb".
func letters(colors ...board.Color) string {
	text := ""
	for _, c := range colors {
		text += position.Letter(c)
	}
	return text
}

// which returns the letters for the colours that satisfy holds.
func which(holds func(board.Color) bool) string {
	text := ""
	for _, c := range board.Colors {
		if holds(c) {
			text += position.Letter(c)
		}
	}
	return text
}
