package review

import (
	"context"
	"errors"
	"slices"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// These are the search limits for a hint.
const (
	hintVisits = 400
	hintTime   = 700 * time.Millisecond
)

// errNoHint means that a search found no move.
var errNoHint = errors.New("review: the search has found no move")

// settled is the least ownership, by either side, for each point in a position that may be finished.
const settled = 0.8

// Hint returns a good move for next and its purpose. It is a pass if the search prefers one, the opponent
// has passed or every point seems to be settled, and no move gains anything.
func Hint(ctx context.Context, analyzer Analyzer, g *game.Game, next board.Color) (engine.Hint, error) {
	found := analyzer.Analyze(ctx, g, next, engine.SearchParams{Visits: hintVisits, Time: hintTime})
	if err := ctx.Err(); err != nil {
		return engine.Hint{}, err
	}
	if len(found.Candidates) == 0 {
		return engine.Hint{}, errNoHint
	}
	move := found.Candidates[0].Move
	if move == board.Pass || g.Passes() > 0 || isSettled(found.Ownership) {
		limits := engine.SearchParams{Visits: hintVisits, Time: hintTime}
		c := comparison{ctx: ctx, analyzer: analyzer, game: g.Clone(), next: next, limits: limits}
		c.game.CountPassesFrom(g.Ply())
		best, gain := c.overPass(&found)
		if gain < leastGain {
			move = board.Pass
		} else if move == board.Pass {
			move = best
		}
		if err := ctx.Err(); err != nil {
			return engine.Hint{}, err
		}
	}
	return engine.Hint{
		Move: move, Reason: ReasonFor(g, move, next),
		Lead: float64(found.Score), Error: errorOf(found.ScoreError, found.ScoreStdev, found.Visits),
	}, nil
}

// isSettled reports whether every point seems to have an owner.
func isSettled(owner []float32) bool {
	return !slices.ContainsFunc(owner, func(x float32) bool { return -settled < x && x < settled })
}
