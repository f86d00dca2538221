package api

import (
	"context"
	"time"

	"rosette/api/web"
)

const (
	keptWriters = 4096            // persons of whom it is known that they have changed a game
	listsBehind = 5 * time.Second // after which the lists have a change without being awaited
	listsWait   = 2 * time.Second // at most, for lists that follow
)

// Wrote notes that persons have changed one of their games here, so that they find it in
// their lists at once.
func (s *Server) Wrote(actors ...web.Actor) {
	for _, actor := range actors {
		s.wrote.Add(actor, s.Now())
	}
}

// awaitLists waits for the lists of games if one of some actors has changed a game here a
// moment ago. Nobody else waits. Lists that do not follow in time are shown as they are.
func (s *Server) awaitLists(ctx context.Context, actors []web.Actor) {
	behind := false
	for _, actor := range actors {
		at, ok := s.wrote.Get(actor)
		behind = behind || ok && s.Now().Sub(at) < listsBehind
	}
	if !behind || s.Listed == nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, listsWait)
	defer stop()
	if err := s.Listed(ctx); err != nil && ctx.Err() == nil {
		s.Log.Error("api: lists of games", "err", err)
	}
}
