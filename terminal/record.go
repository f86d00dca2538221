package terminal

import (
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
)

// Record returns the match of the session as [Record] does.
func (s *Session) Record() (root *sgf.Node, ok bool, err error) { return Record(s.match) }

// Record returns a match as a game record: the players with their ranks, board and
// rules, komi, handicap, the moves and the result. ok is false before komi and
// handicap are settled. Moves of a confirmation are not part of the game.
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
	if m.Over() {
		root.SetResult(m.Result())
	}
	return root, true, nil
}
