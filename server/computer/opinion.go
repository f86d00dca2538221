package computer

import "rosette/game/board"

// An opinion is what the computer has found about a match and needs in more than one
// turn: the price that it bids up to, and which stones are dead in a position whose
// marks change. It is kept so that the computer does not contradict itself and does
// not think twice; if it is lost, the computer thinks again. Everything else follows
// from the events of the match.
type opinion struct {
	price    *float64
	dead     *DeadStones
	position board.Hash // that dead is of
	refused  int        // number of the event after which a command of the computer was refused
}
