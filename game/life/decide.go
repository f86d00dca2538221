package life

import (
	"errors"
	"fmt"

	"rosette/game/board"
)

// Given is the reason for a status set by [Proposal.Decide].
const Given Reason = "given"

// ErrDecided means that [Proposal.Decide] has already given the chain another status.
var ErrDecided = errors.New("is already decided; name it once")

// Decide sets the status of the chain at a point of b, which must be the proposal's board, and
// overrides the proposed status. It fails if the point is empty, if a chain with a rosette is to be
// dead, and if an earlier Decide gave the chain another status.
func (p *Proposal) Decide(b *board.View, at board.Point, s Status) error {
	name := b.Graph().PointName(at)
	if b.At(at) == board.Empty {
		return fmt.Errorf("no stone at %s; name a point of a chain", name)
	}
	for i := range p.Chains {
		c := &p.Chains[i]
		switch {
		case b.Root(c.Stones[0]) != b.Root(at):
			continue
		case s == Dead && b.Immortal(at):
			return fmt.Errorf("the %s chain at %s holds a rosette, which is never captured; it cannot be dead", c.Color,
				name)
		case c.Reason == Given && c.Status != s:
			return fmt.Errorf("the %s chain at %s %w", c.Color, name, ErrDecided)
		}
		c.Status, c.Reason = s, Given
	}
	p.Collect()
	return nil
}

// SpareAll makes every dead or unsure chain alive, for rules without dead stones. It does not
// change the reasons.
func (p *Proposal) SpareAll() {
	for i := range p.Chains {
		if c := &p.Chains[i]; c.Status == Dead || c.Status == Unsure {
			c.Status = Alive
		}
	}
	p.Collect()
}

// Collect fills in Dead, Unsure and Status from the statuses in Chains.
func (p *Proposal) Collect() {
	for _, c := range p.Chains {
		for _, at := range c.Stones {
			p.Status[at] = c.Status
		}
	}
	p.Dead, p.Unsure = nil, nil
	for at, s := range p.Status {
		switch s {
		case Dead:
			p.Dead = append(p.Dead, board.Point(at))
		case Unsure:
			p.Unsure = append(p.Unsure, board.Point(at))
		}
	}
}
