package match

import (
	"context"
	"sync/atomic"
	"testing"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/pubsub"
)

// An invitation lets everybody watch private games until it is withdrawn.
type invitation struct{ withdrawn atomic.Bool }

// Watches implements [match.Watchers].
func (i *invitation) Watches(context.Context, string, string) (bool, error) {
	return !i.withdrawn.Load(), nil
}

// A client that missed events gets them from the log, so the server checks permission again.
func TestMissedEventsOfAPrivateGameNeedPermission(t *testing.T) {
	for name, miss := range map[string]func(s *site, id string){
		"a lost message": func(s *site, id string) {
			s.silently(func() { s.move(id, board.Black, "E5") })
			s.move(id, board.White, "F6")
		},
		"a gap": func(s *site, id string) {
			s.silently(func() { s.move(id, board.Black, "E5") })
			s.host.feed.Publish(pubsub.Message{Topic: view.Topic(id), Gap: true})
		},
	} {
		t.Run(name, func(t *testing.T) {
			invited := &invitation{}
			s := build(t, func(o *options) { o.Watchers = invited })
			id, _, _ := s.sit(play.Settings{Board: "square-9", Rules: preset(t, "japanese"), Private: true})
			b := s.browser()
			b.guest()
			l := b.joined(id)
			invited.withdrawn.Store(true)
			miss(s, id)
			if m := l.read(); m.Kind != "left" || m.Reason != "private" {
				t.Errorf("a stranger reads %+v", m)
			}
		})
	}
}

// silently calls f while changes are not published.
func (s *site) silently(f func()) {
	quiet := func(on bool) {
		s.host.mu.Lock()
		defer s.host.mu.Unlock()
		s.host.silent = on
	}
	quiet(true)
	f()
	quiet(false)
}
