package life

import "rosette/game/board"

// A Status is how a chain is proposed to end, or that a point is empty.
type Status string

// Every status there is.
const (
	Vacant Status = ""       // no stone
	Alive  Status = "alive"  // it stays
	Dead   Status = "dead"   // it comes off
	InSeki Status = "seki"   // it stays, and its points may not count
	Unsure Status = "unsure" // it stays unless the players say otherwise
)

// A Reason says why a chain got its status. It is a key for translation too.
type Reason string

// Every reason there is.
const (
	Immortal        Reason = "immortal"      // it holds a rosette
	Unconditionally Reason = "unconditional" // nobody can take it although its owner never answers
	InTerritory     Reason = "territory"     // it cannot live in what is unconditionally the opponent's
	ByOwnership     Reason = "ownership"     // every opinion says so, whoever moves first
	SharesLiberty   Reason = "shared"        // its group is in seki once the dead are off
	Stalemate       Reason = "stalemate"     // neither it nor its opponent can be taken
	Divided         Reason = "divided"       // opinions are weak, or it depends on who moves first
	Untakable       Reason = "untakable"     // called dead, but the opponent has no way to take it
	Linked          Reason = "linked"        // called dead, but it may connect to what is not
	NotSurrounded   Reason = "open"          // called dead, but who would take it is not surely alive
)

// A ChainStatus is what is proposed for one chain.
type ChainStatus struct {
	Stones    []board.Point // the whole chain, in order of points
	Color     board.Color
	Status    Status
	Reason    Reason
	Ownership [2]float32 // the least and the most that opinions say: 1 its owner's, −1 the opponent's; both 0 without
}

// A Proposal says which chains of a final position are dead. It binds nobody.
type Proposal struct {
	Dead   []board.Point // the stones to take off, in order of points
	Unsure []board.Point // the stones that the players should look at; they count as alive
	Open   []board.Point // points of borders that are not closed, empty once the dead are off: a play there may change the score
	Chains []ChainStatus // every chain, by its first point
	Status []Status      // by point
}

// Opinions this strong, from −1 to 1, decide about a chain. Those of playouts
// are weak where there is room, so it is the other conditions that keep live
// chains from being called dead; docs/bench/dead.txt has what was measured.
const (
	deadBelow  = -0.3
	aliveAbove = 0.2
)

// Propose says which chains are dead by what is unconditional, and where that
// does not reach by opinions of ownership: for each point from 1, Black's, to
// −1, White's. Give one with Black to move first and one with White; one that
// has not a value for every point counts as none. A chain falls as a whole,
// only if every opinion says so and the opponent, who must be alive, can take
// it; an immortal one never falls.
func Propose(b *board.Board, r CaptureRules, opinions ...[]float32) Proposal {
	q := newStatusAnalysis(b, r)
	q.applyUnconditional()
	q.applyOwnership(opinions)
	q.spareUncapturable()
	q.spareInconsistent()
	cleared := Without(b, q.dead())
	seki := Seki(cleared)
	q.findStalemates(seki)
	open := q.openBorders(cleared)
	q.shareSeki(seki, open)
	return q.report(open)
}

// Without returns the position without the dead.
func Without(b *board.Board, dead []board.Point) *board.Board {
	off := make([]bool, b.Graph().Points())
	for _, p := range dead {
		off[p] = true
	}
	// In whatever order the stones of a legal position are played, none comes
	// off on the way: what is not yet a whole chain has a liberty where it lacks
	// a stone, and a whole one has a liberty or a rosette.
	cleared := board.New(b.Graph())
	for p := range board.Point(len(off)) {
		if b.At(p) != board.Empty && !off[p] {
			cleared.Play(p, b.At(p))
		}
	}
	return cleared
}

// dead returns the stones found dead so far.
func (q *statusAnalysis) dead() (stones []board.Point) {
	for p, i := range q.chainAt {
		if i >= 0 && q.chains[i].Status == Dead {
			stones = append(stones, board.Point(p))
		}
	}
	return stones
}

// report writes the findings down.
func (q *statusAnalysis) report(open []board.Point) Proposal {
	p := Proposal{Dead: q.dead(), Open: open, Status: make([]Status, len(q.chainAt))}
	for _, c := range q.chains {
		p.Chains = append(p.Chains, c.ChainStatus)
	}
	for at, i := range q.chainAt {
		if i < 0 {
			continue
		}
		if p.Status[at] = q.chains[i].Status; p.Status[at] == Unsure {
			p.Unsure = append(p.Unsure, board.Point(at))
		}
	}
	return p
}
