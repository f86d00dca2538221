package engine

import "rosette/game/board"

// WinFor converts a win probability between Black's view and c's view, in either direction.
func WinFor(c board.Color, win float32) float32 {
	if c == board.White {
		return 1 - win
	}
	return win
}

// ScoreFor converts a score, a utility or an ownership between Black's view and c's view, in either
// direction.
func ScoreFor(c board.Color, score float32) float32 {
	if c == board.White {
		return 0 - score // not −score, to avoid −0
	}
	return score
}

// For converts an analysis between Black's view and c's view, in either direction. It does not
// modify a.
func (a Analysis) For(c board.Color) Analysis {
	if c != board.White {
		return a
	}
	a.Win = WinFor(c, a.Win)
	a.Score = ScoreFor(c, a.Score)
	a.Utility = ScoreFor(c, a.Utility)
	a.Ownership = ownershipFor(c, a.Ownership)
	if a.Raw != nil {
		raw := *a.Raw
		raw.Win = WinFor(c, raw.Win)
		raw.Score = ScoreFor(c, raw.Score)
		raw.Ownership = ownershipFor(c, raw.Ownership)
		a.Raw = &raw
	}
	candidates := make([]Candidate, len(a.Candidates))
	for i, k := range a.Candidates {
		k.Win = WinFor(c, k.Win)
		k.Score = ScoreFor(c, k.Score)
		k.Utility = ScoreFor(c, k.Utility)
		k.Ownership = ownershipFor(c, k.Ownership)
		candidates[i] = k
	}
	a.Candidates = candidates
	return a
}

func ownershipFor(c board.Color, ownership []float32) []float32 {
	converted := make([]float32, len(ownership))
	for p, x := range ownership {
		converted[p] = ScoreFor(c, x)
	}
	return converted
}
