package match

import (
	"context"
	"time"

	"rosette/engine"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
	"rosette/server/account"
	"rosette/server/refusal"
	"rosette/server/work"
)

// ErrReviewTooLong means that a line has too many moves for a review, or too few.
var ErrReviewTooLong = refusal.New(refusal.Malformed, "review.length")

const (
	leastReviewed = 4   // moves in a reviewed line
	mostReviewed  = 400 // likewise
	// reviewVisits is the number of visits in the first search of each position in a line.
	reviewVisits = 150
)

// Reply returns the computer's move in a game that a client tries out, with next to move, and the lead
// before it. Nothing is stored.
func (s *Service) Reply(
	ctx context.Context, c account.Client, g *game.Game, next board.Color,
) (reply engine.Hint, err error) {
	if s.Reviews == nil {
		return reply, ErrNoHints
	}
	if err := s.checkFairPlay(ctx, c, g); err != nil {
		return reply, err
	}
	if wait, ok := s.EstimateLimit.Take(c.Address); !ok {
		return reply, refusal.TooOften("hint.too-many", wait)
	}
	ctx, cancel := context.WithTimeout(ctx, engineTimeout)
	defer cancel()
	reply, err = s.Reviews.Hint(ctx, ownerOf(c), g, next)
	if err != nil {
		return reply, s.engineRefusal(ctx, "reply", "", g.Ply(), err)
	}
	return reply, nil
}

// CheckReview returns a refusal if the client may not have the game reviewed.
func (s *Service) CheckReview(ctx context.Context, c account.Client, g *game.Game) error {
	if s.Reviews == nil {
		return ErrNoReviews
	}
	if g.Ply() < leastReviewed || g.Ply() > mostReviewed {
		return ErrReviewTooLong.With("least", leastReviewed).With("most", mostReviewed)
	}
	return s.checkFairPlay(ctx, c, g)
}

// ReviewGame reviews a game for a client who waits, and stores nothing. It calls onProgress with the
// results so far after each search, and at last with the complete review. The searches are jobs of
// the client's address and class [work.Review]. They stop when ctx ends or onProgress fails. It takes
// back g's moves.
func (s *Service) ReviewGame(
	ctx context.Context, c account.Client, g *game.Game, onProgress func(engine.Review) error,
) error {
	r := review.Of(g)
	a := lineAnalyzer{s.Reviews, ownerOf(c), r.Graph.Points()}
	err := r.RunDeepening(ctx, a, review.ParamsOf(reviewVisits, 0), 1, func(int) error {
		found := r.Summary(reviewVisits)
		found.Done = min(found.Done, found.Total-1) // the looks follow
		return onProgress(found)
	})
	if err != nil {
		return err
	}
	return onProgress(r.Summary(reviewVisits))
}

// A lineAnalyzer analyzes positions as jobs of an owner.
type lineAnalyzer struct {
	Reviewer
	owner  work.Owner
	points int
}

// Analyze implements [review.Analyzer]. While too many jobs wait, it tries again. If ctx is done
// first, it returns an analysis without visits.
func (a lineAnalyzer) Analyze(
	ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams,
) engine.Analysis {
	for ctx.Err() == nil {
		found, err := a.Reviewer.Analyze(ctx, a.owner, review.Cost(p, a.points), g, next, p)
		if err == nil {
			return found
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return engine.Analysis{}
}
