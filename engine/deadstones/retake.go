package deadstones

import (
	"context"
	"slices"

	"rosette/engine/lifedeath"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// What is searched after a capture.
const (
	retakeVisits = 1000
	survivesAt   = 0.3 // the least chance of the capturing side to survive
	mostRetakes  = 24  // chains that are tried; more are unsure
	mostNakade   = 10  // points of the largest space in which a chain is taken that may not make two eyes
)

// spareRetaken makes dead chains unsure where the opponent may not survive taking them: the
// chains around it have no two eyes elsewhere, and either they cannot take it, or once it is
// taken its owner captures them by playing first inside. What is proven stays.
func spareRetaken(ctx context.Context, g *game.Game, p *life.Proposal, seed uint64) error {
	var spared []int
	tried := 0
	for i := range p.Chains {
		c := &p.Chains[i]
		if c.Status != life.Dead || isProven(c.Reason) {
			continue
		}
		takers := weakTakers(g, p, c)
		if len(takers) == 0 {
			continue
		}
		if tried++; tried > mostRetakes || !survives(ctx, g, c, takers, seed) {
			spared = append(spared, i)
		}
		if err := expired(ctx); err != nil {
			return err
		}
	}
	for _, i := range spared {
		p.Chains[i].Status, p.Chains[i].Reason = life.Unsure, life.Retaken
	}
	p.Collect()
	return nil
}

// weakTakers returns the stones of the opponent's living chains beside a chain, or beside its
// liberties, that have no two eyes once the dead are off, even if its owner plays first there.
func weakTakers(g *game.Game, p *life.Proposal, c *life.ChainStatus) (weak []board.Point) {
	b := g.Board()
	cleared := life.Without(b, p.Dead)
	lives := life.Independent(&cleared.View, g.Rules().CaptureRules(), nakade(&cleared.View, c.Stones))
	seen := map[board.Point]bool{}
	for _, q := range append(b.Liberties(c.Stones[0]), c.Stones...) {
		for _, r := range g.Graph().Near(q) {
			if b.At(r) != c.Color.Opponent() || lives[r] || p.Status[r] != life.Alive || seen[b.Root(r)] {
				continue
			}
			seen[b.Root(r)] = true
			weak = slices.AppendSeq(weak, b.Chain(r))
		}
	}
	return weak
}

// nakade returns, by point, the space that is empty once the stones are off, nothing if it is
// so large that who takes them has two eyes there.
func nakade(cleared *board.View, stones []board.Point) []bool {
	in := make([]bool, cleared.Graph().Points())
	space := slices.Clone(stones)
	for _, q := range space {
		in[q] = true
	}
	for i := 0; i < len(space); i++ {
		for _, q := range cleared.Graph().Near(space[i]) {
			if !in[q] && cleared.At(q) == board.Empty {
				in[q] = true
				space = append(space, q)
			}
		}
	}
	if len(space) > mostNakade {
		clear(in)
	}
	return in
}

// survives reports whether the takers of a chain survive taking it.
func survives(ctx context.Context, g *game.Game, c *life.ChainStatus, takers []board.Point, seed uint64) bool {
	after := life.Capture(g.Board(), g.Rules().CaptureRules(), c.Stones[0])
	if after == nil {
		return false
	}
	takers = slices.DeleteFunc(takers, func(q board.Point) bool { return after.At(q) != c.Color.Opponent() })
	if len(takers) == 0 {
		return true
	}
	solid := make([]bool, g.Graph().Points())
	for q := range solid {
		at := board.Point(q)
		solid[q] = after.At(at) != board.Empty && !slices.Contains(takers, at)
	}
	f := lifedeath.Fight{
		Board: &after.View, Rules: g.Rules(), Target: takers, Lost: make([]bool, len(solid)),
		Region: lifedeath.Region(&after.View, takers, solid),
	}
	return f.Survival(ctx, c.Color, retakeVisits, seed) >= survivesAt
}
