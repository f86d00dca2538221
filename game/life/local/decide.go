package local

import (
	"context"

	"rosette/game/board"
	"rosette/game/life"
)

// A Verdict summarizes a search on a region.
type Verdict uint8

// The verdicts.
const (
	Unknown   Verdict = iota // the limit came first, or no claim holds
	Settled                  // a claim holds whoever moves first
	Unsettled                // the first mover decides
	ByKo                     // a ko decides
)

// A Decision is the result of a search on a region.
type Decision struct {
	Verdict Verdict
	// for Settled: the end; for ByKo: the end if the side in Needs has no ko threat
	Claim        Claim
	Hypothetical bool                       // for Settled: holds only if a retake of a ko needs a pass for that ko
	Moves        board.ByColor[board.Point] // for Unsettled and a ko: the first play of each side; else Pass
	// for Unsettled and ByKo: each side's gain from moving first, with the stones in Fall dead before
	Gain       board.ByColor[int]
	Stay, Fall []board.Point // for Unsettled and ByKo: stones that stay, or fall, whoever moves first
	Ko         board.Point   // for ByKo: where the ko is retaken; else Pass
	Needs      board.Color   // for ByKo: the side that makes the first threat; Empty: the second mover
	Nodes      int           // positions searched
	Complete   bool          // no proof ended at a limit
}

// A Solver decides regions. The zero Solver searches nothing. A Solver is not safe for concurrent
// use.
type Solver struct {
	Rules        life.CaptureRules
	Hypothetical bool // life and death as in article 7 of Japan's rules: retaking a ko needs a pass for it
	Territory    bool // [Solver.Gain] counts by territory
	Connect      bool // the proving side may connect chains and complete rosettes at its eyes
	Limit        int  // maximum positions for a proof
	Total        int  // maximum positions for all proofs; [Solver.Decide] subtracts what it uses
}

// firstLimit is the limit for the first attempt at each proof; each further attempt multiplies it
// by limitGrowth. A claim that holds is proved long before another is refuted.
const (
	firstLimit  = 250
	limitGrowth = 8
	fateLimit   = 16_000 // for proofs that a chain stays or falls
)

// A proof is the question whether a side proves its half of a claim. If bare, the side proves no
// more than a margin on the points that count under the claim.
type proof struct {
	claim  int
	side   board.Color
	first  board.Color
	ko     koRule
	bare   bool
	margin int         // the proving side's, if bare
	chain  board.Point // a stone of the chain that the side keeps or takes, if bare; else Pass
	costs  bool        // all points count, and a play costs its side a point
}

// An answer is a proof's result.
type answer struct {
	proved   bool
	complete bool        // the search ended before its limit
	tried    int         // the largest limit
	move     board.Point // the first mover's winning move; else Pass
	ko       board.Point // the first ko in the proof; else Pass
}

// A trial is a region with the claims about it.
type trial struct {
	*Solver
	ctx     context.Context
	arena   *arena
	claims  []Claim // on the arena
	whole   int     // the claim in which nothing dies, else the first
	answers map[proof]answer
	limit   int
	nodes   int
	held    *heldTable
	cut     bool // a proof in this attempt ended at its limit
}

// Decide searches for the right claim about a region. It tries the claims in order, and considers
// ko only if no claim holds without it. It returns [Unknown] early if ctx ends. It fails only if a
// chain in the region has no liberty, or has more neighbours than a board allows.
func (s *Solver) Decide(ctx context.Context, r *Region, claims []Claim) (Decision, error) {
	a, err := newArena(r)
	if err != nil {
		return Decision{}, err
	}
	t := s.newTrial(ctx, a)
	for _, c := range claims {
		if len(c.Dead) == 0 {
			t.whole = len(t.claims)
		}
		t.claims = append(t.claims, a.claim(c))
	}
	found, claim := t.decide()
	if claim >= 0 {
		found.Claim = claims[claim]
	}
	for c := range found.Moves {
		found.Moves[c] = a.point(found.Moves[c])
	}
	found.Ko = a.point(found.Ko)
	found.Nodes = t.nodes
	found.Complete = !t.cut
	return found, nil
}

// Holds reports whether side proves, with first to move, that it owns every point of the chain at p
// in the end: the owner keeps the chain, or the opponent takes it. A search that ends at the limit
// proves nothing. Holds fails like [Solver.Decide].
func (s *Solver) Holds(ctx context.Context, r *Region, p board.Point, side, first board.Color) (bool, error) {
	a, err := newArena(r)
	if err != nil {
		return false, err
	}
	t := s.newTrial(ctx, a)
	t.claims, t.limit = []Claim{{}}, s.Limit
	q := proof{side: side, first: first, bare: true, margin: -board.MaxPoints, chain: a.to[p]}
	return t.prove(q).proved, nil
}

func (s *Solver) newTrial(ctx context.Context, a *arena) *trial {
	return &trial{Solver: s, ctx: ctx, arena: a, answers: map[proof]answer{}, held: newHeldTable(s.Rules)}
}

// decide returns the decision and the claim that holds, or −1.
func (t *trial) decide() (Decision, int) {
	nothing := Decision{Moves: noBans, Ko: board.Pass}
	for t.limit = firstLimit; ; t.limit = min(t.Limit, limitGrowth*t.limit) {
		t.cut = false
		d, claim := t.decideWithin(nothing)
		if d.Verdict != Unknown {
			return d, claim
		}
		if t.limit >= t.Limit || t.Total <= 0 || t.ctx.Err() != nil {
			cut := t.cut
			t.fates(&d)
			t.cut = cut
			return d, claim
		}
	}
}

func (t *trial) decideWithin(d Decision) (Decision, int) {
	if i := t.holding(koLost); i >= 0 {
		d.Verdict = Settled
		return d, i
	}
	if t.Hypothetical {
		if i := t.holding(koConfirmation); i >= 0 {
			d.Verdict, d.Hypothetical = Settled, true
			return d, i
		}
	}
	if found, worth := t.unsettled(koLost); worth > 0 {
		t.fates(&found)
		t.countFallen(&found)
		return found, -1
	}
	// A ko counts only if much more search finds no proof without it.
	defer func(limit int) { t.limit = limit }(t.limit)
	t.limit /= limitGrowth
	if i := t.holding(koSimple); i >= 0 {
		found := t.byKo(i)
		t.fates(&found)
		return found, i
	}
	if found, worth := t.unsettled(koSimple); worth > 0 && found.Ko != board.Pass {
		found.Verdict = ByKo
		t.fates(&found)
		t.countFallen(&found)
		return found, -1
	}
	return d, -1
}

// holding returns the first claim whose halves are both proved, or −1.
func (t *trial) holding(ko koRule) int {
claims:
	for i := range t.claims {
		for _, side := range board.Colors {
			if !t.prove(proof{claim: i, side: side, first: side.Opponent(), ko: ko, chain: board.Pass}).proved {
				continue claims
			}
		}
		return i
	}
	return -1
}

// prove answers a question within this attempt's limit.
func (t *trial) prove(q proof) answer {
	a, ok := t.answers[q]
	limit := min(t.limit, t.Total)
	if ok && (a.proved || a.complete || a.tried >= limit) || limit <= 0 {
		t.cut = t.cut || !a.proved && !a.complete
		return a
	}
	s := &search{
		board: t.arena.Board.Clone(), goal: t.arena.newGoal(t.claims[q.claim], &q), held: t.held, rules: t.Rules,
		ko: q.ko, area: t.arena.Points, connect: t.Connect, costs: q.costs, limit: limit, ctx: t.ctx,
	}
	a = answer{proved: s.prove(q.first), tried: limit, move: board.Pass, ko: board.Pass}
	if a.proved {
		a.move, a.ko = s.firstMove(q.first), s.firstKo(q.first)
	}
	a.complete = s.nodes <= limit && t.ctx.Err() == nil
	t.cut = t.cut || !a.proved && !a.complete
	t.nodes += s.nodes
	t.Total -= s.nodes
	t.answers[q] = a
	return a
}

// byKo returns the decision that a claim holds if one side has no ko threat.
func (t *trial) byKo(claim int) Decision {
	d := Decision{Verdict: ByKo, Moves: noBans, Ko: board.Pass}
	for _, side := range board.Colors {
		q := proof{claim: claim, side: side, first: side.Opponent(), chain: board.Pass}
		if without := t.prove(q); !without.proved {
			q.ko = koSimple
			d.Ko, d.Needs = t.prove(q).ko, side.Opponent()
		}
	}
	return d
}

// unsettled returns what each side proves when it moves first beyond what the other can prevent by
// moving first, and how many points depend on that. worth is 0 or less if there are no such points.
func (t *trial) unsettled(ko koRule) (d Decision, worth int) {
	d = Decision{Verdict: Unsettled, Moves: noBans, Ko: board.Pass}
	now := t.arena.count(t.claims[t.whole]).margin
	for _, side := range board.Colors {
		margin, best := t.most(side, ko)
		worth += margin
		d.Gain[side] = margin - sign[side]*now
		d.Moves[side] = best.move
		if best.ko != board.Pass {
			d.Ko = best.ko
		}
	}
	return d, worth
}

// fates finds the chains that stay, or fall, whoever moves first.
func (t *trial) fates(d *Decision) {
	b := t.arena.Board
	t.limit = min(t.Limit, fateLimit)
	for _, p := range t.arena.Points {
		if b.At(p) == board.Empty || b.Root(p) != p {
			continue
		}
		for _, side := range board.Colors {
			q := proof{side: side, first: side.Opponent(), bare: true, margin: -board.MaxPoints, chain: p}
			if !t.prove(q).proved {
				continue
			}
			for at := range b.Chain(p) {
				if side == b.At(p) {
					d.Stay = append(d.Stay, t.arena.from[at])
				} else {
					d.Fall = append(d.Fall, t.arena.from[at])
				}
			}
		}
	}
}

// countFallen subtracts from the gains what the stones that fall are worth to the side that takes
// them, because they are dead in the current count.
func (t *trial) countFallen(d *Decision) {
	whole := t.arena.count(t.claims[t.whole])
	fallen := t.arena.count(t.arena.claim(Claim{Dead: d.Fall}))
	worth := -whole.margin
	for _, p := range whole.points {
		worth += sign[fallen.owner[p]]
	}
	for _, side := range board.Colors {
		d.Gain[side] -= sign[side] * worth
	}
}

// most returns the largest margin that a side proves when it moves first.
func (t *trial) most(side board.Color, ko koRule) (margin int, best answer) {
	points := len(t.arena.count(t.claims[t.whole]).points)
	margin = -points
	best = answer{move: board.Pass, ko: board.Pass}
	for above := points + 1; above-margin > 1; {
		middle := (margin + above) / 2
		if a := t.prove(proof{
			claim: t.whole, side: side, first: side, ko: ko, bare: true, margin: middle, chain: board.Pass,
		}); a.proved {
			margin, best = middle, a
		} else {
			above = middle
		}
	}
	return margin, best
}
