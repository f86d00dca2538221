package match

import (
	"context"
	"time"

	"rosette/engine"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/refusal"
	"rosette/server/work"
)

// A Reviewer reviews finished games. Its methods are called concurrently.
type Reviewer interface {
	// Review returns the state of a game's review (none, waiting, running or done) and the results
	// so far.
	Review(ctx context.Context, id string) (state string, found engine.Review, err error)
	// Hint finds a good move for next, the player to move.
	Hint(ctx context.Context, owner work.Owner, g *game.Game, next board.Color) (engine.Hint, error)
	// Analyze searches a position for a review. cost is the expected time. It returns an error if too
	// many jobs wait.
	Analyze(ctx context.Context, owner work.Owner, cost time.Duration, g *game.Game, next board.Color,
		p engine.SearchParams) (engine.Analysis, error)
	// Advise finds the best move for next and its worth.
	Advise(ctx context.Context, owner work.Owner, g *game.Game, next board.Color) (engine.Advice, error)
}

// Refusals of reviews and hints.
var (
	ErrNoReviews   = refusal.New(refusal.NotFound, "review.none") // the server offers none
	ErrNotOver     = refusal.New(refusal.Conflict, "review.not-over")
	ErrNoHints     = refusal.New(refusal.NotFound, "hint.none") // the server offers none
	ErrHintNotNow  = refusal.New(refusal.Conflict, "hint.not-now")
	ErrHintRefused = refusal.New(refusal.Forbidden, "hint.no") // the visitor may not get one in this match
)

// NoReview is the review state for a match that ended before its first move.
const NoReview = "none"

// Review returns the review state of a finished match and the results so far, for a client who may
// read the match.
func (s *Service) Review(
	ctx context.Context, c account.Client, id string,
) (state string, found engine.Review, err error) {
	if s.Reviews == nil {
		return "", found, ErrNoReviews
	}
	var played *game.Game
	over := false
	if err := s.View(ctx, c.Visitor, id, func(m *play.Match) {
		if over = m.Over(); over && m.Begun() {
			played = m.GameAt(m.Moves())
		}
	}); err != nil {
		return "", found, err
	}
	if played == nil && over {
		return NoReview, found, nil
	}
	if played == nil {
		return "", found, ErrNotOver
	}
	if err := s.checkFairPlay(ctx, c, played); err != nil {
		return "", found, err
	}
	return s.Reviews.Review(ctx, id)
}

// A Hint is a good move in a position.
type Hint struct {
	engine.Hint
	Ply   int
	Point string // "pass" for a pass
}

// Hint returns a good move for a client in a match against the computer, or in a match where both
// players have agreed on hints.
func (s *Service) Hint(ctx context.Context, c account.Client, id string) (h Hint, err error) {
	g, next, err := s.aidedPosition(ctx, c, id)
	if err != nil {
		return h, err
	}
	ctx, cancel := context.WithTimeout(ctx, engineTimeout)
	defer cancel()
	found, err := s.Reviews.Hint(ctx, ownerOf(c), g, next)
	if err != nil {
		return h, s.engineRefusal(ctx, "hint", id, g.Ply(), err)
	}
	return Hint{found, g.Ply(), g.Graph().PointName(found.Move)}, nil
}

// An Advice is a coach's advice in a position.
type Advice struct {
	engine.Advice
	Ply    int
	Point  string // "pass" for a pass
	Speaks bool   // the coach gives the advice; otherwise it stays silent
}

// Advice returns a coach's advice where [Service.Hint] is allowed. refused are the points that the
// player has refused in this match; unknown names are ignored. The search stops when ctx ends, and
// waits in the queue as a job of the client's address.
func (s *Service) Advice(ctx context.Context, c account.Client, id string, refused []string) (a Advice, err error) {
	g, next, err := s.aidedPosition(ctx, c, id)
	if err != nil {
		return a, err
	}
	var points []board.Point
	for _, name := range refused {
		if p, err := g.Graph().Point(name); err == nil {
			points = append(points, p)
		}
	}
	if len(points) >= review.MostRefused {
		return Advice{Ply: g.Ply()}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, engineTimeout)
	defer cancel()
	found, err := s.Reviews.Advise(ctx, ownerOf(c), g, next)
	if err != nil {
		return a, s.engineRefusal(ctx, "advice", id, g.Ply(), err)
	}
	return Advice{found, g.Ply(), g.Graph().PointName(found.Move), review.Speaks(found, points)}, nil
}

// aidedPosition returns the position for a client's hint or advice, and counts it against the
// client's address.
func (s *Service) aidedPosition(
	ctx context.Context, c account.Client, id string,
) (g *game.Game, next board.Color, err error) {
	if s.Reviews == nil {
		return nil, next, ErrNoHints
	}
	if g, next, err = s.hintPosition(ctx, c.Visitor, id); err != nil {
		return nil, next, err
	}
	if err := s.checkFairPlay(ctx, c, g); err != nil {
		return nil, next, err
	}
	if wait, ok := s.EstimateLimit.Take(c.Address); !ok {
		return nil, next, refusal.TooOften("hint.too-many", wait)
	}
	return g, next, nil
}

// hintPosition returns the position in a match where it is the visitor's turn and hints are
// allowed.
func (s *Service) hintPosition(
	ctx context.Context, v account.Visitor, id string,
) (g *game.Game, next board.Color, err error) {
	actors := v.Own()
	var refused error = ErrHintNotNow
	err = s.View(ctx, v, id, func(m *play.Match) {
		next = m.ToMove()
		if m.Phase() != play.PhasePlay || next == board.Empty || !m.Begun() {
			return
		}
		if m.Unaided() {
			refused = ErrUnaided
			return
		}
		_, aided := m.Aided()
		mine := Seats(m.Settings(), actors)
		if len(mine) != 1 || mine[0] != next || !m.Seat(next.Opponent()).Bot() && !aided {
			refused = ErrHintRefused
			return
		}
		refused = nil
		g, next = positionAfter(m, m.Game().Ply())
	})
	if err != nil {
		return nil, board.Empty, err
	}
	return g, next, refused
}
