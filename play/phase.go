package play

import "rosette/game/board"

// A Phase says what a match is about now.
type Phase string

// The phases, in the order in which a match may pass through them.
const (
	PhaseKomi         Phase = "komi"
	PhaseHandicap     Phase = "handicap"
	PhasePlay         Phase = "play"
	PhaseAgreement    Phase = "agreement"    // on what is dead
	PhaseTurn         Phase = "turn"         // on who shall move, after a dispute
	PhaseConfirmation Phase = "confirmation" // of a chain's fate, on a board of its own
	PhaseOver         Phase = "over"
)

// Phase returns what the match is about.
func (m *Match) Phase() Phase {
	if m.over {
		return PhaseOver
	}
	return m.at.phase
}

// Awaits tells whether the match waits for a deed of that colour.
func (m *Match) Awaits(c board.Color) bool {
	if m.over || m.game() == nil || c == board.Empty {
		return false
	}
	switch m.at.phase {
	case PhaseAgreement:
		return m.at.toMove == c || m.at.toMove == board.Empty && !m.at.agreed[c]
	case PhaseTurn:
		return m.at.chosenMover[c] == board.Empty
	case PhaseKomi:
		if m.settings.KomiBy == KomiSecret {
			return !m.at.bidding.made[c]
		}
	}
	return m.at.toMove == c
}
