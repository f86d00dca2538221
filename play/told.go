package play

import "rosette/game/board"

// Undoers returns the players who have done something that an undo would take
// back, who acted last first.
func (m *Match) Undoers() []board.Color {
	if m.over {
		return nil
	}
	var who []board.Color
	for i := len(m.undoable) - 1; i >= 0 && len(who) < 2; i-- {
		c := m.undoable[i].seat
		if c == board.Empty {
			continue
		}
		if c = m.OriginalColor(c); len(who) == 0 || who[0] != c {
			who = append(who, c)
		}
	}
	return who
}

// ChosenMover returns who shall move after a dispute as that player would have it,
// Empty before he has said so.
func (m *Match) ChosenMover(c board.Color) board.Color { return m.at.chosenMover[c] }

// Voided tells whether that player would let both lose.
func (m *Match) Voided(c board.Color) bool { return m.at.voided[c] }

// ConfirmationChain returns the chain whose fate is played out as it stood at the stop, and
// whose it is; nothing outside a confirmation.
func (m *Match) ConfirmationChain() (chain []board.Point, owner board.Color) {
	t := m.at.confirmation
	if t == nil {
		return nil, board.Empty
	}
	return m.stones([]board.Point{t.head}), t.owner
}
