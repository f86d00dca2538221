package reading

import "rosette/game/board"

// captureGoal is to capture a chain, or with keep to keep it on the board.
type captureGoal struct {
	chain board.Point // a stone of it
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

// Stands: a chain that both sides leave alone stays.
func (c *captureGoal) Stands(*board.View) bool { return c.keep }

// connectGoal is to make one chain of two, or with cut to prevent it.
type connectGoal struct {
	p, q  board.Point // a stone of each
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

// Stands: two chains that both sides leave alone stay two.
func (c *connectGoal) Stands(*board.View) bool { return c.cut }
