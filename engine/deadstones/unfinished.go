package deadstones

import (
	"context"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/life/local"
)

// These constants limit the search for gains.
const (
	gainPoints = 64     // maximum points in a region, including stones
	gainLimit  = 10_000 // positions in a proof that a side gains by moving first
	gainTotal  = 60_000 // positions in all such proofs for a board
	chainLimit = 2_000  // positions in a proof that a first move saves or captures a chain
)

// findUnfinished searches small regions for a gain by moving first and adds such regions to the
// pending ones. The regions are bordered by unconditionally living stones, so the search uses no
// estimates. Chains that the first move saves or captures become unsure. It skips regions with an
// unsure chain if the score depends on unsure chains. It skips the whole board if article 7
// confirms dead stones, because a ko has a different result in hypothetical play.
func findUnfinished(ctx context.Context, g *game.Game, p *life.Proposal) error {
	if slices.ContainsFunc(p.Chains, func(c life.ChainStatus) bool { return c.Reason == life.ByConfirmation }) {
		return nil
	}
	certain := g.ProposalRange(*p).Certain()
	solver := &local.Solver{Rules: g.Rules().CaptureRules(), Connect: true, Total: gainTotal}
	for _, points := range unsettled(g) {
		region := &local.Region{Board: g.Board(), Points: points}
		unsure := slices.ContainsFunc(points, func(at board.Point) bool { return p.Status[at] == life.Unsure })
		if unsure && !certain || len(points) > gainPoints {
			continue
		}
		if err := findGain(ctx, solver, region, p); err != nil {
			return err
		}
		if err := expired(ctx); err != nil {
			return err
		}
	}
	p.Collect()
	return nil
}

// findGain searches a region for a gain by either side.
func findGain(ctx context.Context, solver *local.Solver, region *local.Region, p *life.Proposal) error {
	var claim local.Claim
	for _, at := range region.Points {
		if p.Status[at] == life.Dead {
			claim.Dead = append(claim.Dead, at)
		}
	}
	pending := life.Pending{Points: slices.Sorted(slices.Values(region.Points)), Ko: board.Pass}
	for _, side := range board.Colors {
		solver.Limit = gainLimit
		gain, err := solver.Gain(ctx, region, claim, side)
		if err != nil {
			return err
		}
		pending.Moves[side], pending.Gain[side] = gain.Move, gain.Points
		if gain.Points == 0 {
			continue
		}
		if gain.Ko != board.Pass {
			pending.Ko, pending.Needs = gain.Ko, side.Opponent()
		}
		if err := doubtChains(ctx, solver, region, p, side); err != nil {
			return err
		}
	}
	if pending.Gain != (board.ByColor[int]{}) {
		p.Pending = append(takeIn(&pending, p.Pending), pending)
	}
	return nil
}

// takeIn merges pending regions inside a region into it and returns the other pending regions.
func takeIn(pending *life.Pending, regions []life.Pending) []life.Pending {
	return slices.DeleteFunc(regions, func(r life.Pending) bool {
		outside := func(at board.Point) bool { return !slices.Contains(pending.Points, at) }
		if slices.ContainsFunc(r.Points, outside) {
			return false
		}
		for _, side := range board.Colors {
			if r.Gain[side] > pending.Gain[side] {
				pending.Gain[side], pending.Moves[side] = r.Gain[side], r.Moves[side]
			}
		}
		if pending.Ko == board.Pass {
			pending.Ko, pending.Needs = r.Ko, r.Needs
		}
		return true
	})
}

// doubtChains makes chains in a region unsure if side saves or captures them by moving first.
func doubtChains(
	ctx context.Context, solver *local.Solver, region *local.Region, p *life.Proposal, side board.Color,
) error {
	solver.Limit = chainLimit
	for i := range p.Chains {
		c := &p.Chains[i]
		at := c.Stones[0]
		dead := c.Color == side // chains that side may save
		if dead != (c.Status == life.Dead) || !slices.Contains(region.Points, at) {
			continue
		}
		holds, err := solver.Holds(ctx, region, at, side, side)
		if err != nil {
			return err
		}
		if holds {
			c.Status, c.Reason = life.Unsure, life.FirstMove
		}
	}
	return nil
}

// unsettled returns the regions that neither side holds unconditionally. Adjacent points of
// unconditional territory belong to a region, because its chains may use their liberties.
func unsettled(g *game.Game) (regions [][]board.Point) {
	b, rules := g.Board(), g.Rules().CaptureRules()
	black, white := life.Unconditional(b, board.Black, rules), life.Unconditional(b, board.White, rules)
	alive := func(p board.Point) bool { return black.Alive[p] || white.Alive[p] }
	seen := make([]bool, g.Graph().Points())
	for p := range board.Point(len(seen)) {
		if seen[p] || alive(p) || black.Territory[p] || white.Territory[p] {
			continue
		}
		seen[p] = true
		region := []board.Point{p}
		for i := 0; i < len(region); i++ {
			for _, q := range g.Graph().Near(region[i]) {
				if !seen[q] && !alive(q) {
					seen[q] = true
					region = append(region, q)
				}
			}
		}
		regions = append(regions, region)
	}
	return regions
}
