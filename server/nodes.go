package server

import (
	"context"
	"strings"

	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/pubsub/remote"
	"rosette/server/store"
	"rosette/server/store/tables"
	workremote "rosette/server/work/remote"
)

// A feed carries messages within a process, or between processes that share a database.
type feed interface {
	pubsub.PubSub
	Close()
}

// localFeed is a feed within one process.
type localFeed struct{ pubsub.Local }

func (*localFeed) Close() {}

// serverSecret names the secret that identifies the server over NATS.
const serverSecret = "server"

// connect creates the feed, and lends jobs if there is NATS. It returns the other match hosts, nil
// if there can be none.
func (s *Server) connect(ctx context.Context) (match.Others, error) {
	nats := s.config.NATS
	if nats != nil {
		s.node = workremote.NewNode(workremote.NodeOptions{
			Conn: nats.Conn(), Queue: s.Jobs.Queue, Log: s.config.Log, Alone: s.config.Workers < 0,
		})
	}
	var err error
	if s.feed, err = newFeed(ctx, s.Store, nats, s.received); err != nil {
		return nil, err
	}
	if f, ok := s.feed.(*remote.Feed); ok {
		return otherHosts{f, nats}, nil
	}
	if _, shared := s.Store.(store.SharedClock); shared {
		return silentHosts{}, nil
	}
	return nil, nil
}

// newFeed returns the feed of a process. It reaches other processes if they share the store and
// there is NATS.
func newFeed(ctx context.Context, s store.Store, nats *remote.Connection, received func(pubsub.Message)) (feed, error) {
	if _, shared := s.(store.SharedClock); !shared {
		return &localFeed{}, nil
	}
	name, err := tables.Notices(s).Secret(ctx, serverSecret, account.NewKey())
	if err != nil {
		return nil, err
	}
	if nats == nil {
		return &localFeed{}, nil
	}
	return remote.NewFeed(nats, name, received), nil
}

// otherHosts are match hosts that publish over NATS.
type otherHosts struct {
	feed       *remote.Feed
	connection *remote.Connection
}

func (o otherHosts) Watch(id string)   { o.feed.Watch(view.Topic(id)) }
func (o otherHosts) Unwatch(id string) { o.feed.Unwatch(view.Topic(id)) }
func (o otherHosts) Connected() bool   { return o.connection.Connected() }

// silentHosts are other match hosts on the same database without NATS. Their changes are found in
// the database.
type silentHosts struct{}

func (silentHosts) Watch(string)    {}
func (silentHosts) Unwatch(string)  {}
func (silentHosts) Connected() bool { return true }

// connected returns a function that reports whether other processes are reached, or nil if there
// can be none.
func connected(others match.Others) func() bool {
	if others == nil {
		return nil
	}
	return others.Connected
}

// newHost returns the match host. If servers share a clock, the host's clock becomes the clock
// for everything.
func (s *Server) newHost(ctx context.Context, others match.Others) (*match.Host, error) {
	c := &s.config
	if c.Now == nil {
		var err error
		if c.Now, err = store.Clock(ctx, s.Store); err != nil {
			return nil, err
		}
	}
	o := match.Options{
		Others: others, Log: c.Log, Now: c.Now,
		OnBotTurn:   func(id string) { s.computer.Awaited(id) },
		OnEnd:       func(id string) { s.Reviews.Ended(id) },
		OnChange:    func(id string) { s.Correspondence.MatchChanged(id) },
		OnLeaseLost: func(cut bool) { s.Database.Set(!cut) },
	}
	shared, ok := s.Store.(store.SharedClock)
	if ok {
		o.Shared = shared.Time
		o.Leases = store.MatchLeases{Leases: s.Store.Leases()}
	}
	h := match.New(timedMatches{store.Matches{Log: s.Store}, s.Metrics}, s.publish, o)
	if ok {
		c.Now = h.Now
	}
	return h, nil
}

// publish sends a match's change to subscribers, the computer and the projector.
func (s *Server) publish(m pubsub.Message) {
	s.feed.Publish(m)
	s.computer.Changed(strings.TrimPrefix(m.Topic, view.Topic("")))
	select {
	case s.projects <- struct{}{}:
	default: // the projector already has a hint
	}
}

// received handles a message published by another process.
func (s *Server) received(m pubsub.Message) {
	id, ok := strings.CutPrefix(m.Topic, view.Topic(""))
	switch {
	case !ok || m.Seq == 0 && !m.Gap:
		return
	case m.Gap:
		s.Matches.InvalidateSeq(id)
	default:
		s.Matches.NotePeerSeq(id, m.Seq)
	}
	s.computer.Changed(id)
}

// workers returns the number of worker processes and of jobs that they run at once.
func (s *Server) workers() (workers, slots int) {
	if s.node == nil {
		return 0, 0
	}
	return s.node.Workers()
}
