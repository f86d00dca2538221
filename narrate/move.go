package narrate

import (
	"rosette/game/board"
)

// A Move is a move with its effects.
type Move struct {
	Color     board.Color
	Point     string // point's name; "" is a pass
	Captured  int    // opponent's stones captured
	Suicide   int    // own stones removed, including the played one
	Rosette   bool   // it completed a rosette
	Forbidden string // key of the violated rule, such as "ko", for an illegal attempt
}

// Messages returns the messages for a move: one, or two if it both captures stones and completes a
// rosette.
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
