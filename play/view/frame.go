package view

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/narrate"
	"rosette/server/http/wire"
)

// A Frame is what has changed in a match after an event, or all of it.
type Frame struct {
	Kind   string            `json:"kind"`  // "frame"
	Topic  string            `json:"topic"` // "match/ID"
	Seq    int               `json:"seq"`   // number of the last event
	After  int               `json:"after"` // number of the event before Events; 0: a snapshot without events
	Events []Event           `json:"events"`
	Say    []narrate.Message `json:"say"`   // what Events mean, as keys of the catalogue
	Moves  []wire.Move       `json:"moves"` // the moves that stand; null if Events only add to them
	State  State             `json:"state"`
}

// FrameKind is the Kind of every [Frame].
const FrameKind = "frame"

// Topic returns the topic to which the frames of a match are published.
func Topic(id string) string { return "match/" + id }

// moves returns the moves of a game.
func moves(g *game.Game) []wire.Move {
	list := make([]wire.Move, g.Ply())
	for i := range list {
		m := g.Move(i)
		list[i] = wire.Move{letter(m.Color), g.Graph().PointName(m.Point)}
	}
	return list
}

// letter returns how a colour is written: "b", "w", or "" for Empty.
func letter(c board.Color) string { return [...]string{"", "b", "w"}[c] }

// letters writes colours one after the other: "", "b", "w", "bw" or "wb".
func letters(colors ...board.Color) string {
	text := ""
	for _, c := range colors {
		text += letter(c)
	}
	return text
}

// which writes the colours for which something holds.
func which(holds func(board.Color) bool) string {
	text := ""
	for _, c := range board.Colors {
		if holds(c) {
			text += letter(c)
		}
	}
	return text
}
