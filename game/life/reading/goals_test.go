package reading

import "rosette/game/board"

// captureGoal is the goal to capture a chain, or with keep to save it.
type captureGoal struct {
	chain board.Point // a stone in it
	owner board.Color
	of    *areaSearch
	keep  bool
}

func (c *captureGoal) Settled(b *board.View) Verdict {
	switch {
	case b.At(c.chain) != c.owner:
		return map[bool]Verdict{false: Yes, true: No}[c.keep]
	case b.Immortal(c.chain):
		return map[bool]Verdict{false: No, true: Yes}[c.keep]
	}
	escaped := false
	for p := range b.Chain(c.chain) {
		if b.Neighbours(p, board.Empty) == 0 {
			continue
		}
		for _, q := range b.Graph().Near(p) {
			if b.At(q) != board.Empty {
				continue
			}
			if c.of.large[q] {
				return map[bool]Verdict{false: No, true: Yes}[c.keep]
			}
			escaped = escaped || !c.of.seen[q]
		}
	}
	if escaped {
		return No
	}
	return Unknown
}

// Stands reports keep: if both sides pass, the chain stays.
func (c *captureGoal) Stands(*board.View) bool { return c.keep }

// connectGoal is the goal to connect two chains, or with cut to prevent that.
type connectGoal struct {
	p, q  board.Point // a stone in each
	owner board.Color
	cut   bool
}

func (c *connectGoal) Settled(b *board.View) Verdict {
	switch {
	case b.At(c.p) != c.owner || b.At(c.q) != c.owner:
		return map[bool]Verdict{false: No, true: Yes}[c.cut]
	case b.Root(c.p) == b.Root(c.q):
		return map[bool]Verdict{false: Yes, true: No}[c.cut]
	}
	return Unknown
}

// Stands reports cut: if both sides pass, the chains stay separate.
func (c *connectGoal) Stands(*board.View) bool { return c.cut }

// mostArea limits the empty points that Capture and Connect read.
const mostArea = 16

// Capture reads whether the opponent can capture the chain at p, with the given
// side to play first. Yes: it is captured whatever its owner does. No: its owner
// keeps it whatever the opponent does. A chain with a rosette is never captured.
//
// The area is the points that the chain can reach over empty points and its own stones, with
// neighbouring opposing chains that have few other liberties. A chain that gets a liberty outside
// the area has escaped: that proves neither answer. A chain that captures seven connected stones or
// more lives.
func (r *Reader) Capture(b *board.View, rules CaptureRules, p board.Point, first board.Color) Answer {
	owner := b.At(p)
	if owner == board.Empty {
		panic("reading: no chain to capture at an empty point")
	}
	if b.Immortal(p) {
		return Answer{Verdict: No, Move: board.Pass}
	}
	of := areaOf(b, mostArea, p)
	capture, keep := &captureGoal{p, owner, of, false}, &captureGoal{p, owner, of, true}
	return r.both(b, rules, first, of.area, owner.Opponent(), capture, keep)
}

// Connect reads whether the owner of the chains at p and q can connect them, with the given side to
// play first. Yes: whatever the opponent does. No: the opponent separates them, or captures one,
// whatever their owner does.
func (r *Reader) Connect(b *board.View, rules CaptureRules, p, q board.Point, first board.Color) Answer {
	owner := b.At(p)
	if owner == board.Empty || b.At(q) != owner {
		panic("reading: to connect takes two chains of one colour")
	}
	area := areaOf(b, mostArea, p, q).area
	connect := &connectGoal{p: p, q: q, owner: owner}
	cut := &connectGoal{p: p, q: q, owner: owner, cut: true}
	return r.both(b, rules, first, area, owner, connect, cut)
}

// both proves the goal of one side or the opposite goal of the other.
func (r *Reader) both(b *board.View, rules CaptureRules, first board.Color, area []board.Point, prover board.Color, yes, no Goal) Answer {
	won := r.Prove(b, rules, yes, prover, first, area)
	if won.Verdict == Yes {
		return won
	}
	lost := r.Prove(b, rules, no, prover.Opponent(), first, area)
	answer := Answer{Move: board.Pass, Nodes: won.Nodes + lost.Nodes}
	if lost.Verdict == Yes {
		answer.Verdict, answer.Move = No, lost.Move
	}
	return answer
}

// NewReader returns a reader with a limit that ends most questions within milliseconds.
func NewReader() *Reader { return &Reader{Limit: 20000} }
