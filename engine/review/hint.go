package review

import (
	"context"
	"errors"
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

// Hint returns a good move for next and its purpose.
func Hint(ctx context.Context, analyzer Analyzer, g *game.Game, next board.Color) (engine.Hint, error) {
	found := analyzer.Analyze(ctx, g, next, engine.SearchParams{Visits: hintVisits, Time: hintTime})
	if err := ctx.Err(); err != nil {
		return engine.Hint{}, err
	}
	if len(found.Candidates) == 0 {
		return engine.Hint{}, errNoHint
	}
	move := found.Candidates[0].Move
	return engine.Hint{Move: move, Reason: ReasonFor(g, move, next)}, nil
}
