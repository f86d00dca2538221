package computer

import "rosette/game/board"

// An opinion holds results about a match that the computer needs in more than one turn: its highest
// bid, and the dead stones in a position whose marks change. It is stored so that the computer does
// not contradict itself or search twice; if it is lost, the computer searches again. All other
// state follows from the match's events.
type opinion struct {
	price    *float64
	dead     *DeadStones
	position board.Hash // position judged in dead
	refused  int        // number of the last event before a refused command
}
