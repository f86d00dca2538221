package life

import (
	"slices"

	"rosette/game/board"
)

// findStalemates names those doubtful chains, in seki on the board without the
// dead, that cannot be taken any more than an opponent with whom they share
// liberties.
func (q *statusAnalysis) findStalemates(seki []bool) {
	var certain []int
	for i := range q.chains {
		if q.chains[i].Status == Unsure && seki[q.chains[i].Stones[0]] && q.isStalemate(i) {
			certain = append(certain, i)
		}
	}
	q.setStatus(certain, InSeki, Stalemate)
}

// shareSeki names the chains that live by opinion, are in seki and have closed
// borders; where they are not, eyes may yet be made. With an unsure opponent at
// its liberties a chain is unsure too.
func (q *statusAnalysis) shareSeki(seki []bool, open []board.Point) {
	yet := make([]bool, len(q.chains))
	for _, p := range open {
		for _, near := range q.board.Graph().Near(p) {
			if q.chainAt[near] >= 0 {
				yet[q.chainAt[near]] = true
			}
		}
	}
	var shared, doubtful []int
	for i := range q.chains {
		switch c := &q.chains[i]; {
		case c.Status != Alive || c.unconditional || !seki[c.Stones[0]] || yet[i]:
		case q.any(c.enemies, Unsure):
			doubtful = append(doubtful, i)
		default:
			shared = append(shared, i)
		}
	}
	q.setStatus(shared, InSeki, SharesLiberty)
	q.setStatus(doubtful, Unsure, SharesLiberty)
}

// isStalemate tells whether neither the chain nor a foe at its liberties can be
// taken, and neither holds the other inside: a few stones inside may be there
// to take away the eyes, as in a bent four in the corner, and who is right then
// depends on the rules and on ko threats.
func (q *statusAnalysis) isStalemate(i int) bool {
	if q.any(q.chains[i].friends, Alive) || q.capturable(i) {
		return false
	}
	found := false
	for _, j := range q.chains[i].enemies {
		if q.chains[j].unconditional || !q.shareLiberty(i, j) {
			continue
		}
		if q.inside(i, j) || q.inside(j, i) || q.capturable(j) {
			return false
		}
		found = true
	}
	return found
}

// shareLiberty tells whether an empty point touches both chains.
func (q *statusAnalysis) shareLiberty(i, j int) bool {
	for _, p := range q.board.Liberties(q.chains[i].Stones[0]) {
		for _, near := range q.board.Graph().Near(p) {
			if q.chainAt[near] == j {
				return true
			}
		}
	}
	return false
}

// inside tells whether the chain has no neighbour but the other and its kin,
// and is so small that its space may be a single eye.
func (q *statusAnalysis) inside(i, j int) bool {
	if len(q.chains[i].Stones) >= bigRegion-1 {
		return false
	}
	for _, k := range q.chains[i].enemies {
		if k != j && !slices.Contains(q.chains[j].friends, k) {
			return false
		}
	}
	return true
}
