package deadstones

import (
	"context"
	"fmt"
	"math"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/life/local"
)

// These constants bound the regions and the cost of exhaustive search.
const (
	mostFree      = 14      // maximum empty points in a region
	mostPoints    = 48      // maximum points in a region, including stones
	proofLimit    = 100_000 // positions in one proof
	positionLimit = 200_000 // positions in all proofs for a board
	regionLimit   = 100_000 // positions in all proofs for a region, for each search of it
	quickLimit    = 2_000   // positions in one proof when all regions are first searched
	surelyDead    = -0.6    // maximum ownership of stones removed before testing which chains live outside a region
	surelySafe    = 0.9     // minimum ownership of a chain that may border a region
	safeLiberties = 3       // minimum liberties of such a chain outside the region
)

// A settler decides small regions by exhaustive search.
type settler struct {
	game     *game.Game
	proposal *life.Proposal
	chainAt  []int  // chain index by point, −1 without a stone
	fixed    []bool // by chain: whether its status is unconditional
	solver   local.Solver
	found    settled
	stage    stage
	unclear  []bool         // by point: unsure unless a later stage decides it
	tried    map[string]int // by points in a region: the greatest limit of its proofs
}

// A stage is one search of all undecided regions.
type stage struct {
	limit   int
	assumes bool // chains around a region live as in reading, so that results are not proofs
}

// stages lists the searches in order, so that large regions do not use up the positions that small
// regions need.
var stages = [...]stage{{quickLimit, false}, {proofLimit, false}, {quickLimit, true}, {proofLimit, true}}

// A settled is the result of exhaustive search of a board.
type settled struct {
	status  []life.Status // by point: Dead, Alive, InSeki or Unsure; Vacant without a result
	reason  []life.Reason // by point
	hard    []bool        // by point: in a region searched without a result
	firm    []bool        // by point: alive and not in seki, in a settled region
	stays   []bool        // by point: not captured whoever moves first, but possibly in seki
	pending []life.Pending
}

func newSettler(g *game.Game, p *life.Proposal) *settler {
	s := &settler{
		game: g, proposal: p, chainAt: make([]int, g.Graph().Points()), fixed: make([]bool, len(p.Chains)),
		tried: map[string]int{},
	}
	for at := range s.chainAt {
		s.chainAt[at] = -1
	}
	for i, c := range p.Chains {
		s.fixed[i] = c.Reason == life.Immortal || c.Reason == life.Unconditionally || c.Reason == life.InTerritory
		for _, q := range c.Stones {
			s.chainAt[q] = i
		}
	}
	s.solver = local.Solver{
		Rules: g.Rules().CaptureRules(), Hypothetical: g.Rules().Scoring == game.ScoringTerritory,
		Connect: g.Graph().Lattice() == board.Honeycomb,
		Limit:   proofLimit, Total: positionLimit,
	}
	return s
}

// settle decides the small regions around chains that are not independent, and the small regions
// bordered by both colors. It returns an error only if ctx is done too early.
func (s *settler) settle(ctx context.Context) (settled, error) {
	n := len(s.chainAt)
	s.unclear = make([]bool, n)
	s.found = settled{
		status: make([]life.Status, n), reason: make([]life.Reason, n),
		hard: make([]bool, n), firm: make([]bool, n), stays: make([]bool, n),
	}
	for _, s.stage = range stages {
		s.solver.Limit = s.stage.limit
		if err := s.search(ctx); err != nil {
			return s.found, err
		}
	}
	for p, unclear := range s.unclear {
		if unclear && s.found.status[p] == life.Vacant {
			s.found.status[p], s.found.reason[p] = life.Unsure, life.Divided
		}
	}
	return s.found, nil
}

// search searches the regions in the current stage.
func (s *settler) search(ctx context.Context) error {
	done := make([]bool, len(s.chainAt))
	for p, status := range s.found.status {
		done[p] = status != life.Vacant
	}
	for _, seeds := range s.seeds() {
		if done[seeds[0]] {
			continue
		}
		region, ok := s.grow(seeds)
		if !ok {
			continue
		}
		for _, p := range region.Points {
			done[p] = true
		}
		key := fmt.Sprint(slices.Sorted(slices.Values(region.Points)))
		if s.tried[key] >= s.stage.limit {
			continue
		}
		s.tried[key] = s.stage.limit
		if err := s.decide(ctx, region, key); err != nil {
			return err
		}
	}
	return nil
}

// seeds returns the starting points of possible regions: first the chains that are not independent,
// then the empty regions.
func (s *settler) seeds() (all [][]board.Point) {
	b := s.game.Board()
	lives := life.Independent(&s.cleared(nil).View, s.solver.Rules, make([]bool, len(s.chainAt)))
	for i, c := range s.proposal.Chains {
		if !s.fixed[i] && !lives[c.Stones[0]] {
			all = append(all, c.Stones)
		}
	}
	slices.SortStableFunc(all, func(x, y []board.Point) int { return len(b.Liberties(x[0])) - len(b.Liberties(y[0])) })
	seen := make([]bool, len(s.chainAt))
	for p := range board.Point(len(s.chainAt)) {
		if b.At(p) != board.Empty || seen[p] {
			continue
		}
		var touched board.ByColor[bool]
		region := []board.Point{p}
		seen[p] = true
		for i := 0; i < len(region); i++ {
			for _, q := range s.game.Graph().Near(region[i]) {
				if c := b.At(q); c != board.Empty {
					touched[c] = true
				} else if !seen[q] {
					seen[q] = true
					region = append(region, q)
				}
			}
		}
		if touched[board.Black] && touched[board.White] {
			all = append(all, region)
		}
	}
	return all
}

// cleared returns the board without the stones that are surely dead and outside in.
func (s *settler) cleared(in []bool) *board.Board {
	var off []board.Point
	for i, c := range s.proposal.Chains {
		dead := c.Reason == life.InTerritory || c.Status == life.Dead && c.Ownership[1] <= surelyDead
		if dead && !(s.fixed[i] && c.Status == life.Alive) && (in == nil || !in[c.Stones[0]]) {
			off = append(off, c.Stones...)
		}
	}
	return life.Without(s.game.Board(), off)
}

// grow returns the region around seeds: all points connected to them by empty points and by chains
// that do not live without the region. It returns false if the region is too large.
func (s *settler) grow(seeds []board.Point) (*local.Region, bool) {
	b := s.game.Board()
	in, free := make([]bool, len(s.chainAt)), 0
	region := &local.Region{Board: b}
	add := func(p board.Point) {
		if !in[p] {
			in[p] = true
			region.Points = append(region.Points, p)
			if b.At(p) == board.Empty {
				free++
			}
		}
	}
	for _, p := range seeds {
		add(p)
	}
	for flooded := 0; ; {
		for ; flooded < len(region.Points); flooded++ {
			for _, q := range s.game.Graph().Near(region.Points[flooded]) {
				if b.At(q) == board.Empty {
					add(q)
				}
			}
			if free > mostFree || len(region.Points) > mostPoints {
				return nil, false
			}
		}
		if weak := s.weakBorder(region, in); weak != nil {
			for _, p := range weak {
				add(p)
			}
			continue
		}
		return region, true
	}
}

// weakBorder returns the chains adjacent to a region that do not live without it.
func (s *settler) weakBorder(region *local.Region, in []bool) (weak []board.Point) {
	lives := life.Independent(&s.cleared(in).View, s.solver.Rules, in)
	seen := map[int]bool{}
	for _, p := range region.Points {
		for _, q := range s.game.Graph().Near(p) {
			i := s.chainAt[q]
			if i < 0 || in[q] || seen[i] {
				continue
			}
			seen[i] = true
			if c := &s.proposal.Chains[i]; !lives[q] && !(s.fixed[i] && c.Status == life.Alive) && !s.safe(c, in) {
				weak = append(weak, c.Stones...)
			}
		}
	}
	return weak
}

// safe reports whether a chain may be assumed to live: by its ownership, or in an assuming stage
// also by the results so far and by the criteria of reading.
func (s *settler) safe(c *life.ChainStatus, in []bool) bool {
	at, least := c.Stones[0], float32(surelySafe)
	if s.stage.assumes {
		if s.found.firm[at] || s.found.stays[at] && c.Ownership[0] >= firmAbove {
			return true
		}
		least = solidAbove
	}
	if c.Status != life.Alive || c.Ownership[0] < least {
		return false
	}
	outside := 0
	for _, p := range s.game.Board().Liberties(at) {
		if !in[p] {
			outside++
		}
	}
	return outside >= safeLiberties
}

// claims returns possible outcomes in a region, the most likely first.
func (s *settler) claims(region *local.Region) (all []local.Claim) {
	var chains []int
	for _, p := range region.Points {
		if i := s.chainAt[p]; i >= 0 && !slices.Contains(chains, i) {
			chains = append(chains, i)
		}
	}
	add := func(dies func(c *life.ChainStatus) bool) {
		var claim local.Claim
		for _, i := range chains {
			if c := &s.proposal.Chains[i]; c.Reason != life.Immortal && dies(c) {
				claim.Dead = append(claim.Dead, c.Stones...)
			}
		}
		slices.Sort(claim.Dead)
		if !slices.ContainsFunc(all, func(c local.Claim) bool { return slices.Equal(c.Dead, claim.Dead) }) {
			all = append(all, claim)
		}
	}
	add(func(c *life.ChainStatus) bool { return c.Ownership[0]+c.Ownership[1] < 0 })
	add(func(*life.ChainStatus) bool { return false })
	for _, color := range board.Colors {
		add(func(c *life.ChainStatus) bool { return c.Color == color })
	}
	for _, i := range chains {
		add(func(c *life.ChainStatus) bool { return c == &s.proposal.Chains[i] })
	}
	return all
}

// decide searches a region and records the results. key identifies the region in tried. If chains
// are assumed to live, only results that do not depend on the first player are recorded.
func (s *settler) decide(ctx context.Context, region *local.Region, key string) error {
	left := s.solver.Total
	s.solver.Total = min(left, regionLimit)
	d, err := s.solver.Decide(ctx, region, s.claims(region))
	s.solver.Total += max(0, left-regionLimit)
	if err == nil {
		err = expired(ctx)
	}
	if err != nil {
		return err
	}
	if d.Verdict != local.Unknown {
		s.tried[key] = math.MaxInt
	}
	switch {
	case d.Verdict == local.Settled:
		s.note(region, &d)
	case d.Verdict == local.Unknown:
		s.noteFates(region, &d)
		if !s.stage.assumes {
			s.leave(region, d.Complete)
		}
	case !s.stage.assumes:
		s.doubt(region, &d)
	}
	return nil
}

// note records the statuses in a settled region.
func (s *settler) note(region *local.Region, d *local.Decision) {
	seki := s.seki(region, d.Claim.Dead)
	reason := s.reason()
	if d.Hypothetical && reason == life.ByProof {
		reason = life.ByConfirmation
	}
	for _, p := range s.open(region) {
		s.found.reason[p] = reason
		switch {
		case slices.Contains(d.Claim.Dead, p):
			s.found.status[p] = life.Dead
		case seki[p]:
			s.found.status[p] = life.InSeki
		default:
			s.found.status[p], s.found.firm[p] = life.Alive, true
		}
	}
}

// seki returns, by point, the stones in seki by shape after dead is removed from a region.
func (s *settler) seki(region *local.Region, dead []board.Point) []bool {
	in := make([]bool, len(s.chainAt))
	for _, p := range region.Points {
		in[p] = true
	}
	cleared := life.Without(&s.cleared(in).View, dead)
	return life.Seki(&cleared.View, s.solver.Rules)
}

// reason returns the reason for results in this stage.
func (s *settler) reason() life.Reason {
	if s.stage.assumes {
		return life.ByReading
	}
	return life.ByProof
}

// open returns the points in a region with undecided stones.
func (s *settler) open(region *local.Region) (all []board.Point) {
	for _, p := range region.Points {
		if i := s.chainAt[p]; i >= 0 && !s.fixed[i] && s.found.status[p] == life.Vacant {
			all = append(all, p)
		}
	}
	return all
}

// noteFates records the chains in an unsettled region that survive or fall whoever moves first. A
// chain that survives may be in seki, which is left to other searches.
func (s *settler) noteFates(region *local.Region, d *local.Decision) {
	seki := s.seki(region, d.Fall)
	for _, p := range s.open(region) {
		s.found.stays[p] = slices.Contains(d.Stay, p)
		switch {
		case s.found.stays[p] && !seki[p]:
			s.found.status[p], s.found.reason[p] = life.Alive, s.reason()
		case slices.Contains(d.Fall, p):
			s.found.status[p], s.found.reason[p] = life.Dead, s.reason()
		}
	}
}

// doubt records that the first move or a ko decides a region. A gain that affects no chain and is
// worth at most one point is dame and not recorded as pending.
func (s *settler) doubt(region *local.Region, d *local.Decision) {
	pending := life.Pending{
		Points: slices.Sorted(slices.Values(region.Points)), Moves: d.Moves, Gain: d.Gain, Ko: d.Ko, Needs: d.Needs,
	}
	reason, depends := life.FirstMove, d.Verdict == local.ByKo
	if depends {
		reason = life.KoDecides
	}
	for _, p := range s.open(region) {
		switch {
		case slices.Contains(d.Stay, p):
			s.found.status[p], s.found.reason[p] = life.Alive, life.ByProof
		case slices.Contains(d.Fall, p):
			s.found.status[p], s.found.reason[p] = life.Dead, life.ByProof
		default:
			s.found.status[p], s.found.reason[p] = life.Unsure, reason
			depends = true
		}
	}
	if depends || max(d.Gain[board.Black], d.Gain[board.White]) > 1 {
		s.found.pending = addPending(s.found.pending, pending)
	}
}

// leave records that exhaustive search has not decided a region. If the search was complete, the
// chains become unsure, unless a later stage decides them or ownership is certain for all of them.
func (s *settler) leave(region *local.Region, complete bool) {
	doubtful := false
	for _, p := range region.Points {
		s.found.hard[p] = true
	}
	for _, p := range s.open(region) {
		c := &s.proposal.Chains[s.chainAt[p]]
		doubtful = doubtful || max(c.Ownership[0], -c.Ownership[1]) < -surelyDead
	}
	for _, p := range s.open(region) {
		if complete && doubtful {
			s.unclear[p] = true
		}
	}
}
