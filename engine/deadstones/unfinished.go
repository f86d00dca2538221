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
// confirms dead stones, because a ko has a different result in hypothetical play. Under territory
// scoring it also measures the gains in the regions that were pending before.
func findUnfinished(ctx context.Context, g *game.Game, p *life.Proposal) error {
	if slices.ContainsFunc(p.Chains, func(c life.ChainStatus) bool { return c.Reason == life.ByConfirmation }) {
		return nil
	}
	f := newGainFinder(g, p)
	if err := f.measurePending(ctx); err != nil {
		return err
	}
	certain := g.ProposalRange(*p).Certain()
	for _, points := range unsettled(g) {
		unsure := slices.ContainsFunc(points, func(at board.Point) bool { return p.Status[at] == life.Unsure })
		if unsure && !certain || len(points) > gainPoints {
			continue
		}
		if err := f.find(ctx, points); err != nil {
			return err
		}
		if err := expired(ctx); err != nil {
			return err
		}
	}
	p.Collect()
	return nil
}

// A gainFinder searches regions for gains over a proposal.
type gainFinder struct {
	game        *game.Game
	proposal    *life.Proposal
	solver      *local.Solver
	area, owner []board.Color // by point: the owner by area, and by the score
}

func newGainFinder(g *game.Game, p *life.Proposal) *gainFinder {
	return &gainFinder{
		game: g, proposal: p, area: game.Owners(&life.Without(g.Board(), p.Dead).View), owner: g.Score(p.Dead...).Owner,
		solver: &local.Solver{
			Rules: g.Rules().CaptureRules(), Territory: g.Rules().Scoring == game.ScoringTerritory, Connect: true,
			Total: gainTotal,
		},
	}
}

// measurePending measures by territory the gains in the pending regions without unsure chains,
// which are known by area.
func (f *gainFinder) measurePending(ctx context.Context) error {
	if !f.solver.Territory {
		return nil
	}
	var left []life.Pending
	for _, pending := range f.proposal.Pending {
		if pending.Has(f.proposal.Unsure...) {
			left = append(left, pending)
			continue
		}
		region := &local.Region{Board: f.game.Board(), Points: pending.Points}
		for _, side := range board.Colors {
			if pending.Gain[side] <= 0 {
				continue
			}
			gain, err := f.gain(ctx, region, side)
			if err != nil {
				return err
			}
			if gain.Complete || gain.Points > 0 {
				pending.Gain[side] = gain.Points
			}
		}
		if max(pending.Gain[board.Black], pending.Gain[board.White]) > 0 {
			left = append(left, pending)
		}
	}
	f.proposal.Pending = left
	return nil
}

// gain returns a side's gain in a region by moving first.
func (f *gainFinder) gain(ctx context.Context, region *local.Region, side board.Color) (local.Gain, error) {
	var claim local.Claim
	for _, at := range region.Points {
		if f.proposal.Status[at] == life.Dead {
			claim.Dead = append(claim.Dead, at)
		}
		if f.owner[at] == board.Empty {
			claim.Void[f.area[at]]++
		}
	}
	f.solver.Limit = gainLimit
	return f.solver.Gain(ctx, region, claim, side)
}

// find searches a region for a gain by either side.
func (f *gainFinder) find(ctx context.Context, points []board.Point) error {
	region := &local.Region{Board: f.game.Board(), Points: points}
	pending := life.Pending{Points: slices.Sorted(slices.Values(points)), Ko: board.Pass}
	for _, side := range board.Colors {
		gain, err := f.gain(ctx, region, side)
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
		if err := doubtChains(ctx, f.solver, region, f.proposal, side); err != nil {
			return err
		}
	}
	if pending.Gain != (board.ByColor[int]{}) {
		f.proposal.Pending = addPending(f.proposal.Pending, pending)
	}
	return nil
}

// addPending adds a region to pending regions. Of two regions, one inside the other, it keeps the
// larger with the larger gains.
func addPending(regions []life.Pending, added life.Pending) []life.Pending {
	for i := range regions {
		if within(&added, &regions[i]) {
			merge(&regions[i], &added)
			return regions
		}
	}
	regions = slices.DeleteFunc(regions, func(r life.Pending) bool {
		if !within(&r, &added) {
			return false
		}
		merge(&added, &r)
		return true
	})
	return append(regions, added)
}

// within reports whether all points of inner are in outer.
func within(inner, outer *life.Pending) bool {
	return !slices.ContainsFunc(inner.Points, func(at board.Point) bool { return !slices.Contains(outer.Points, at) })
}

// merge adds to a pending region the gains and the ko of one inside it.
func merge(outer, inner *life.Pending) {
	for _, side := range board.Colors {
		if inner.Gain[side] > outer.Gain[side] {
			outer.Gain[side], outer.Moves[side] = inner.Gain[side], inner.Moves[side]
		}
	}
	if outer.Ko == board.Pass {
		outer.Ko, outer.Needs = inner.Ko, inner.Needs
	}
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
