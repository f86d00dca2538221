package playout

import "rosette/game/board"

// A find says where a playout answers the last stone at once, or [board.Pass] if
// it sees nothing.
type find func(e *Evaluator, last board.Point, c board.Color) board.Point

// A reply is something that a playout can be taught.
type reply struct {
	name  string
	find  find
	where func(g *board.Graph) bool // the boards on which it pays, all if nil
}

// replies are tried in turn; add a line to teach one. What each is worth stands
// in docs/bench/playouts.txt, with what did not pay and is gone.
var replies = []reply{
	{"capture", (*Evaluator).capture, nil},
	{"race", (*Evaluator).race, hasRosettes},
	{"escape", (*Evaluator).escape, nil},
	{"press", (*Evaluator).press, isGrid},
	{"shape", (*Evaluator).shape, isGrid},
	{"care", nil, nil}, // no reply: what is drawn at random gives no chain away
}

func hasRosettes(g *board.Graph) bool { return len(g.Rosettes()) > 0 }

func isGrid(g *board.Graph) bool { return g.Lattice() == board.Grid }

// answer returns what a playout plays at once after the opponent's last stone.
func (e *Evaluator) answer(last board.Point, c board.Color, libertyless bool) board.Point {
	if e.board.At(last) == board.Empty { // a suicide
		return board.Pass
	}
	for _, find := range e.finds {
		if p := find(e, last, c); p != board.Pass && e.may(p, c, libertyless) {
			return p
		}
	}
	return board.Pass
}
