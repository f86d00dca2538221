package life

import (
	"slices"

	"rosette/game/board"
)

// findStalemates puts unsure chains in seki if they are in seki on the board without the dead
// stones, cannot be captured, and share liberties with an enemy that cannot be captured either.
func (a *statusAnalysis) findStalemates(seki []bool) {
	var found []int
	for i := range a.chains {
		if a.chains[i].Status == Unsure && seki[a.chains[i].Stones[0]] && a.isStalemate(i) {
			found = append(found, i)
		}
	}
	a.setStatus(found, InSeki, Stalemate)
}

// shareSeki puts chains in seki if they are alive by ownership, in seki on the cleared board and
// have closed borders; with open borders, eyes may still be made. If an unsure enemy is near, the
// chain becomes unsure too.
func (a *statusAnalysis) shareSeki(seki []bool, open []board.Point) {
	undecided := make([]bool, len(a.chains))
	for _, p := range open {
		for _, near := range a.board.Graph().Near(p) {
			if a.chainAt[near] >= 0 {
				undecided[a.chainAt[near]] = true
			}
		}
	}
	var shared, doubtful []int
	for i := range a.chains {
		switch c := &a.chains[i]; {
		case c.Status != Alive || c.unconditional || !seki[c.Stones[0]] || undecided[i]:
		case a.any(c.enemies, Unsure):
			doubtful = append(doubtful, i)
		default:
			shared = append(shared, i)
		}
	}
	a.setStatus(shared, InSeki, SharesLiberty)
	a.setStatus(doubtful, Unsure, SharesLiberty)
}

// isStalemate reports whether neither chain i nor an enemy that shares liberties with it can be
// captured, and neither holds the other inside. A few stones inside may be there to take away the
// eyes, as in a bent four in the corner; the rules and ko threats then decide which side is right.
func (a *statusAnalysis) isStalemate(i int) bool {
	if a.any(a.chains[i].friends, Alive) || a.capturable(i) {
		return false
	}
	found := false
	for _, j := range a.chains[i].enemies {
		if a.chains[j].unconditional || !a.shareLiberty(i, j) {
			continue
		}
		if a.inside(i, j) || a.inside(j, i) || a.capturable(j) {
			return false
		}
		found = true
	}
	return found
}

// shareLiberty reports whether an empty point touches both chains.
func (a *statusAnalysis) shareLiberty(i, j int) bool {
	for _, p := range a.board.Liberties(a.chains[i].Stones[0]) {
		for _, near := range a.board.Graph().Near(p) {
			if a.chainAt[near] == j {
				return true
			}
		}
	}
	return false
}

// inside reports whether chain i has no enemies except chain j and its friends, and is so small
// that its space may be a single eye.
func (a *statusAnalysis) inside(i, j int) bool {
	if len(a.chains[i].Stones) >= bigRegion-1 {
		return false
	}
	for _, k := range a.chains[i].enemies {
		if k != j && !slices.Contains(a.chains[j].friends, k) {
			return false
		}
	}
	return true
}
