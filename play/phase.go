package play

import "rosette/game/board"

// A Phase is a phase of a match.
type Phase string

// Phases, in the order in which a match may pass through them.
const (
	PhaseKomi         Phase = "komi"
	PhaseHandicap     Phase = "handicap"
	PhasePlay         Phase = "play"
	PhaseAgreement    Phase = "agreement"    // on dead stones
	PhaseTurn         Phase = "turn"         // on the player to move after a dispute
	PhaseConfirmation Phase = "confirmation" // of a chain's life, on a copy of the board
	PhaseOver         Phase = "over"
)

// Phase returns the phase of the match.
func (m *Match) Phase() Phase {
	if m.over {
		return PhaseOver
	}
	return m.state.phase
}

// Awaits reports whether the match waits for a player's command.
func (m *Match) Awaits(c board.Color) bool {
	if m.over || m.game() == nil || c == board.Empty {
		return false
	}
	switch m.state.phase {
	case PhaseAgreement:
		return m.state.toMove == c || m.state.toMove == board.Empty && !m.state.agreed[c]
	case PhaseTurn:
		return m.state.chosenMover[c] == board.Empty
	case PhaseKomi:
		if m.settings.KomiBy == KomiSecret {
			return !m.state.bidding.made[c]
		}
	}
	return m.state.toMove == c
}
