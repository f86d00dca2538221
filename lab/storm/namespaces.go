package storm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"rosette/lab/storm/network"
)

// namespaceCases are the ways to fail with namespaces, in their order. The first node loses
// packets.
var namespaceCases = []nodesCase{
	{"the cables of a node are pulled", func(r *nodesRun, ctx context.Context) error {
		r.refuses = true // for a moment when the cables are back
		return r.cut(ctx, func() error { return r.spaces.Unplug(ctx, 0, network.Front, network.Back) })
	}},
	{"a node is cut off from everything", func(r *nodesRun, ctx context.Context) error {
		r.refuses = true
		return r.cut(ctx, func() error { return r.spaces.Silence(ctx, 0, network.Front, network.Back) })
	}},
	{"a node is cut off from its players", func(r *nodesRun, ctx context.Context) error {
		return r.cut(ctx, func() error { return r.spaces.Silence(ctx, 0, network.Front) })
	}},
	{"a node is cut off from the database and NATS", func(r *nodesRun, ctx context.Context) error {
		r.refuses, r.tells = true, true
		return r.cut(ctx, func() error { return r.spaces.Silence(ctx, 0, network.Back) })
	}},
	{"a node hears nothing of the database and NATS", func(r *nodesRun, ctx context.Context) error {
		r.refuses, r.tells = true, true
		return r.cut(ctx, func() error { return r.spaces.Deafen(ctx, 0) })
	}},
	{"the link of a node to the database and NATS comes and goes", func(r *nodesRun, ctx context.Context) error {
		r.refuses = true
		return r.cut(ctx, func() error { return r.flap(ctx) })
	}},
}

// Of a link that comes and goes: how often, and for how long each time.
const (
	flaps    = 5
	flapTime = 400 * time.Millisecond
)

// flap takes the link of the first node to its services down and up, and leaves it down.
func (r *nodesRun) flap(ctx context.Context) error {
	for i := range flaps {
		if i > 0 {
			if err := errors.Join(r.spaces.Restore(), r.last(ctx, flapTime)); err != nil {
				return err
			}
		}
		if err := errors.Join(r.spaces.Unplug(ctx, 0, network.Back), r.last(ctx, flapTime)); err != nil {
			return err
		}
	}
	return nil
}

// stayers is how many players stay at the first node, whatever happens.
const stayers = 2

// stay adds a load of players who know the first node alone, so that it is seen what they are
// told, and when they play on. Call the function that it returns at the end.
func (r *nodesRun) stay(ctx context.Context) (end func(), err error) {
	l, end := r.newLoad(ctx, r.servers[0].URL)
	l.seed++ // other moves
	r.loads = append(r.loads, l)
	for _, l := range r.loads {
		l.spread = Spread{Each: r.PerAddress, Base: network.Clients.Addr()}
	}
	if err = l.open(stayers); err != nil {
		return end, err
	}
	l.close() // they join once more, and from then on try again when they have no answer
	l.target = &cluster{nodes: r.cluster.nodes[:1]}
	return end, nil
}

// cut has the network fail for a while. It reports what those who stay are told meanwhile,
// and how long it takes afterwards until they play on.
func (r *nodesRun) cut(ctx context.Context, fault func() error) error {
	stay, began := r.loads[1], time.Now()
	err := fault()
	for err == nil && time.Since(began) < r.Span {
		if r.report.Says = told(stay.failures.all()); len(r.report.Says) > 0 && r.report.Told == 0 {
			r.report.Told = time.Since(began).Seconds()
		}
		err = r.last(ctx, lookEvery)
	}
	if err = errors.Join(err, r.spaces.Restore()); err != nil {
		return err
	}
	restored, acks := time.Now(), stay.acks.Load()
	for stay.acks.Load() == acks {
		if time.Since(restored) > r.Within {
			r.report.Problem = fmt.Sprintf("the node takes no move within %v after all is well again: %v", r.Within, stay.failures.all())
			return nil
		}
		if err := r.last(ctx, lookEvery); err != nil {
			return err
		}
	}
	r.report.Back = time.Since(restored).Seconds()
	return nil
}

// told returns what the server has said of failures: why it refused moves, ended sockets or
// let nobody open one.
func told(failures map[string]int) (says []string) {
	for reason := range failures {
		if reason != lineLost && (!strings.HasPrefix(reason, joinFailed) || strings.Contains(reason, turnedAway)) {
			says = append(says, reason)
		}
	}
	slices.Sort(says)
	return says
}

// turnedAway is the status of HTTP of a server that cannot do anything.
const turnedAway = "503"

// lookEvery is the time between two looks at what happens.
const lookEvery = 20 * time.Millisecond

// namespaced returns how the i-th server is started in its namespace, and its place there.
func (r *nodesRun) namespaced(i int, launch Launch) (in Launch, place, nats string, err error) {
	if place, err = r.spaces.At(r.place); err != nil {
		return launch, "", "", fmt.Errorf("the database: %w", err)
	}
	if nats, err = r.spaces.At(r.NATS); err != nil {
		return launch, "", "", fmt.Errorf("NATS: %w", err)
	}
	launch.Wrap = append(slices.Clone(launch.Wrap), r.spaces.Exec(i)...)
	launch.Listen = r.spaces.Listen(i)
	host, _, err := net.SplitHostPort(launch.Listen)
	launch.Args = append(slices.Clone(launch.Args), "--host", host)
	return launch, place, nats, err
}

// stayed says what the players of the first node have seen, "" if nobody stayed.
func (r NodesReport) stayed() string {
	if r.Back == 0 && r.Told == 0 {
		return ""
	}
	told := "nothing"
	if r.Told > 0 {
		told = fmt.Sprintf("after %.1f s %q", r.Told, strings.Join(r.Says, ", "))
	}
	return fmt.Sprintf("; who stays at the node is told %s and plays on %.1f s after the end", told, r.Back)
}
