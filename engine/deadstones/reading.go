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

// These constants control which chains are read, with how many visits, and the conclusions.
// docs/results.md has the measurements.
const (
	// These chains count as alive while others are read.
	solidAbove = 0.5  // minimum ownership of an unread living chain
	calmAbove  = 0.45 // minimum mean of ownership and reading of a read chain
	firmAbove  = 0.25 // and its minimum ownership; a chain in seki has less

	// These constants select the chains to read.
	certainAbove = 0.6     // a chain with ownership beyond this, for either side, is not read
	settledAbove = 0.8     // a chain with an estimate beyond this is not read again
	blockBelow   = 0.15    // a chain with a lower mean is read together with its friends in the region
	readers      = 8       // chains read concurrently
	mostWork     = 1 << 20 // visits times points in their regions, for each seed

	// These bounds on the mean of ownership and reading decide a chain that has been read.
	deadAt    = -0.02 // dead, up to this
	aliveAt   = 0.08  // alive, from this
	openAbove = 0.4   // alive next to an open border, from this

	// If ownership contradicts reading, the chain is unsure.
	contraryLives = 0.3  // from this, if reading finds it dead
	contraryDies  = -0.5 // up to this, if reading finds it alive

	// If a chain survives exactly when its owner moves first, ownership alone decides.
	turnSaved = 0.85 // minimum survival probability when moving first
	turnKept  = 0.15 // maximum survival probability when moving second
	turnLives = 0.2  // minimum ownership of a living chain
	turnDies  = -0.4 // maximum ownership of a dead chain
)

// rounds lists the visits to use in each round of reading.
var rounds = [...]int{200, 1000, 2500}

// A reading is the state of a chain while uncertain chains are read.
type reading struct {
	*life.ChainStatus
	settled  bool
	read     bool
	turn     bool        // whether the first move decides
	estimate float32     // from the last reading, otherwise ownership: 1 alive, −1 dead
	decided  life.Status // result of exhaustive or regional search, otherwise Vacant
	firm     bool        // exhaustive search has proved the chain alive and not in seki
}

// A reader reads the chains that ownership leaves uncertain.
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

// proven maps a status from exhaustive search to an estimate.
var proven = map[life.Status]float32{life.Alive: 1, life.Dead: -1}

// run reads the uncertain chains in rounds. Chains settled in one round make the regions in the
// next round smaller. The order of the chains does not matter.
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

// A question is a chain and the fight that decides whether it survives.
type question struct {
	chain *reading
	fight lifedeath.Fight
}

// questions returns the questions for a round, smallest regions first.
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

// readIn reads a chain with either side moving first. It begins with the side that the estimate
// expects to fail, and skips the second search if that side fails even with the first move.
func (c *reading) readIn(ctx context.Context, f *lifedeath.Fight, visits int, seed uint64) error {
	var saved, kept float32 // survival probability with the owner moving first, and with the opponent
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

// marks returns, by point, the stones assumed to live and the stones expected to die.
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

// solid reports whether a chain counts as alive while others are read. A chain in seki does not: it
// lives only while its owner captures nothing next to it.
func (c *reading) solid() bool {
	switch {
	case c.decided == life.Alive:
		return c.firm || c.owner() >= firmAbove
	case c.read:
		return c.mean() > calmAbove && c.owner() >= firmAbove
	}
	return c.Status == life.Alive && c.Ownership[0] >= solidAbove
}

// statuses returns, by point, the statuses of chains that have been read or decided.
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

// proposal returns the proposal derived from the estimates in p and from the readings.
func (r *reader) proposal(p *life.Proposal) life.Proposal {
	estimates, statuses := estimatesOf(p, r.game.Graph().Points()), r.statuses()
	b, rules := r.game.Board(), r.game.Rules().CaptureRules()
	found := life.ProposeRead(b, rules, statuses, estimates[:]...)
	if r.doubtOpen(statuses, found.Open) {
		found = life.ProposeRead(b, rules, statuses, estimates[:]...)
	}
	return found
}

// verdict returns the status of a chain that has been read. The mean of reading and ownership
// decides. If the first move decides in the reading, only strong ownership decides.
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

// doubtOpen sets chains next to open borders to unsure in statuses if the evidence for their life
// is weak. It reports whether there are any. Borders are closed in a finished game, so either such
// a chain is dead or the game is not finished.
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

// touches reports whether any stone is adjacent to one of the points.
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

// estimatesOf returns the estimates in a proposal by point: the two ownership values of the chain
// there.
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
