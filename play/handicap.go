package play

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// ToPlace returns the number of handicap stones still to be placed.
func (m *Match) ToPlace() int {
	if m.state.phase != PhaseHandicap {
		return 0
	}
	return m.settings.Handicap - len(m.state.placed)
}

func (m *Match) decidePlace(cmd Command) ([]Event, error) {
	if cmd.By != m.state.toMove {
		return nil, ErrNotYourTurn
	}
	p, err := m.state.game.Graph().Point(cmd.Point)
	if err != nil {
		return nil, ErrNoSuchPoint
	}
	if slices.Contains(m.state.placed, p) {
		return nil, game.ErrOccupied
	}
	if _, err := m.state.withHandicapStone(p); err != nil {
		return nil, game.ErrSuicide
	}
	return []Event{{Kind: Placed, Point: m.state.game.Graph().PointName(p)}}, nil
}

// withHandicapStone returns the board with the handicap stones so far and one
// more.
func (at *state) withHandicapStone(p board.Point) (*board.Board, error) {
	stones := make([]board.Color, at.game.Graph().Points())
	for _, q := range append(slices.Clone(at.placed), p) {
		stones[q] = at.weaker()
	}
	return board.Setup(at.game.Graph(), stones)
}

// Begun reports whether komi and handicap are settled. A match that ended before that has no game.
func (m *Match) Begun() bool {
	return m.state.game != nil && m.state.phase != PhaseKomi && m.state.phase != PhaseHandicap
}

// Moves returns the number of moves in the game, without a confirmation's moves.
func (m *Match) Moves() int { return m.state.game.Ply() }

// Stones returns the number of stones played, including captured ones. Handicap stones and moves in
// a confirmation do not count.
func (m *Match) Stones() (n int) {
	if !m.Begun() {
		return 0
	}
	for i := range m.Moves() {
		if m.state.game.Move(i).Point != board.Pass {
			n++
		}
	}
	return n
}

// GameAt returns a copy of the game after ply moves, or after all moves if there are fewer. Moves
// in the copy can be undone. It is nil unless [Match.Begun]. The cost grows with the number of
// moves.
func (m *Match) GameAt(ply int) *game.Game {
	if !m.Begun() {
		return nil
	}
	at := m.state
	points := at.placed
	if len(points) == 0 {
		points, _ = at.game.Rules().FixedHandicap(at.game.Graph(), at.settings.Handicap)
	}
	at.start(points)
	for i := range min(ply, m.Moves()) {
		move := m.state.game.Move(i)
		at.game.Make(move.Point, move.Color)
	}
	if from := m.state.game.PassesFrom(); from < ply || ply == m.Moves() {
		at.game.CountPassesFrom(from)
	}
	return at.game
}

// place places a handicap stone; after the last one the game begins.
func (at *state) place(e Event) {
	p, _ := at.game.Graph().Point(e.Point) // Decide has checked the name
	b, err := at.withHandicapStone(p)
	if err != nil {
		panic("play: an event that Decide did not make: " + err.Error())
	}
	at.placed = append(at.placed, p)
	if len(at.placed) == at.settings.Handicap {
		at.start(at.placed)
		return
	}
	at.game = game.From(b, at.game.Rules(), at.toMove)
}
