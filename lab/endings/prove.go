package endings

import (
	"context"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/life/local"
)

// prove decides a region by exhaustive search. It returns false if the search proves nothing
// useful.
func (m *Generator) prove(ctx context.Context, region *local.Region) (p Position, ok bool) {
	chains := heads(region)
	if !hasBoth(region, chains) || region.Empties() > mostEmpty {
		return p, false
	}
	if !m.mayBeSeki(region, chains) {
		return p, false
	}
	solver := local.Solver{
		Rules: m.Rules.CaptureRules(), Hypothetical: m.Rules.Scoring == game.ScoringTerritory, Limit: proofLimit,
		Total: totalLimit,
	}
	d, err := solver.Decide(ctx, region, claims(region, chains))
	if err != nil {
		return p, false
	}
	p = Position{Board: m.Graph.Name(), Rules: m.Rules.Preset, Nodes: d.Nodes, Status: map[string]string{}}
	for at := range board.Point(m.Graph.Points()) {
		switch region.Board.At(at) {
		case board.Black:
			p.Black = append(p.Black, m.Graph.PointName(at))
		case board.White:
			p.White = append(p.White, m.Graph.PointName(at))
		}
	}
	switch d.Verdict {
	case local.Settled:
		m.settled(region, chains, &d, &p)
	case local.Unsettled, local.ByKo:
		undecided(region, chains, &d, &p)
	}
	return p, p.Kind != ""
}

// settled fills in a position with a proven claim.
func (m *Generator) settled(region *local.Region, chains []board.Point, d *local.Decision, p *Position) {
	cleared := life.Without(region.Board, d.Claim.Dead)
	seki := life.Seki(&cleared.View, m.Rules.CaptureRules())
	var in board.ByColor[bool]
	for _, at := range chains {
		name := m.Graph.PointName(at)
		switch {
		case slices.Contains(d.Claim.Dead, at):
			p.Status[name], p.Kind = string(life.Dead), Dead
		case seki[at]:
			p.Status[name], in[region.Board.At(at)] = string(life.InSeki), true
		default:
			p.Status[name] = string(life.Alive)
		}
	}
	switch {
	case in[board.Black] && in[board.White]:
		p.Kind = Seki
	case in[board.Black] || in[board.White]:
		p.Kind = ""
	}
}

// undecided fills in a position where the first move or a ko decides some chain.
func undecided(region *local.Region, chains []board.Point, d *local.Decision, p *Position) {
	found := false
	for _, at := range chains {
		name := region.Board.Graph().PointName(at)
		switch {
		case slices.Contains(d.Stay, at):
			p.Status[name] = string(life.Alive)
		case slices.Contains(d.Fall, at):
			p.Status[name] = string(life.Dead)
		default:
			p.Status[name], found = open, true
		}
	}
	switch {
	case !found:
	case d.Verdict == local.ByKo:
		p.Kind = Ko
	default:
		p.Kind = First
	}
}

// heads returns each chain's first stone in a region.
func heads(region *local.Region) (all []board.Point) {
	seen := map[board.Point]bool{}
	for _, p := range region.Points {
		if region.Board.At(p) != board.Empty && !seen[region.Board.Root(p)] {
			seen[region.Board.Root(p)] = true
			all = append(all, p)
		}
	}
	return all
}

// hasBoth reports whether the region has mortal chains of both colors.
func hasBoth(region *local.Region, chains []board.Point) bool {
	var has board.ByColor[bool]
	for _, p := range chains {
		has[region.Board.At(p)] = has[region.Board.At(p)] || !region.Board.Immortal(p)
	}
	return has[board.Black] && has[board.White]
}

// mayBeSeki reports whether chains of both colors would be in seki if no stone were dead.
func (m *Generator) mayBeSeki(region *local.Region, chains []board.Point) bool {
	seki := life.Seki(region.Board, m.Rules.CaptureRules())
	var in board.ByColor[bool]
	for _, p := range chains {
		in[region.Board.At(p)] = in[region.Board.At(p)] || seki[p]
	}
	return in[board.Black] && in[board.White]
}

// claims returns every possible end in a region where one color's chains are dead, or one chain.
func claims(region *local.Region, chains []board.Point) (all []local.Claim) {
	add := func(dies func(p board.Point) bool) {
		var claim local.Claim
		for _, p := range chains {
			if dies(p) && !region.Board.Immortal(p) {
				claim.Dead = append(claim.Dead, slices.Collect(region.Board.Chain(p))...)
			}
		}
		all = append(all, claim)
	}
	add(func(board.Point) bool { return false })
	for _, c := range board.Colors {
		add(func(p board.Point) bool { return region.Board.At(p) == c })
	}
	for _, one := range chains {
		add(func(p board.Point) bool { return p == one })
	}
	return all
}
