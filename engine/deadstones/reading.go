package deadstones

import (
	"context"

	"golang.org/x/sync/errgroup"

	"rosette/engine/lifedeath"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/panics"
)

// What is read, how long, and what follows. docs/bench/dead.txt has the measurements.
const (
	solidAbove   = 0.5  // a living chain of more ownership is taken to live until it has been read
	certainAbove = 0.6  // a chain of more ownership, or less than −certainAbove, is not read
	settledAbove = 0.8  // a chain is read in one round only if it is found to live or die so surely
	decidedAbove = 0.06 // the mean of ownership and reading that decides
	turnAbove    = 0.7  // a chain that lives if its owner moves first, and dies otherwise, by so much more than one half each depends on the turn
	readers      = 8    // chains read at the same time
)

// rounds are the visits of a reading in each round.
var rounds = [...]int{200, 1000, 3000}

// A reading is what is known of a chain while the doubtful chains are read.
type reading struct {
	*life.ChainStatus
	settled  bool
	read     bool
	turn     bool    // who moves first decides
	estimate float32 // of the last reading, else by ownership: 1 lives, −1 dies
}

// A reader reads the chains of a position that ownership leaves in doubt.
type reader struct {
	game   *game.Game
	seed   uint64
	chains []reading
}

func newReader(g *game.Game, p *life.Proposal, seed uint64) *reader {
	r := &reader{game: g, seed: seed, chains: make([]reading, len(p.Chains))}
	for i := range r.chains {
		c := &p.Chains[i]
		mean := (c.Ownership[0] + c.Ownership[1]) / 2
		switch c.Reason {
		case life.Immortal, life.Unconditionally:
			r.chains[i] = reading{ChainStatus: c, settled: true, estimate: 1}
		case life.InTerritory:
			r.chains[i] = reading{ChainStatus: c, settled: true, estimate: -1}
		default:
			certain := c.Ownership[0] >= certainAbove || c.Ownership[1] <= -certainAbove && c.Status == life.Dead
			r.chains[i] = reading{ChainStatus: c, settled: certain, estimate: mean}
		}
	}
	return r
}

// run reads the doubtful chains in rounds. What a round settles makes the regions
// of the next one smaller. The order of the chains does not matter.
func (r *reader) run(ctx context.Context) error {
	for _, visits := range rounds {
		solid, lost := r.marks()
		var group errgroup.Group
		group.SetLimit(readers)
		for i := range r.chains {
			c := &r.chains[i]
			if c.settled {
				continue
			}
			fight := lifedeath.Fight{
				Board: r.game.Board(), Rules: r.game.Rules(), Target: c.Stones, Lost: lost,
				Region: lifedeath.Region(r.game.Board(), c.Stones, solid),
			}
			group.Go(func() error { return panics.Call(func() error { return c.readIn(ctx, &fight, visits, r.seed) }) })
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// readIn reads a chain with either side to move first.
func (c *reading) readIn(ctx context.Context, f *lifedeath.Fight, visits int, seed uint64) error {
	saved := f.Survival(ctx, c.Color, visits, seed)
	kept := f.Survival(ctx, c.Color.Opponent(), visits, seed)
	c.read, c.estimate = true, saved+kept-1
	c.turn = min(2*saved-1, 1-2*kept) >= turnAbove
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
			solid[p] = c.settled && c.estimate > 0 || !c.read && c.Status == life.Alive && c.Ownership[0] >= solidAbove
			lost[p] = c.estimate < 0
		}
	}
	return solid, lost
}

// statuses returns the statuses of the chains that have been read, by point. The
// mean of reading and ownership decides; near zero, or if reading depends on who
// moves first, a chain is unsure.
func (r *reader) statuses() []life.Status {
	all := make([]life.Status, r.game.Graph().Points())
	for i := range r.chains {
		c := &r.chains[i]
		if !c.read {
			continue
		}
		status := life.Unsure
		switch mean := (c.estimate + (c.Ownership[0]+c.Ownership[1])/2) / 2; {
		case c.turn:
		case mean <= -decidedAbove:
			status = life.Dead
		case mean >= decidedAbove:
			status = life.Alive
		}
		for _, p := range c.Stones {
			all[p] = status
		}
	}
	return all
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
