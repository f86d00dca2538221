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

// namespaceCases are the failures with namespaces, in order. The first node loses packets.
var namespaceCases = []nodesCase{
	{"the cables of a node are pulled", func(r *nodesRun, ctx context.Context) error {
		r.refuses = true // briefly, when the cables are back
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

// Number and duration of interruptions in a flapping link.
const (
	flaps    = 5
	flapTime = 400 * time.Millisecond
)

// flap takes the first node's link to its services down and up repeatedly, and leaves it down.
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

// stayers is the number of players that never leave the first node.
const stayers = 2

// stay adds a load of players that use only the first node. They show what that node reports and
// when their games continue. Call end after use.
func (r *nodesRun) stay(ctx context.Context) (end func(), err error) {
	l, end := r.newLoad(ctx, r.servers[0].URL)
	l.seed++ // different moves
	r.loads = append(r.loads, l)
	for _, l := range r.loads {
		l.spread = Spread{Each: r.PerAddress, Base: network.Clients.Addr()}
	}
	if err = l.open(stayers); err != nil {
		return end, err
	}
	l.close() // they join again, and from then on retry when they get no answer
	l.target = &cluster{nodes: r.cluster.nodes[:1]}
	return end, nil
}

// cut applies a network fault for a while. It records what the stayers are sent during the fault
// and how long they take to continue after it.
func (r *nodesRun) cut(ctx context.Context, fault func() error) error {
	stay, began := r.loads[1], time.Now()
	err := fault()
	for err == nil && time.Since(began) < r.Span {
		if r.report.Says = serverReasons(stay.failures.all()); len(r.report.Says) > 0 && r.report.Told == 0 {
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
			r.report.Problem = fmt.Sprintf("the node takes no move within %v after all is well again: %v", r.Within,
				stay.failures.all())
			return nil
		}
		if err := r.last(ctx, lookEvery); err != nil {
			return err
		}
	}
	r.report.Back = time.Since(restored).Seconds()
	return nil
}

// serverReasons returns the server's messages among failures: reasons for refused moves, ended
// sockets and rejected joins.
func serverReasons(failures map[string]int) (reasons []string) {
	for reason := range failures {
		if reason != lineLost && (!strings.HasPrefix(reason, joinFailed) || strings.Contains(reason, turnedAway)) {
			reasons = append(reasons, reason)
		}
	}
	slices.Sort(reasons)
	return reasons
}

// turnedAway is the HTTP status of a server that cannot serve requests.
const turnedAway = "503"

// lookEvery is the polling interval.
const lookEvery = 20 * time.Millisecond

// namespaced returns how to start the i-th server in its namespace, and the URLs of its database
// and NATS there.
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

// stayed describes the game of the players at the first node, or returns "" if there were no such
// players.
func (r NodesReport) stayed() string {
	if r.Back == 0 && r.Told == 0 {
		return ""
	}
	message := "no message"
	if r.Told > 0 {
		message = fmt.Sprintf("%q after %.1f s", strings.Join(r.Says, ", "), r.Told)
	}
	return fmt.Sprintf("; players who stay on the node get %s and continue %.1f s after the end", message, r.Back)
}
