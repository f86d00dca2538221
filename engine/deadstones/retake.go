package deadstones

import (
	"context"
	"slices"

	"rosette/engine/lifedeath"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/life/local"
)

// These constants limit the search after a capture.
const (
	retakeVisits = 1000
	survivesAt   = 0.3    // minimum survival probability of the capturing side
	mostRetakes  = 24     // maximum number of chains to try; the rest are unsure
	retakeLimit  = 8_000  // positions in one proof of survival or capture
	retakeTotal  = 40_000 // positions in all such proofs for a board
	mostNakade   = 10     // maximum points in a space that may not make two eyes after a capture

	doubtedStones = 3    // minimum size of a chain to doubt
	givenUp       = 3    // maximum size of a capturer that its side may give up
	doubtedDead   = -0.3 // minimum mean ownership of a dead chain in doubt
	doubtedTaker  = 0.3  // ownership below which its capturer is in doubt
)

// spareRetaken makes dead chains unsure if the opponent may not survive the capture. The
// surrounding chains then have no two eyes elsewhere, and either cannot capture the chain, or are
// captured in return when its owner moves first inside. Proven chains do not change.
func spareRetaken(ctx context.Context, g *game.Game, p *life.Proposal, seed uint64) error {
	var spared, doubtful []int
	tried := 0
	solver := &local.Solver{Rules: g.Rules().CaptureRules(), Limit: retakeLimit, Total: retakeTotal}
	for i := range p.Chains {
		c := &p.Chains[i]
		if c.Status != life.Dead || isProven(c.Reason) {
			continue
		}
		if doubted(g, p, c) {
			doubtful = append(doubtful, i)
			continue
		}
		takers := weakTakers(g, p, c, mostNakade)
		if len(takers) == 0 {
			continue
		}
		if tried++; tried > mostRetakes || !survives(ctx, g, solver, c, takers, seed) {
			spared = append(spared, i)
		}
		if err := expired(ctx); err != nil {
			return err
		}
	}
	for _, i := range spared {
		p.Chains[i].Status, p.Chains[i].Reason = life.Unsure, life.Retaken
	}
	for _, i := range doubtful {
		p.Chains[i].Status, p.Chains[i].Reason = life.Unsure, life.Divided
	}
	p.Collect()
	return nil
}

// doubted reports whether ownership is doubtful both for a dead chain and for a potential capturer
// without two eyes elsewhere that is too large to give up. In a large seki, reading adds nothing to
// this.
func doubted(g *game.Game, p *life.Proposal, c *life.ChainStatus) bool {
	if len(c.Stones) < doubtedStones || c.Ownership[0]+c.Ownership[1] <= 2*doubtedDead {
		return false
	}
	takers := weakTakers(g, p, c, board.MaxPoints)
	return slices.ContainsFunc(p.Chains, func(t life.ChainStatus) bool {
		return len(t.Stones) > givenUp && t.Ownership[0] < doubtedTaker && slices.Contains(takers, t.Stones[0])
	})
}

// weakTakers returns the opponent's living stones next to a chain or its liberties that have no two
// eyes with the dead removed, even if their owner moves first. A space with more than most points
// counts as two eyes.
func weakTakers(g *game.Game, p *life.Proposal, c *life.ChainStatus, most int) (weak []board.Point) {
	b := g.Board()
	cleared := life.Without(b, p.Dead)
	lives := life.Independent(&cleared.View, g.Rules().CaptureRules(), nakade(&cleared.View, c.Stones, most))
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

// nakade returns, by point, the empty space after the stones are removed. The result is all false
// if the space has more than most points.
func nakade(cleared *board.View, stones []board.Point, most int) []bool {
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
	if len(space) > most {
		clear(in)
	}
	return in
}

// survives reports whether the chain's capturers survive the capture.
func survives(
	ctx context.Context, g *game.Game, solver *local.Solver, c *life.ChainStatus, takers []board.Point, seed uint64,
) bool {
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
	if lives, known := holds(ctx, solver, &f, c.Color); known {
		return lives
	}
	return f.Survival(ctx, c.Color, retakeVisits, seed) >= survivesAt
}

// holds reports whether exhaustive search of a small region proves that all targets survive with
// first moving first. known is false if the search proves neither this nor a capture.
func holds(ctx context.Context, solver *local.Solver, f *lifedeath.Fight, first board.Color) (stays, known bool) {
	region := &local.Region{Board: f.Board, Points: f.Region}
	if region.Empties() > mostFree || len(f.Region) > mostPoints {
		return false, false
	}
	stays = true
	for _, p := range f.Target {
		if f.Board.Root(p) != p {
			continue
		}
		owner := f.Board.At(p)
		if held, err := solver.Holds(ctx, region, p, owner, first); err == nil && held {
			continue
		}
		stays = false
		if held, err := solver.Holds(ctx, region, p, owner.Opponent(), first); err == nil && held {
			return false, true
		}
	}
	return stays, stays
}
