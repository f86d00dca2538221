package life

import (
	"slices"

	"rosette/game/board"
)

// findStalemates names those doubtful chains, in seki on the board without the
// dead, that cannot be taken any more than an opponent with whom they share
// liberties.
func (q *inquest) findStalemates(seki []bool) {
	var certain []int
	for i := range q.chains {
		if q.chains[i].Status == Unsure && seki[q.chains[i].Stones[0]] && q.stalemate(i) {
			certain = append(certain, i)
		}
	}
	q.find(certain, InSeki, Stalemate)
}

// shareSeki names the chains that live by opinion, are in seki and have closed
// borders; where they are not, eyes may yet be made. With an unsure opponent at
// its liberties a chain is unsure too.
func (q *inquest) shareSeki(seki []bool, open []board.Point) {
	yet := make([]bool, len(q.chains))
	for _, p := range open {
		for _, near := range q.board.Graph().Near(p) {
			if q.of[near] >= 0 {
				yet[q.of[near]] = true
			}
		}
	}
	var shared, doubtful []int
	for i := range q.chains {
		switch c := &q.chains[i]; {
		case c.Status != Alive || c.settled || !seki[c.Stones[0]] || yet[i]:
		case q.any(c.foes, Unsure):
			doubtful = append(doubtful, i)
		default:
			shared = append(shared, i)
		}
	}
	q.find(shared, InSeki, SharesLiberty)
	q.find(doubtful, Unsure, SharesLiberty)
}

// stalemate tells whether neither the chain nor a foe at its liberties can be
// taken, and neither holds the other inside: a few stones inside may be there
// to take away the eyes, as in a bent four in the corner, and who is right then
// depends on the rules and on ko threats.
func (q *inquest) stalemate(i int) bool {
	if q.any(q.chains[i].kin, Alive) || q.falls(i) {
		return false
	}
	found := false
	for _, j := range q.chains[i].foes {
		if q.chains[j].settled || !q.shareLiberty(i, j) {
			continue
		}
		if q.inside(i, j) || q.inside(j, i) || q.falls(j) {
			return false
		}
		found = true
	}
	return found
}

// shareLiberty tells whether an empty point touches both chains.
func (q *inquest) shareLiberty(i, j int) bool {
	for _, p := range q.board.Liberties(q.chains[i].Stones[0]) {
		for _, near := range q.board.Graph().Near(p) {
			if q.of[near] == j {
				return true
			}
		}
	}
	return false
}

// inside tells whether the chain has no neighbour but the other and its kin,
// and is so small that its space may be a single eye.
func (q *inquest) inside(i, j int) bool {
	if len(q.chains[i].Stones) >= bigRegion-1 {
		return false
	}
	for _, k := range q.chains[i].foes {
		if k != j && !slices.Contains(q.chains[j].kin, k) {
			return false
		}
	}
	return true
}
