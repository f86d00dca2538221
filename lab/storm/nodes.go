package storm

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/client"
	"rosette/lab/storm/network"
	"rosette/server/store/postgres"
)

// A NodesReport describes games on two servers with one database while a server, or a service they
// use, failed.
type NodesReport struct {
	Case         string         `json:"case"`
	Games        int            `json:"games"`
	Acknowledged int64          `json:"acknowledged"`
	Resent       int64          `json:"resent"`
	Pause        float64        `json:"pauseSeconds"` // longest interruption of a game
	Pages        int            `json:"pages"`        // games' pages fetched
	ErrorPages   int            `json:"errorPages"`   // pages with an error instead of the game
	Refused      map[string]int `json:"refused,omitempty"`
	// For players that stay at the failing node: the time until they are informed, the messages,
	// and the time from the end of the fault until their games continue.
	Told float64  `json:"toldSeconds,omitempty"`
	Says []string `json:"says,omitempty"`
	Back float64  `json:"backSeconds,omitempty"`
	Faults
	Problem string `json:"problem,omitempty"` // unexpected behaviour, "" if none
}

// Line returns the report in one line.
func (r NodesReport) Line() string {
	verdict := "as it should be"
	if r.Problem != "" {
		verdict = "NOT AS IT SHOULD BE: " + r.Problem
	}
	return fmt.Sprintf("%s: %d games, %d moves acknowledged, %d sent again, longest pause %.1f s, %d pages of which %d were errors, LOST %d TWICE %d GAPS %d%s; %s",
		r.Case, r.Games, r.Acknowledged, r.Resent, r.Pause, r.Pages, r.ErrorPages, r.Lost, r.Twice, r.Gaps, r.stayed(),
		verdict)
}

// NodesOptions describes how two servers with one database fail.
type NodesOptions struct {
	Games  int
	NATS   string        // URL of the NATS server
	Span   time.Duration // of each failure
	Within time.Duration // longest permitted interruption of a game
	// Namespaces cuts lines in the kernel, see [network.Namespaces], instead of with proxies.
	Namespaces bool
}

// A nodesCase is a kind of failure. It returns after everything works again.
type nodesCase struct {
	name string
	run  func(*nodesRun, context.Context) error
}

// nodesCases are the failures with proxies, in order.
var nodesCases = []nodesCase{
	{"NATS does not run", func(r *nodesRun, ctx context.Context) error {
		r.each(r.toNATS, (*network.Proxy).Refuse)
		defer r.each(r.toNATS, (*network.Proxy).Restore)
		return r.last(ctx, r.Span)
	}},
	{"the lines to NATS are cut", func(r *nodesRun, ctx context.Context) error {
		r.each(r.toNATS, (*network.Proxy).Cut)
		defer r.each(r.toNATS, (*network.Proxy).Restore)
		return r.last(ctx, r.Span)
	}},
	{"the database ends its connections", (*nodesRun).disturb},
	{"a node is cut off from the database and NATS", func(r *nodesRun, ctx context.Context) error {
		r.refuses = true
		cut := append(slices.Clone(r.toNATS[:1]), r.toDatabase[:min(1, len(r.toDatabase))]...)
		r.each(cut, (*network.Proxy).Cut)
		defer r.each(cut, (*network.Proxy).Restore)
		return r.last(ctx, r.Span)
	}},
	{"a node stands still", func(r *nodesRun, ctx context.Context) error {
		r.refuses = true // briefly after it resumes, because its lease has expired
		if err := r.servers[0].pause(); err != nil {
			return err
		}
		return errors.Join(r.last(ctx, r.Span), r.servers[0].goOn())
	}},
	{"a node is killed", func(r *nodesRun, ctx context.Context) error {
		r.servers[0].Kill()
		if err := r.last(ctx, r.Span); err != nil {
			return err
		}
		return r.start(ctx, 0)
	}},
	{"a node is replaced", func(r *nodesRun, ctx context.Context) error {
		for i := range r.servers { // one at a time, as in an upgrade
			if err := r.servers[i].Stop(); err != nil {
				return err
			}
			if err := r.start(ctx, i); err != nil {
				return err
			}
			if err := r.last(ctx, r.Span/2); err != nil {
				return err
			}
		}
		return nil
	}},
}

// Nodes plays on two servers while each case happens in turn.
func (o *Options) Nodes(ctx context.Context, n NodesOptions, each func(NodesReport) error) error {
	cases := nodesCases
	if n.Namespaces {
		if err := network.Possible(); err != nil {
			return err
		}
		cases = namespaceCases
	}
	for _, c := range cases {
		o.Report("%s", c.name)
		r := &nodesRun{Options: o, NodesOptions: n, report: NodesReport{Case: c.name, Games: n.Games}}
		if err := r.run(ctx, func() error { return c.run(r, ctx) }); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if err := each(r.report); err != nil {
			return err
		}
	}
	return nil
}

// nodeCount is the number of servers that share the database.
const nodeCount = 2

// A nodesRun runs one case.
type nodesRun struct {
	*Options
	NodesOptions
	place              string
	cluster            cluster
	servers            [nodeCount]*Server
	toNATS, toDatabase []*network.Proxy    // one per server; none for a database on a Unix socket
	spaces             *network.Namespaces // nil with proxies
	loads              []*load             // the second belongs to the stayers at the first node
	report             NodesReport
	tells              bool // stayers must be informed
	refuses            bool // pages may have errors, because a server has no database
}

// run plays before, during and after a failure, and verifies the games.
func (r *nodesRun) run(ctx context.Context, fail func() error) (err error) {
	var remove func() error
	if r.place, remove, err = r.Options.place(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	defer func() { err = errors.Join(err, r.end()) }()
	if err := r.begin(ctx); err != nil {
		return err
	}
	l, end := r.newLoad(ctx, r.servers[0].URL)
	l.target = &r.cluster
	defer end()
	r.loads = []*load{l}
	if r.spaces != nil {
		end, err := r.stay(ctx)
		defer end()
		if err != nil {
			return err
		}
	}
	if err := l.open(r.Games); err != nil {
		return err
	}
	playing, stop := context.WithCancel(ctx)
	var all errgroup.Group
	for _, l := range r.loads {
		all.Go(func() error { return l.play(playing, r.interval(), true) })
	}
	all.Go(func() error { return r.look(playing, l.players[0].games[0].ID) })
	err = errors.Join(r.last(ctx, r.WarmUp), fail(), r.last(ctx, r.WarmUp))
	stop()
	if err = errors.Join(err, all.Wait()); err != nil {
		return err
	}
	return r.verify(ctx)
}

// begin creates the lines and starts the servers.
func (r *nodesRun) begin(ctx context.Context) (err error) {
	if r.Namespaces {
		if r.spaces, err = network.NewNamespaces(ctx, nodeCount, r.Report); err != nil {
			return err
		}
	}
	for i := range r.servers {
		if err := r.connect(); err != nil {
			return err
		}
		r.cluster.nodes = append(r.cluster.nodes, &node{})
		if err := r.start(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// pageEvery is the interval between page requests.
const pageEvery = 50 * time.Millisecond

// look fetches a game's page from the servers in turn until the context ends. Like a load balancer,
// it uses the next server if one does not accept a connection or closes it.
func (r *nodesRun) look(ctx context.Context, id string) error {
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pageEvery):
		}
		for i := range r.cluster.nodes {
			limited, done := context.WithTimeout(ctx, answerWithin)
			_, err := r.cluster.nodes[(n+i)%len(r.cluster.nodes)].at().Page(limited, netip.Addr{}, id)
			done()
			if failed := (client.StatusError{}); err == nil || errors.As(err, &failed) {
				if r.report.Pages++; err != nil {
					r.report.ErrorPages++
				}
				break
			}
		}
	}
}

// connect creates another server's lines.
func (r *nodesRun) connect() error {
	if r.spaces != nil {
		return nil
	}
	p, err := network.Through(r.NATS, "4222")
	if err != nil {
		return err
	}
	r.toNATS = append(r.toNATS, p)
	if p, err := network.Through(r.place, "5432"); err == nil {
		r.toDatabase = append(r.toDatabase, p)
	}
	return nil
}

// start starts the i-th server on its lines.
func (r *nodesRun) start(ctx context.Context, i int) (err error) {
	launch := r.Launch
	place := r.place
	nats := ""
	if r.spaces != nil {
		launch, place, nats, err = r.namespaced(i, launch)
	} else if nats, err = r.toNATS[i].At(r.NATS); err == nil && i < len(r.toDatabase) {
		place, err = r.toDatabase[i].At(place)
	}
	if err != nil {
		return err
	}
	launch.Args = append(slices.Clone(launch.Args), "--nats", nats)
	if r.servers[i], err = launch.Start(ctx, place); err != nil {
		return err
	}
	r.cluster.nodes[i].set(r.Target(r.servers[i].URL))
	return nil
}

// end stops servers and lines.
func (r *nodesRun) end() error {
	for _, s := range r.servers {
		if s != nil {
			s.Kill()
		}
	}
	r.each(append(r.toNATS, r.toDatabase...), (*network.Proxy).Close)
	if r.spaces != nil {
		return r.spaces.Close()
	}
	return nil
}

func (r *nodesRun) each(lines []*network.Proxy, do func(*network.Proxy)) {
	for _, p := range lines {
		do(p)
	}
}

// last waits while games are played.
func (r *nodesRun) last(ctx context.Context, d time.Duration) error {
	return pause(ctx, d, r.report.Case, r.Report)
}

// disturb repeatedly ends the database's connections.
func (r *nodesRun) disturb(ctx context.Context) error {
	r.refuses = true
	for end := time.Now().Add(r.Span); time.Now().Before(end); {
		if err := postgres.EndConnections(ctx, r.place); err != nil {
			return err
		}
		if err := r.last(ctx, disturbEvery); err != nil {
			return err
		}
	}
	return nil
}

// verify sends the last moves again, stops the servers and compares the records with the
// acknowledgements.
func (r *nodesRun) verify(ctx context.Context) error {
	var longest time.Duration
	for i, l := range r.loads {
		if err := l.each(len(l.players), func(i int) error { return l.players[i].finishWithin(r.Within) }); err != nil {
			return fmt.Errorf("%w; %v; the servers say: %s; %s", err, l.failures.all(), r.servers[0].Log(),
				r.servers[1].Log())
		}
		l.close()
		for _, p := range l.players {
			if i == 0 { // stayers wait while the node is cut off
				longest = max(longest, p.pause)
			}
		}
	}
	for _, s := range r.servers {
		if err := s.Stop(); err != nil {
			return err
		}
	}
	if err := r.compare(ctx); err != nil {
		return err
	}
	r.report.Pause = longest.Seconds()
	r.judge(longest)
	return nil
}

// compare compares the records with the acknowledgements.
func (r *nodesRun) compare(ctx context.Context) error {
	var all []GameLog
	for _, l := range r.loads {
		all = append(all, l.played()...)
		r.report.Acknowledged += l.acks.Load()
		r.report.Resent += l.resent.Load()
	}
	if err := r.report.Faults.compare(ctx, r.place, all); err != nil {
		return fmt.Errorf("read the games: %w", err)
	}
	r.report.Games, r.report.Refused = len(all), r.loads[0].failures.all()
	return nil
}

// judge records unexpected behaviour.
func (r *nodesRun) judge(longest time.Duration) {
	var wrong []string
	if r.report.Problem != "" {
		wrong = append(wrong, r.report.Problem)
	}
	if r.report.Any() {
		wrong = append(wrong, "the records differ from the acknowledgements")
	}
	if longest > r.Within {
		wrong = append(wrong, fmt.Sprintf("a game stood still for more than %v", r.Within))
	}
	if r.report.ErrorPages > 0 && !r.refuses {
		wrong = append(wrong, "pages had errors")
	}
	if late := r.Within.Seconds(); r.tells && r.Span > r.Within && (r.report.Told == 0 || r.report.Told > late) {
		wrong = append(wrong, fmt.Sprintf("players who stay on the node get no message within %v", r.Within))
	}
	if r.report.Acknowledged == 0 {
		wrong = append(wrong, "no move was acknowledged")
	}
	r.report.Problem = strings.Join(wrong, ", ")
}
