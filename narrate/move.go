package narrate

import (
	"rosette/game/board"
)

// A Move is a move with what it has done.
type Move struct {
	Color     board.Color
	Point     string // its name; "" is a pass
	Captured  int    // stones of the opponent that it took
	Suicide   int    // stones of its own colour that came off, itself among them
	Rosette   bool   // it completed a rosette
	Forbidden string // the key of the rule that forbids it, such as "ko", if it was only tried
}

// Messages returns what a move means: a message, and a second one for a move that
// both takes stones and completes a rosette.
func (m Move) Messages() []Message {
	args := map[string]any{"color": color(m.Color)}
	if m.Point != "" {
		args["point"] = m.Point
	}
	first := Message{Args: args}
	switch {
	case m.Forbidden != "":
		first.Key = "move.forbidden." + m.Forbidden
	case m.Point == "":
		first.Key = "move.pass"
	case m.Suicide > 0:
		first.Key, args["n"] = "event.suicide", m.Suicide
	case m.Captured > 0:
		first.Key, args["n"] = "move.takes", m.Captured
	case m.Rosette:
		first.Key = "move.rosette"
	default:
		first.Key = "move.play"
	}
	if m.Captured > 0 && m.Rosette {
		return []Message{first, {Key: "event.rosette", Args: map[string]any{"color": color(m.Color)}}}
	}
	return []Message{first}
}
