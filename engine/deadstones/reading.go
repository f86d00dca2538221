package deadstones

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"rosette/engine/lifedeath"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/internal/panics"
)

// What is read, how long, and what follows. docs/results.md has the measurements.
const (
	// Which stones are taken to live while others are read.
	solidAbove = 0.5  // ownership of a living chain that has not been read
	calmAbove  = 0.45 // the mean of ownership and reading of one that has
	firmAbove  = 0.25 // and its ownership: a chain in seki has less

	// Which chains are read, and how long.
	certainAbove = 0.6     // ownership beyond which, for either side, a chain is not read
	settledAbove = 0.8     // an estimate beyond which it is not read again
	blockBelow   = 0.15    // a mean below which it is read together with its friends in the region
	readers      = 8       // chains read at the same time
	mostWork     = 1 << 20 // visits times points of their regions, for each seed

	// What follows for a chain that has been read, by the mean of ownership and reading.
	deadAt    = -0.02 // it is dead, up to this
	aliveAt   = 0.08  // it lives, from this on
	openAbove = 0.4   // it lives beside an open border

	// Ownership that contradicts reading: the chain is unsure.
	contraryLives = 0.3  // from this on, where reading finds it dead
	contraryDies  = -0.5 // up to this, where reading finds that it lives

	// The first move decides: the chain survives if its owner has it, and else not. Then
	// ownership alone decides.
	turnSaved = 0.85 // the least chance to survive with the first move
	turnKept  = 0.15 // the greatest without it
	turnLives = 0.2  // ownership from which the chain lives
	turnDies  = -0.4 // and up to which it is dead
)

// rounds are the visits of a reading in each round.
var rounds = [...]int{200, 1000, 2500}

// A reading is what is known of a chain while the doubtful chains are read.
type reading struct {
	*life.ChainStatus
	settled  bool
	read     bool
	turn     bool        // who moves first decides
	estimate float32     // of the last reading, else by ownership: 1 lives, −1 dies
	decided  life.Status // by exhaustive search or a search of its region, else Vacant
	firm     bool        // exhaustive search has decided that it lives, and not in seki
}

// A reader reads the chains of a position that ownership leaves in doubt.
type reader struct {
	game   *game.Game
	seed   uint64
	chains []reading
}

func newReader(g *game.Game, p *life.Proposal, found *settled, seed uint64) *reader {
	r := &reader{game: g, seed: seed, chains: make([]reading, len(p.Chains))}
	for i := range r.chains {
		c := &p.Chains[i]
		mean := (c.Ownership[0] + c.Ownership[1]) / 2
		status := found.status[c.Stones[0]]
		switch {
		case c.Reason == life.Immortal, c.Reason == life.Unconditionally:
			r.chains[i] = reading{ChainStatus: c, settled: true, estimate: 1}
		case c.Reason == life.InTerritory:
			r.chains[i] = reading{ChainStatus: c, settled: true, estimate: -1}
		case status != life.Vacant:
			r.chains[i] = reading{
				ChainStatus: c, settled: true, estimate: proven[status], decided: status, firm: found.firm[c.Stones[0]],
			}
		default:
			certain := c.Ownership[0] >= certainAbove || c.Ownership[1] <= -certainAbove && c.Status == life.Dead
			r.chains[i] = reading{ChainStatus: c, settled: certain, estimate: mean}
		}
	}
	return r
}

// proven are the estimates of chains that exhaustive search has decided.
var proven = map[life.Status]float32{life.Alive: 1, life.Dead: -1}

// run reads the doubtful chains in rounds. What a round settles makes the regions
// of the next one smaller. The order of the chains does not matter.
func (r *reader) run(ctx context.Context) error {
	left := mostWork
	for _, visits := range rounds {
		var group errgroup.Group
		group.SetLimit(readers)
		for _, q := range r.questions() {
			cost := 2 * visits * len(q.fight.Region)
			if cost > left {
				break
			}
			left -= cost
			group.Go(func() error {
				return panics.Call(func() error { return q.chain.readIn(ctx, &q.fight, visits, r.seed) })
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	return r.readBlocks(ctx, left)
}

// A question is whether a chain survives.
type question struct {
	chain *reading
	fight lifedeath.Fight
}

// questions returns the questions of a round, those with small regions first.
func (r *reader) questions() (all []question) {
	b := r.game.Board()
	solid, lost := r.marks()
	for i := range r.chains {
		if c := &r.chains[i]; !c.settled {
			region := lifedeath.Region(b, c.Stones, solid)
			all = append(all, question{
				c, lifedeath.Fight{Board: b, Rules: r.game.Rules(), Target: c.Stones, Lost: lost, Region: region},
			})
		}
	}
	slices.SortStableFunc(all, func(a, b question) int { return len(a.fight.Region) - len(b.fight.Region) })
	return all
}

// readIn reads a chain with either side to move first, unless the side to which the
// first move helps less finds what is expected.
func (c *reading) readIn(ctx context.Context, f *lifedeath.Fight, visits int, seed uint64) error {
	var saved, kept float32 // the chance to survive if the owner moves first, and if the opponent does
	if c.estimate < 0 {
		if saved = f.Survival(ctx, c.Color, visits, seed); 1-2*saved < settledAbove {
			kept = f.Survival(ctx, c.Color.Opponent(), visits, seed)
		}
	} else {
		saved = 1
		if kept = f.Survival(ctx, c.Color.Opponent(), visits, seed); 2*kept-1 < settledAbove {
			saved = f.Survival(ctx, c.Color, visits, seed)
		}
	}
	c.read, c.estimate = true, saved+kept-1
	c.turn = saved >= turnSaved && kept <= turnKept
	c.settled = 1-2*saved >= settledAbove || 2*kept-1 >= settledAbove
	return expired(ctx)
}

// marks returns, by point, the stones that are taken to live, and those that are
// expected to die.
func (r *reader) marks() (solid, lost []bool) {
	n := r.game.Graph().Points()
	solid, lost = make([]bool, n), make([]bool, n)
	for i := range r.chains {
		c := &r.chains[i]
		for _, p := range c.Stones {
			solid[p] = c.solid()
			lost[p] = c.decided == life.Dead || c.decided == life.Vacant && c.estimate < 0
		}
	}
	return solid, lost
}

// solid reports whether a chain is taken to live while others are read. A chain in seki does
// not: it lives only while its owner takes nothing beside it.
func (c *reading) solid() bool {
	switch {
	case c.decided == life.Alive:
		return c.firm || c.owner() >= firmAbove
	case c.read:
		return c.mean() > calmAbove && c.owner() >= firmAbove
	}
	return c.Status == life.Alive && c.Ownership[0] >= solidAbove
}

// statuses returns the statuses of the chains that have been read, by point.
func (r *reader) statuses() []life.Status {
	all := make([]life.Status, r.game.Graph().Points())
	for i := range r.chains {
		if c := &r.chains[i]; c.read || c.decided != life.Vacant {
			status := c.verdict()
			for _, p := range c.Stones {
				all[p] = status
			}
		}
	}
	return all
}

// proposal returns what follows from the estimates of p and from what has been read.
func (r *reader) proposal(p *life.Proposal) life.Proposal {
	estimates, statuses := estimatesOf(p, r.game.Graph().Points()), r.statuses()
	b, rules := r.game.Board(), r.game.Rules().CaptureRules()
	found := life.ProposeRead(b, rules, statuses, estimates[:]...)
	if r.doubtOpen(statuses, found.Open) {
		found = life.ProposeRead(b, rules, statuses, estimates[:]...)
	}
	return found
}

// verdict returns the status of a chain that has been read. The mean of reading and
// ownership decides; if reading says that the first move decides, strong ownership.
func (c *reading) verdict() life.Status {
	owner, mean := c.owner(), c.mean()
	switch {
	case c.decided != life.Vacant:
		return c.decided
	case owner <= contraryDies && mean > 0, owner >= contraryLives && mean < 0:
	case c.turn && owner <= turnDies, !c.turn && mean <= deadAt:
		return life.Dead
	case c.turn && owner >= turnLives, !c.turn && mean >= aliveAt:
		return life.Alive
	}
	return life.Unsure
}

// owner returns the mean ownership.
func (c *reading) owner() float32 { return (c.Ownership[0] + c.Ownership[1]) / 2 }

// mean returns the mean of reading and ownership.
func (c *reading) mean() float32 { return (c.estimate + c.owner()) / 2 }

// doubtOpen makes unsure, in statuses by point, the chains beside open borders for
// whose life little speaks. It reports whether there are any: in a finished
// game borders are closed, so either such a chain is dead or the game is not
// finished.
func (r *reader) doubtOpen(statuses []life.Status, open []board.Point) (found bool) {
	isOpen := make([]bool, len(statuses))
	for _, p := range open {
		isOpen[p] = true
	}
	for i := range r.chains {
		c := &r.chains[i]
		if statuses[c.Stones[0]] != life.Alive || c.decided != life.Vacant || c.mean() >= openAbove ||
			!r.touches(c.Stones, isOpen) {
			continue
		}
		found = true
		for _, p := range c.Stones {
			statuses[p] = life.Unsure
		}
	}
	return found
}

// touches reports whether a stone is beside one of the points.
func (r *reader) touches(stones []board.Point, points []bool) bool {
	for _, p := range stones {
		for _, q := range r.game.Graph().Near(p) {
			if points[q] {
				return true
			}
		}
	}
	return false
}

// estimatesOf returns the estimates of a proposal by point: for each point the least
// and the greatest mean of its chain.
func estimatesOf(p *life.Proposal, points int) (all [2][]float32) {
	for i := range all {
		all[i] = make([]float32, points)
		for _, c := range p.Chains {
			for _, at := range c.Stones {
				all[i][at] = c.Ownership[i] * board.ByColor[float32]{board.Black: 1, board.White: -1}[c.Color]
			}
		}
	}
	return all
}
