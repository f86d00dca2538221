package match

import (
	"context"
	"errors"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/refusal"
	"rosette/server/work"
)

// An Estimator estimates a position with next to move by a search with that many visits. It does
// not change the game. Estimate is called concurrently. It returns [work.ErrBusy] if too many jobs
// wait.
type Estimator interface {
	Estimate(ctx context.Context, owner work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error)
}

// Refusals of estimates.
var (
	ErrNoEstimates  = refusal.New(refusal.NotFound, "api.no-estimate") // the server offers none
	ErrNotEstimable = refusal.New(refusal.Conflict, "api.no-estimate-now")
	ErrNoPly        = refusal.New(refusal.Malformed, "api.no-ply")
	ErrNotNow       = &refusal.Error{Kind: refusal.Busy, Code: "api.not-now", Wait: engineTimeout}
)

// engineTimeout bounds an estimate or a hint, including the time in the queue.
const engineTimeout = 10 * time.Second

// estimateVisits lists the visits of the searches that a page requests in turn, to refine the
// estimate while it is displayed.
var estimateVisits = []int{100, 400, 1000}

// estimateCacheSize is the number of cached estimates, up to some kilobytes each.
const estimateCacheSize = 2048

// An estimateKey identifies an estimated position and its number of visits. After an undo, other
// moves may have the same ply.
type estimateKey struct {
	match  string
	ply    int
	hash   board.Hash
	next   board.Color
	visits int
}

// An Estimate is an estimate of a position.
type Estimate struct {
	engine.Estimate
	Ply  int
	Next board.Color
	More int // visits to request next, for a better estimate; 0 after the last step

	BeyondTraining bool // the board is larger than those on which the network was trained
}

// EstimatePosition estimates a match's position after ply moves, or after all moves if ply is -1,
// for a client who may read the match. visits is the number of visits in the search, 0 for a first
// look.
func (s *Service) EstimatePosition(
	ctx context.Context, c account.Client, id string, ply, visits int,
) (out Estimate, err error) {
	if s.Estimate == nil {
		return out, ErrNoEstimates
	}
	g, next, err := s.estimatePosition(ctx, c.Visitor, id, ply)
	if err != nil {
		return out, err
	}
	if err := s.checkFairPlay(ctx, c, g); err != nil {
		return out, err
	}
	step, more := estimateSteps(visits)
	key := estimateKey{id, g.Ply(), g.Board().Hash(), next, step}
	e, cached := s.estimates.Get(key)
	if !cached || visits == 0 { // continuing a cached estimate costs nothing
		if wait, ok := s.EstimateLimit.Take(c.Address); !ok {
			return out, refusal.TooOften("api.too-many-estimates", wait)
		}
	}
	if !cached {
		if e, err = s.estimate(ctx, key, ownerOf(c), g); err != nil {
			return out, err
		}
		s.estimates.Add(key, e)
	}
	return Estimate{
		Estimate: e, Ply: g.Ply(), Next: next, More: more, BeyondTraining: s.IsBeyondTraining(g.Graph(), g.Rules()),
	}, nil
}

// IsBeyondTraining reports whether estimates and reviews of games on g under r are rough, because g
// is larger than the boards on which the network was trained.
func (s *Service) IsBeyondTraining(g *board.Graph, r game.Rules) bool {
	return s.BeyondTraining != nil && s.BeyondTraining(g, r)
}

// ownerOf returns a client as an owner of engine jobs.
func ownerOf(c account.Client) work.Owner {
	return work.Owner{Person: string(c.Actor), Address: c.Address}
}

// estimateSteps returns the visits for a request, and the visits to request next, 0 after the last
// step.
func estimateSteps(wanted int) (visits, more int) {
	for i, step := range estimateVisits {
		if step >= wanted || i == len(estimateVisits)-1 {
			visits = step
			if i+1 < len(estimateVisits) {
				more = estimateVisits[i+1]
			}
			break
		}
	}
	return visits, more
}

// estimate runs the estimator.
func (s *Service) estimate(
	ctx context.Context, key estimateKey, owner work.Owner, g *game.Game,
) (engine.Estimate, error) {
	ctx, cancel := context.WithTimeout(ctx, engineTimeout)
	defer cancel()
	e, err := s.Estimate.Estimate(ctx, owner, g, key.next, key.visits)
	if err == nil {
		return e, nil
	}
	return e, s.engineRefusal(ctx, "estimate", key.match, key.ply, err)
}

// engineRefusal logs why a job within engineTimeout failed, unless it waited too long in the queue,
// and returns the refusal for the client.
func (s *Service) engineRefusal(ctx context.Context, what, match string, ply int, err error) error {
	if ctx.Err() == nil && !errors.Is(err, work.ErrBusy) {
		s.Log.Error("match: cannot compute the "+what, "match", match, "ply", ply, "err", err)
	}
	return ErrNotNow
}

// estimatePosition returns a copy of a position that may be estimated.
func (s *Service) estimatePosition(
	ctx context.Context, v account.Visitor, id string, ply int,
) (g *game.Game, next board.Color, err error) {
	var refused error = ErrNotEstimable
	err = s.View(ctx, v, id, func(m *play.Match) {
		if m.Begun() && !m.Over() && m.Unaided() {
			refused = ErrUnaided
			return
		}
		if !view.Estimable(m) {
			return
		}
		all := m.Game().Ply()
		if ply == -1 {
			ply = all
		}
		if ply < 0 || ply > all {
			refused = ErrNoPly.With("text", ply).With("n", all)
			return
		}
		refused = nil
		g, next = positionAfter(m, ply)
	})
	if err != nil {
		return nil, board.Empty, err
	}
	return g, next, refused
}

// positionAfter returns a copy of the match's game after ply moves, and the player to move. It
// takes back the passes that stopped the game: dead stones can then still be captured, and the
// value is the one before the passes.
func positionAfter(m *play.Match, ply int) (g *game.Game, next board.Color) {
	g, next = m.GameAt(ply), m.ToMove()
	if ply < m.Game().Ply() {
		next = m.Game().Move(ply).Color
	}
	if next == board.Empty {
		next = g.ToMove()
	}
	for stopped := g.Passes() >= 2; stopped && g.Passes() > 0; {
		g.Undo()
	}
	return g, next
}
