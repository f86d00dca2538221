package view

import (
	"fmt"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
)

// Record returns a match as a game record: the players with their ranks, board and rules, komi,
// handicap, the moves and the result. Ok is false before komi and handicap are settled, so it never
// shows bids. Moves in a confirmation are not part of the game. A general comment states whether
// the players agreed on computer advice.
func Record(m *play.Match) (root *sgf.Node, ok bool, err error) {
	if !m.Begun() {
		return nil, false, nil
	}
	played := m.GameAt(m.Moves())
	if root, err = sgf.FromGame(played); err != nil {
		return nil, false, err
	}
	for _, c := range board.Colors {
		names := map[board.Color][2]string{board.Black: {"PB", "BR"}, board.White: {"PW", "WR"}}[c]
		seat := m.Seat(c)
		root.Set(names[0], sgf.Escape(seat.Name))
		if seat.Rank != "" {
			root.Set(names[1], seat.Rank)
		}
	}
	if ply, ok := m.Aided(); ok {
		root.Set("GC",
			sgf.Escape(fmt.Sprintf(
				"After move %d the players agreed that both may use estimates and hints by the computer.", ply,
			)))
	}
	if m.Over() {
		root.SetResult(m.Result())
	}
	return root, true, nil
}
