package review

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
)

// A Look is a second search for a possible mistake, with more visits than the first.
type Look struct {
	Best   engine.Analysis // position after the best move
	Played engine.Analysis // position after the played move
	// the played move's cost by ownership, in points from Black's view
	Ownership float64
	Reason    engine.Reason // purpose of the best move, compared with the played one
}

// complete reports whether both searches have a result.
func (l *Look) complete() bool { return l.Best.Visits > 0 && l.Played.Visits > 0 }

// looks is the number of looks that call a move a mistake.
const looks = 2

// A lookRound is one round of looks at possible mistakes. A move is looked at again only if the earlier
// looks call it a mistake.
type lookRound struct {
	factor int // by which a look has more visits and time than the first search
	share  int // a look at one turn in share, the worst ones
	least  int // but at least at so many
}

// roundsOn returns the rounds on a board, the shortest looks first. On honeycombs almost all that a review
// names is a mistake, so that more moves get shorter looks there (docs/results.md).
func roundsOn(g *board.Graph) [looks]lookRound {
	if g.Lattice() == board.Honeycomb {
		return [looks]lookRound{{factor: 2, share: 6, least: 4}, {factor: 4, share: 6, least: 4}}
	}
	return [looks]lookRound{{factor: 2, share: 8, least: 4}, {factor: 8, share: 16, least: 3}}
}

// suspicious is the minimum loss in points for a look, whether or not it exceeds the error.
const suspicious = 1

// suspects returns the turns for a round that still need a look, worst first. They have had all earlier
// looks.
func (r *Review) suspects(round int) []int {
	var all []Assessment
	again := 0
	for _, a := range r.Assess() {
		switch {
		case len(a.Turn.Looks) > round:
			again++
		case len(a.Turn.Looks) == round && a.Class != "" && !a.Exact && a.apparent() >= suspicious:
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b Assessment) int {
		return cmp.Or(cmp.Compare(b.apparent(), a.apparent()), a.Number-b.Number)
	})
	limits := roundsOn(r.Graph)[round]
	most := max(limits.least, len(r.Turns)/limits.share)
	turns := []int{}
	for _, a := range all[:max(0, min(len(all), most-again))] {
		turns = append(turns, a.Number-1)
	}
	return turns
}

// apparent returns the smallest estimated loss, or the loss by the first search if there was no look.
func (a *Assessment) apparent() float64 {
	if len(a.Turn.Looks) == 0 {
		return a.Gap
	}
	return slices.Min(a.Turn.estimates())
}

// estimates returns the loss by each look: by the score, then by ownership.
func (t *Turn) estimates() (losses []float64) {
	for i := range t.Looks {
		l := &t.Looks[i]
		score := float64(engine.ScoreFor(t.Next, l.Best.Score-l.Played.Score))
		losses = append(losses, score, float64(engine.ScoreFor(t.Next, float32(l.Ownership))))
	}
	return losses
}

// Deepen looks again at possible mistakes, after [Review.Run]. A look searches the
// positions after the played and the better move, both with the same visits, so that the results are
// comparable. Like [Review.Run], it calls onResult for each turn with new results.
func (r *Review) Deepen(
	ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads int, onResult func(turn int) error,
) error {
	for round := range looks {
		if err := r.lookAgain(ctx, analyzer, params, threads, round, onResult); err != nil {
			return err
		}
	}
	return nil
}

// lookAgain makes the looks for one round.
func (r *Review) lookAgain(
	ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads, round int,
	onResult func(turn int) error,
) error {
	factor := roundsOn(r.Graph)[round].factor
	params.Visits, params.Time = factor*params.Visits, time.Duration(factor)*params.Time
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, threads))
	var mu sync.Mutex
	for _, i := range r.suspects(round) {
		group.Go(func() error {
			return panics.Call(func() error {
				l := r.look(ctx, analyzer, params, i)
				mu.Lock()
				defer mu.Unlock()
				if err := ctx.Err(); err != nil {
					return err
				}
				r.Turns[i].Looks = append(r.Turns[i].Looks, l)
				return onResult(i)
			})
		})
	}
	return group.Wait()
}

// look searches the positions after a turn's best move and after the played move.
func (r *Review) look(ctx context.Context, analyzer Analyzer, params engine.SearchParams, turn int) (l Look) {
	t, after := &r.Turns[turn], &r.Turns[turn+1]
	best, played := t.Game.Clone(), after.Game
	best.Make(t.Analysis.Candidates[0].Move, t.Next)
	l.Best = analyzer.Analyze(ctx, best, after.Next, params)
	l.Played = analyzer.Analyze(ctx, played, after.Next, params)
	l.Ownership = lead(best, &l.Best) - lead(played, &l.Played)
	l.Reason = reasonAgainst(t.Game, t.Analysis.Candidates[0].Move, t.Next, l.Best.Ownership, l.Played.Ownership)
	return l
}

// lead returns Black's lead by ownership, or by the score without ownership.
func lead(g *game.Game, found *engine.Analysis) float64 {
	if len(found.Ownership) == 0 {
		return float64(found.Score)
	}
	sum := g.ScoreOffset(found.Next)
	for _, x := range found.Ownership {
		sum += float64(x)
	}
	return sum
}
