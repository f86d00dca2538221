package search

import (
	"context"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// Think answers a question by a search: [Run] in the words that every room of
// engine and protocol shares. When ctx ends it answers with what it has found;
// that is without Visits if it has found nothing.
func Think(ctx context.Context, g *game.Game, next board.Color, minds []engine.Evaluator, q engine.SearchParams) engine.Analysis {
	policy := Policy(g, next)
	b := Budget{
		Visits: q.Visits, Time: q.Time, Avoid: q.Avoid, WideRootNoise: q.WideRootNoise, RootPolicyTemperature: q.RootPolicyTemperature,
		OwnershipDetails: q.OwnershipDetails, ReportEvery: q.ReportEvery, FirstReportAfter: q.FirstReportAfter,
	}
	if q.OnProgress != nil {
		b.OnProgress = func(r Report) { q.OnProgress(r.Analysis(next, policy)) }
	}
	return Run(ctx, g, next, minds, b).Analysis(next, policy)
}

// Analysis returns the report as shared words have it, with what [Policy] said
// of the position.
func (r Report) Analysis(next board.Color, policy []float32) engine.Analysis {
	if r.HasPolicy {
		policy = r.policy(policy)
	}
	a := engine.Analysis{
		Next: next, Visits: r.Visits, Win: r.Win, Score: r.Score, ScoreStdev: r.ScoreStdev,
		Ownership: r.Ownership, OwnershipStdev: r.OwnershipStdev, Policy: policy,
	}
	sum, visits := float32(0), float32(0)
	for _, c := range r.Candidates {
		prior := policy[len(policy)-1]
		if c.Move != board.Pass {
			prior = policy[c.Move]
		}
		a.Candidates = append(a.Candidates, engine.Candidate{
			Move: c.Move, Visits: c.Visits, Win: c.Chance, Score: c.Score, ScoreStdev: c.ScoreStdev, Utility: 2*c.Win - 1,
			Prior: prior, PV: c.PV, PVVisits: c.PVVisits, Ownership: c.Ownership, OwnershipStdev: c.OwnershipStdev,
		})
		sum, visits = sum+float32(c.Visits)*(2*c.Win-1), visits+float32(c.Visits)
	}
	a.Utility = 2*r.Win - 1
	if visits > 0 {
		a.Utility = sum / visits
	}
	return a
}

// policy returns what the evaluator's policy said of each move, where first says
// which are illegal. Own eyes were not asked about.
func (r Report) policy(first []float32) []float32 {
	policy := make([]float32, len(first))
	for i, chance := range first {
		policy[i] = min(0, chance)
	}
	for _, c := range r.Candidates {
		if c.Move == board.Pass {
			policy[len(policy)-1] = c.Prior
		} else {
			policy[c.Move] = c.Prior
		}
	}
	return policy
}
