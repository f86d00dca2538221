package socket_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rosette/server/account"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

func TestASocketEndsWithItsSession(t *testing.T) {
	s := build(t, web.Limits{})
	s.Start("")
	b := s.Guest()
	own, other := opened(t, b), opened(t, s.Guest())
	other.probe()
	topic := socket.EndedMessage(b.Actor).Topic
	own.send(wire.Request{Kind: socket.KindLeave, Topic: topic}) // which a client cannot
	own.hear("left")
	s.API.Feed.Publish(socket.EndedMessage(b.Actor)) // another session has ended
	own.probe()
	s.Check(s.Accounts.EndAll(t.Context(), b.Actor, ""))
	if c := own.closed(); c.Code != 4401 || c.Reason != "api.signed-out" {
		t.Errorf("closed with %d %s", c.Code, c.Reason)
	}
	other.probe()
}

func TestASocketFindsThatItsSessionHasEndedThoughNobodyTellsIt(t *testing.T) {
	s := build(t, web.Limits{})
	s.Socket.Beat = 10 * time.Millisecond
	s.Start("")
	b := s.Guest()
	l := opened(t, b)
	l.hear("beat")
	s.Check(s.Accounts.Store.EndSessions(t.Context(), b.Actor, ""))
	l.hear("beat")
	l.hear("beat")
	s.Clock.Advance(5 * time.Minute)
	if c := l.closed(); c.Code != 4401 {
		t.Errorf("the socket ends with %v", c)
	}
}

// deaf reads sessions from a database that stops answering.
type deaf struct {
	web.Sessions
	away  atomic.Bool
	asked chan struct{}
}

func (d *deaf) Identify(ctx context.Context, key string) (account.Identity, error) {
	if !d.away.Load() {
		return d.Sessions.Identify(ctx, key)
	}
	close(d.asked)
	<-ctx.Done()
	return account.Identity{}, ctx.Err()
}

// A browser stops trying after api.not-now, but reconnects after api.stopping.
func TestASocketThatOpensWhileTheServerLetsGoOfItsClientsComesBack(t *testing.T) {
	s := build(t, web.Limits{})
	d := &deaf{Sessions: s.Socket.Sessions, asked: make(chan struct{})}
	s.Socket.Sessions = d
	s.Start("")
	b := s.Guest()
	d.away.Store(true)
	l := opened(t, b)
	<-d.asked
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		s.Stop()
	}()
	if c := l.closed(); c.Code != websocket.StatusGoingAway || c.Reason != "api.stopping" {
		t.Errorf("closed with %v", c)
	}
	<-stopped
}
