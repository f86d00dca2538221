package life

import "rosette/game/board"

// A Status is the proposed result for a chain.
type Status string

// The statuses. Vacant means an empty point.
const (
	Vacant Status = ""       // no stone
	Alive  Status = "alive"  // stays on the board
	Dead   Status = "dead"   // is removed
	InSeki Status = "seki"   // stays on the board; its points may not count
	Unsure Status = "unsure" // stays on the board unless the players decide otherwise
)

// A Reason is the reason for a status. It is also a key for translation.
type Reason string

// The reasons.
const (
	Immortal        Reason = "immortal"      // it has a rosette
	Unconditionally Reason = "unconditional" // it cannot be captured even if its owner always passes
	InTerritory     Reason = "territory"     // it cannot live in unconditional territory of the opponent
	ByProof         Reason = "proof"         // exhaustive local search proves it, whoever moves first
	// exhaustive local search proves it if retaking a ko needs a pass for that ko
	ByConfirmation Reason = "confirmation"
	ByReading      Reason = "reading"   // local search and ownership find it
	ByOwnership    Reason = "ownership" // all ownership estimates agree, with either player to move first
	SharesLiberty  Reason = "shared"    // its group is in seki once the dead stones are removed
	Stalemate      Reason = "stalemate" // neither it nor its enemy can be captured
	FirstMove      Reason = "first"     // exhaustive local search proves that the player who moves first decides
	KoDecides      Reason = "ko"        // exhaustive local search proves that a ko decides
	Retaken        Reason = "retaken"   // a capturing stone may be captured in turn
	SeedsDiffer    Reason = "seeds"     // searches with several random seeds differ
	Divided        Reason = "divided"   // ownership is weak, or depends on the first player
	Untakable      Reason = "untakable" // dead by ownership, but the opponent cannot capture it
	Linked         Reason = "linked"    // dead by ownership, but it may connect to a chain that is not dead
	NotSurrounded  Reason = "open"      // dead by ownership, but the chains around it are not certainly alive
)

// A ChainStatus is the proposal for a chain.
type ChainStatus struct {
	Stones []board.Point // the whole chain, by point
	Color  board.Color
	Status Status
	Reason Reason
	// least and greatest estimate, from 1 (the owner's) to −1 (the opponent's); zeros without an
	// estimate
	Ownership [2]float32
}

// A Proposal lists the dead stones in a final position. It is advice: the players may decide
// otherwise.
type Proposal struct {
	Dead   []board.Point // the stones to remove, by point
	Unsure []board.Point // stones that the players should check, by point; they count as alive
	// points in regions without closed borders, empty once Dead is removed; a move there may change
	// the score
	Open   []board.Point
	Chains []ChainStatus // every chain, by first point
	Status []Status      // by point

	Pending []Pending // regions where a move is worth points, so that the game is not over
}

// Thresholds for a chain's mean ownership, from −1 to 1. Playout estimates are weak in open areas,
// so the other conditions are what prevents calling live chains dead; docs/results.md has the
// measurements.
const (
	deadBelow  = -0.3
	aliveAbove = 0.2
)

// Propose proposes the dead stones in a final position. Each ownership estimate has len = points,
// with values from 1 (Black's) to −1 (White's); estimates of other lengths are ignored. Pass one
// estimate with Black to move first and one with White. A chain has a single status. It is dead by
// ownership only if every estimate agrees and the opponent's live chains can capture it; a chain
// with a rosette is never dead. Without an estimate, chains that are not decided unconditionally
// are [Unsure].
func Propose(b *board.View, r CaptureRules, ownerships ...[]float32) Proposal {
	return ProposeRead(b, r, nil, ownerships...)
}

// ProposeRead is [Propose] with results from reading: read has the status by point, [Vacant] where
// nothing was read, or is nil. It does not change unconditional results.
func ProposeRead(b *board.View, r CaptureRules, read []Status, ownerships ...[]float32) Proposal {
	a := newStatusAnalysis(b, r)
	a.applyUnconditional()
	a.applyOwnership(ownerships)
	a.applyReading(read)
	a.spareUncapturable()
	a.spareInconsistent()
	cleared := Without(b, a.dead())
	seki := Seki(&cleared.View, r)
	a.findStalemates(seki)
	open := a.openBorders(&cleared.View)
	a.shareSeki(seki, open)
	return a.report(open)
}

// Without returns a copy of the position without the given stones, which must be whole chains.
func Without(b *board.View, dead []board.Point) *board.Board {
	off := make([]bool, b.Graph().Points())
	for _, p := range dead {
		off[p] = true
	}
	// Playing the stones of a legal position in any order captures nothing: an
	// incomplete chain has a liberty where a stone is missing, and a complete
	// one has a liberty or a rosette.
	cleared := board.New(b.Graph())
	for p := range board.Point(len(off)) {
		if b.At(p) != board.Empty && !off[p] {
			cleared.Play(p, b.At(p))
		}
	}
	return cleared
}

// dead returns the stones in chains found dead so far, by point.
func (a *statusAnalysis) dead() (stones []board.Point) {
	for p, i := range a.chainAt {
		if i >= 0 && a.chains[i].Status == Dead {
			stones = append(stones, board.Point(p))
		}
	}
	return stones
}

// report returns the result.
func (a *statusAnalysis) report(open []board.Point) Proposal {
	p := Proposal{Dead: a.dead(), Open: open, Status: make([]Status, len(a.chainAt))}
	for _, c := range a.chains {
		p.Chains = append(p.Chains, c.ChainStatus)
	}
	for at, i := range a.chainAt {
		if i < 0 {
			continue
		}
		if p.Status[at] = a.chains[i].Status; p.Status[at] == Unsure {
			p.Unsure = append(p.Unsure, board.Point(at))
		}
	}
	return p
}
