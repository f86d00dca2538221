package server

import (
	"context"
	"encoding/json"
	"fmt"

	"rosette/engine/review/background"
	"rosette/game"
	"rosette/play"
	"rosette/server/pubsub/roster"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// newReviews returns the reviews for finished games. Servers that share a database share
// its reviews.
func (s *Server) newReviews() *background.Service {
	o := background.Options{
		Folder: s.config.ReviewFolder, Others: reviewers{s.Roster}, Log: s.config.Log, Game: s.finishedGame,
		Analyze: s.Jobs.Analyze,
		Parallel: func() int {
			_, slots := s.workers()
			return max(1, slots)
		},
	}
	if _, shared := s.Store.(store.SharedClock); shared {
		o.Kept = tables.Reviews(s.Store)
	}
	return background.New(o)
}

// finishedGame returns a finished game; over is false if the game is not finished.
func (s *Server) finishedGame(ctx context.Context, id string) (g *game.Game, over bool, err error) {
	err = s.Matches.Read(ctx, id, func(m *play.Match) {
		if over = m.Over() && m.Begun(); over {
			g = m.GameAt(m.Moves())
		}
	})
	return g, over, err
}

// reviewers publish in the roster that a server is reviewing a game. They implement
// [background.Others].
type reviewers struct{ *roster.Roster }

// reviewTopic is the roster's topic for a game's review.
func reviewTopic(id string) string { return "review/" + id }

// Tell implements [background.Others].
func (r reviewers) Tell(id string, done, total int, ok bool) {
	if !ok {
		r.Say(reviewTopic(id), nil)
		return
	}
	r.Say(reviewTopic(id), fmt.Appendf(nil, `{"done":%d,"total":%d}`, done, total))
}

// Elsewhere implements [background.Others].
func (r reviewers) Elsewhere(id string) (done, total int, ok bool) {
	for _, data := range r.Others(reviewTopic(id)) {
		var other struct{ Done, Total int }
		if json.Unmarshal(data, &other) == nil && (!ok || other.Total > total) {
			done = other.Done
			total = other.Total
			ok = true
		}
	}
	return done, total, ok
}
