package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/pubsub"
	"rosette/server/store/tables"
)

// expireEvery is the time between two calls to [Server.Expire].
const expireEvery = 6 * time.Hour

// expire calls Expire until ctx ends.
func (s *Server) expire(ctx context.Context) error {
	every := time.NewTicker(expireEvery)
	defer every.Stop()
	for {
		if err := s.Expire(ctx, s.config.Now()); err != nil && ctx.Err() == nil {
			s.config.Log.Error("cannot remove expired data", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
		}
	}
}

// Expire ends unused sessions and removes guest games that are older than [Policy].GuestGames.
func (s *Server) Expire(ctx context.Context, now time.Time) error {
	if err := tables.ExpireSessions(ctx, s.Store, now.Add(-account.SessionLife)); err != nil {
		return err
	}
	life := s.config.Policy.GuestGames
	if life == 0 {
		return nil
	}
	ids, err := tables.RemoveGuestGames(ctx, s.Store, now.Add(-life))
	err = errors.Join(err, s.forget(ctx, ids))
	if len(ids) > 0 {
		days := fmt.Sprintf("%dd", life/(24*time.Hour))
		s.config.Log.Info("removed guest games", "games", len(ids), "untouched", days)
	}
	for some := range slices.Chunk(ids, 1000) {
		s.feed.Publish(pubsub.Message{Topic: removedTopic, Data: []byte(strings.Join(some, " "))})
	}
	return err
}

// forget removes games from memory, and their reviews.
func (s *Server) forget(ctx context.Context, ids []string) (err error) {
	for _, id := range ids {
		err = errors.Join(err, s.Matches.Forget(ctx, id), s.Reviews.Forget(ctx, id))
	}
	return err
}

// Topics on which servers publish changes that make other caches stale.
const (
	removedTopic = "removed" // games were removed; the data lists their IDs
	devicesTopic = "devices" // a device for notifications was added or removed
)

// followOthers handles messages from other servers until ctx ends. If a message is lost, a removed
// game is shown until it leaves the cache, and a device is known within a few seconds.
func (s *Server) followOthers(ctx context.Context) error {
	subscriber := s.subscribeToOthers()
	defer func() { subscriber.Close() }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case m, ok := <-subscriber.Messages():
			if !ok { // too many came at once
				subscriber = s.subscribeToOthers()
				continue
			}
			if err := s.followMessage(ctx, *m); err != nil && ctx.Err() == nil {
				s.config.Log.Error("removed games remain in memory", "error", err)
			}
		}
	}
}

// subscribeToOthers subscribes to what followOthers needs.
func (s *Server) subscribeToOthers() pubsub.Subscriber {
	subscriber := s.feed.Subscribe(64)
	subscriber.Add(removedTopic)
	subscriber.Add(devicesTopic)
	return subscriber
}

// followMessage handles a message from another server, or from this one.
func (s *Server) followMessage(ctx context.Context, m pubsub.Message) error {
	if m.Topic == devicesTopic {
		s.Turns.DeviceAdded()
		return nil
	}
	return s.forget(ctx, strings.Fields(string(m.Data)))
}
