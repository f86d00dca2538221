package lobby

import (
	"context"
	"time"

	"rosette/server/account"
)

// RecordPresence extends the seeks of an actor with an open page.
func (s *Service) RecordPresence(actor account.Actor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.seekers[actor]; ok {
		s.seekers[actor] = s.Now()
	}
}

// Intervals for [Service.Run].
const (
	refreshInterval = 15 * time.Second
	sweepInterval   = time.Hour
	historyLife     = 30 * 24 * time.Hour // how long an ended offer can be read
)

// Run calls Refresh until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	every := time.NewTicker(refreshInterval)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
			if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
				s.OnError(err)
			}
		}
	}
}

// Refresh extends the seeks of makers who were present in the last two intervals, and publishes
// seeks that were added or ended, also by other processes.
func (s *Service) Refresh(ctx context.Context) error {
	now := s.Now()
	for _, actor := range s.presentSeekers(now) {
		if err := s.Store.ExtendSeeks(ctx, string(actor), now); err != nil {
			return err
		}
	}
	seeks, err := s.Store.Seeks(ctx, now, maxSeeks)
	if err != nil {
		return err
	}
	for _, o := range s.compare(seeks) {
		if o, err = s.Store.Offer(ctx, o.ID); err != nil {
			return err
		}
		s.publish(o, true)
	}
	if now.Sub(s.swept) < sweepInterval {
		return nil
	}
	s.swept = now
	return s.Store.Sweep(ctx, now.Add(-historyLife))
}

// presentSeekers returns the makers of seeks who were present in the last two intervals.
func (s *Service) presentSeekers(now time.Time) (all []account.Actor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for actor, seen := range s.seekers {
		if now.Sub(seen) < 2*refreshInterval {
			all = append(all, actor)
		}
	}
	return all
}

// compare stores the open seeks and returns the new and the ended ones.
func (s *Service) compare(seeks []Offer) (changed []Offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	open, seekers := map[string]Offer{}, map[account.Actor]time.Time{}
	for _, o := range seeks {
		open[o.ID] = o
		if _, known := s.published[o.ID]; !known {
			changed = append(changed, o)
		}
		if actor := account.Actor(o.Maker.Actor()); o.Present {
			seekers[actor] = s.seekers[actor]
		}
	}
	for id, o := range s.published {
		if _, still := open[id]; !still {
			changed = append(changed, o)
		}
	}
	s.published, s.seekers = open, seekers
	return changed
}
