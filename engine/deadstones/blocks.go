package deadstones

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"rosette/engine/lifedeath"
	"rosette/game/life"
	"rosette/internal/panics"
)

// readBlocks reads chains with one color in one region together, if they are uncertain or expected
// to die. Read one by one, each might survive by sacrificing the others.
func (r *reader) readBlocks(ctx context.Context, left int) error {
	var group errgroup.Group
	group.SetLimit(readers)
	for _, q := range r.blocks() {
		visits := min(rounds[len(rounds)-1], left/(2*len(q.fight.Region)))
		if visits < rounds[0] {
			break
		}
		left -= 2 * visits * len(q.fight.Region)
		group.Go(func() error { return panics.Call(func() error { return q.readIn(ctx, visits, r.seed) }) })
	}
	return group.Wait()
}

// A block is a set of chains with one color in one region.
type block struct {
	chains []*reading
	fight  lifedeath.Fight
}

// readIn reads the block and averages the result with each chain's own estimate.
func (b *block) readIn(ctx context.Context, visits int, seed uint64) error {
	color := b.chains[0].Color
	saved := b.fight.Survival(ctx, color, visits, seed)
	kept := b.fight.Survival(ctx, color.Opponent(), visits, seed)
	for _, c := range b.chains {
		c.estimate = (c.estimate + saved + kept - 1) / 2
	}
	return expired(ctx)
}

// blocks returns the blocks to read, smallest regions first.
func (r *reader) blocks() (all []*block) {
	of := map[[2]int]*block{}
	for _, q := range r.questions() {
		c := q.chain
		if !c.read || c.turn || c.mean() >= blockBelow {
			continue
		}
		key := [2]int{int(slices.Min(q.fight.Region)), int(c.Color)}
		if of[key] == nil {
			of[key] = &block{fight: q.fight}
			of[key].fight.Target = nil
			all = append(all, of[key])
		}
		of[key].chains = append(of[key].chains, c)
		of[key].fight.Target = append(of[key].fight.Target, c.Stones...)
	}
	return slices.DeleteFunc(all, func(b *block) bool {
		return len(b.chains) < 2 || !slices.ContainsFunc(b.chains,
			func(c *reading) bool { return c.verdict() == life.Unsure })
	})
}
