package lobby

import (
	"context"
	"errors"
	"strings"
	"time"

	"rosette/play"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
)

// personTopic returns the topic of an actor.
func personTopic(actor string) string { return web.Actor(actor).Topic() }

// join returns the offers of the lobby, or an offer, for a client that joins the topic.
func (s *Server) join(ctx context.Context, c *matchhttp.Client, topic string) ([][]byte, error) {
	by := lobby.Person{Actors: []string{string(c.Actor)}}
	all, offers := topic == lobbyTopic, []lobby.Offer(nil)
	var err error
	if id, ok := strings.CutPrefix(topic, offerPrefix); ok && web.GameID.MatchString(id) {
		var o lobby.Offer
		o, err = s.Offers.Offer(ctx, id)
		offers = []lobby.Offer{o}
		if err == nil {
			err = s.mayRead(ctx, c.Visitor, o)
		}
	} else if all {
		offers, err = s.Offers.Seeks(ctx, s.Now(), mostSeeks)
	} else {
		err = play.ErrNoMatch
	}
	switch {
	case errors.Is(err, lobby.ErrNoOffer):
		return nil, play.ErrNoMatch
	case err != nil:
		return nil, err
	}
	data, err := message(topic, all, seenAll(offers, by, s.Now())...)
	return [][]byte{data}, err
}

// present keeps the seeks of an actor who has a page open.
func (s *Server) present(actor web.Actor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.seekers[actor]; ok {
		s.seekers[actor] = s.Now()
	}
}

// Bounds of [Server.Run].
const (
	tick     = 15 * time.Second
	sweeping = time.Hour
	kept     = 30 * 24 * time.Hour // how long an offer that has ended can be read
)

// Run keeps the seeks of people who are there, and tells of offers that have expired,
// until ctx ends.
func (s *Server) Run(ctx context.Context) error {
	every := time.NewTicker(tick)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
			if err := s.look(ctx); err != nil && ctx.Err() == nil {
				s.Log.Error("api: offers", "err", err)
			}
		}
	}
}

// look keeps the seeks of the makers who were there since the last look but one, and
// tells the lobby which seeks have come and gone, also by other processes.
func (s *Server) look(ctx context.Context) error {
	now := s.Now()
	for _, actor := range s.presentSeekers(now) {
		if err := s.Offers.Seen(ctx, string(actor), now); err != nil {
			return err
		}
	}
	seeks, err := s.Offers.Seeks(ctx, now, mostSeeks)
	if err != nil {
		return err
	}
	for _, o := range s.compare(seeks, now) {
		if o, err = s.Offers.Offer(ctx, o.ID); err != nil {
			return err
		}
		s.tellOf(o, true)
	}
	if now.Sub(s.swept) < sweeping {
		return nil
	}
	s.swept = now
	return s.Offers.Sweep(ctx, now.Add(-kept))
}

// presentSeekers returns the makers of seeks who were there of late.
func (s *Server) presentSeekers(now time.Time) (all []web.Actor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for actor, seen := range s.seekers {
		if now.Sub(seen) < 2*tick {
			all = append(all, actor)
		}
	}
	return all
}

// compare notes which seeks are open and returns those that were not known and those
// that are gone.
func (s *Server) compare(seeks []lobby.Offer, now time.Time) (changed []lobby.Offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	open, seekers := map[string]lobby.Offer{}, map[web.Actor]time.Time{}
	for _, o := range seeks {
		open[o.ID] = o
		if _, known := s.listed[o.ID]; !known {
			changed = append(changed, o)
		}
		if actor := web.Actor(o.Maker.Actor()); o.Present {
			seekers[actor] = s.seekers[actor]
		}
	}
	for id, o := range s.listed {
		if _, still := open[id]; !still {
			changed = append(changed, o)
		}
	}
	s.listed, s.seekers = open, seekers
	return changed
}
