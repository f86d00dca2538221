package correspondence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
	"rosette/play"
	"rosette/play/conditional"
)

// sweepInterval is the interval between checks of all plans and vacations, for work left undone
// after an error in the store or the end of another process.
const sweepInterval = 5 * time.Minute

// maxTries is the number of attempts to act in a match while others keep acting first. After that
// the match waits for the next sweep.
const maxTries = 16

// queue collects the matches that may need an action. It is safe for concurrent use.
type queue struct {
	wake chan struct{} // receives an element when there is a match

	mu      sync.Mutex
	matches map[string]bool // whether they have changed, by ID
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1), matches: map[string]bool{}} }

func (d *queue) add(id string, changed bool) {
	d.mu.Lock()
	d.matches[id] = d.matches[id] || changed
	d.mu.Unlock()
	select {
	case d.wake <- struct{}{}:
	default: // already signalled
	}
}

// take returns and clears the list.
func (d *queue) take() map[string]bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	taken := d.matches
	d.matches = map[string]bool{}
	return taken
}

// MatchChanged records that a correspondence match has changed. It does not block.
func (s *Service) MatchChanged(id string) { s.queue.add(id, true) }

// Run plays due answers, applies vacations to matches and publishes turns, until ctx ends. It
// starts with work left by an ended process.
func (s *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	s.runLogged(ctx, "", s.sweep)
	for {
		select {
		case <-s.queue.wake:
			for id, changed := range s.queue.take() {
				s.runLogged(ctx, id, func(ctx context.Context) error { return s.process(ctx, id, changed) })
			}
		case <-ticker.C:
			s.runLogged(ctx, "", s.sweep)
		case <-ctx.Done():
			return nil
		}
	}
}

// process plays the answers and applies the vacations in a match. If the match has changed, it then
// publishes the turn.
func (s *Service) process(ctx context.Context, id string, changed bool) error {
	err := errors.Join(s.PlayAnswers(ctx, id), s.ApplyVacations(ctx, id))
	if changed {
		err = errors.Join(err, s.PublishTurns(ctx, id))
	}
	return err
}

// runLogged calls f. It logs an error or panic; the match then waits for the next sweep.
func (s *Service) runLogged(ctx context.Context, id string, f func(context.Context) error) {
	err := panics.Catch(s.Log, func() error { return f(ctx) }, "match", id)
	if err != nil && !errors.As(err, new(*panics.Error)) && ctx.Err() == nil {
		s.Log.Error("correspondence: a match failed", "match", id, "err", err)
	}
}

// sweep adds all matches with plans or with players on vacation.
func (s *Service) sweep(ctx context.Context) error {
	plans, err := s.Plans.Running(ctx, "")
	for _, p := range plans {
		s.queue.add(p.Match, false)
	}
	return errors.Join(err, s.applyVacations(ctx))
}

// PlayAnswers plays the due answers in a match, and stores the ends of plans.
func (s *Service) PlayAnswers(ctx context.Context, id string) error {
	plans, err := s.Plans.Running(ctx, id)
	for _, p := range plans {
		err = errors.Join(err, s.executePlan(ctx, p))
	}
	return err
}

// executePlan executes one plan. The command's ID contains the number of the last event, so that only
// one of several processes plays the answer to a move.
func (s *Service) executePlan(ctx context.Context, p conditional.StoredPlan) error {
	for range maxTries {
		now, cmd, by, err := s.nextAnswer(ctx, p)
		if err != nil {
			return err
		}
		gone, err := s.lostPlayer(ctx, by)
		switch {
		case err != nil:
			return err
		case gone:
			return s.Plans.Remove(ctx, p.Match, p.Color)
		case now.Ended != conditional.Running:
			return s.Plans.End(ctx, p, now.Ended)
		case now.Answer == "":
			return nil
		}
		_, err = s.Matches.Do(ctx, p.Match, cmd)
		var refused game.Refusal
		if errors.As(err, &refused) {
			return s.Plans.End(ctx, p, conditional.Refused)
		}
		if err != nil && !slices.ContainsFunc(retryable, func(r play.Refusal) bool { return errors.Is(err, r) }) {
			return err
		}
	}
	return fmt.Errorf("conditional moves of match %s: too many concurrent changes", p.Match)
}

// retryable are the refusals after which the match is checked again.
var retryable = []play.Refusal{play.ErrStale, play.ErrNotYourTurn, play.ErrNotNow, play.ErrOver, play.ErrTimeUp}

// nextAnswer returns the rest of a plan, the command for the due answer, and its actor, "" in a finished
// match.
func (s *Service) nextAnswer(
	ctx context.Context, p conditional.StoredPlan,
) (now conditional.Remainder, cmd play.Command, actor string, err error) {
	err = s.Matches.Read(ctx, p.Match, func(m *play.Match) {
		by := m.OriginalColor(p.Color)
		now = p.Remainder(m, by)
		id := fmt.Sprint("conditional-", m.Seq())
		cmd = play.Command{Kind: play.Play, By: by, Point: now.Answer, After: m.Seq(), ID: id}
		if now.Answer == m.Game().Graph().PointName(board.Pass) {
			cmd.Kind, cmd.Point = play.Pass, ""
		}
		if !m.Over() {
			actor = m.Seat(by).Actor()
		}
	})
	return now, cmd, actor, err
}

// lostPlayer reports whether the plan has lost its player: the match is over, or the account is closed.
func (s *Service) lostPlayer(ctx context.Context, actor string) (bool, error) {
	if actor == "" {
		return true, nil
	}
	u, known, err := s.Accounts.OwnerOf(ctx, actor)
	return known && !u.Open(), err
}
