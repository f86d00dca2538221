package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/internal/permission"
	"rosette/play"
	"rosette/server"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/notice/push"
)

// serveFlags are the flags for serve.
type serveFlags struct {
	*flags
	config    server.Config
	listen    string
	memory    size // for concurrent requests
	games     databaseLocation
	policy    policyFlags
	notices   noticeFlags
	operation operationFlags
	transport transportFlags
}

func newServeFlags(f *flags) *serveFlags { return &serveFlags{flags: f, memory: budget.DefaultMemory} }

func serveCommand(f *flags) *cobra.Command { return newServeFlags(f).command() }

// command returns the command. Its flags fill s.
func (s *serveFlags) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the web server",
		Long: "Prints its address and serves pages there until Ctrl-C. Games are kept in --data or\n" +
			"--database and continue after a restart. --time, --visits and --threads limit the\n" +
			"computer's moves; --board, --rules, --komi and --level are the defaults of the form for\n" +
			"a new game. --limit-… bound what one address (IPv4, or an IPv6 /64) or person may do.\n" +
			"Every flag is also a setting of --settings and of the environment: --public-url is\n" +
			"ROSETTE_PUBLIC_URL there.",
		Example: "  rosette serve\n  rosette serve --listen :443 --redirect :80 --acme --host go.example.org --data /var/lib/rosette",
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	cmd.Flags().StringVar(&s.listen, "listen", "",
		"`address` to listen on; port 0 takes a free port (default: 127.0.0.1:8080, or the next free port)")
	s.games.register(cmd.Flags(), "`folder` for the games, created if absent; memory keeps nothing")
	cmd.Flags().StringSliceVar(&s.config.Hosts, "host", nil,
		"another host `name` under which browsers may reach the server; repeatable")
	cmd.Flags().BoolVar(&s.config.TrustProxy, "behind-proxy", false,
		"trust X-Forwarded-For and X-Forwarded-Proto; only if a proxy sets both")
	cmd.Flags().BoolVar(&s.config.StaffPasskeys, "staff-passkeys", false,
		"administrators and moderators have their role only while signed in by a passkey")
	limitFlags(cmd, &s.config.Limits)
	cmd.Flags().Var(&s.memory, "limit-memory",
		"largest `size` of the memory that pictures, records, exports and passwords take at once, from 64M on, besides that of an idle server")
	s.transport.register(cmd)
	s.operation.register(cmd)
	s.nodes.register(cmd.Flags(), serveNATS)
	intFlag(cmd.Flags(), &s.config.Workers, "workers", usualWorkers, usualWorkers, configure.MaxThreads,
		"`number` of moves, estimates and reviews that this process computes at once; 0 leaves them all to rosette work, -1 is as many as the cores allow")
	s.policy.register(cmd)
	s.notices.register(cmd)
	s.register(cmd, gameFlags, computerFlags)
	reword(cmd, "threads", sharedThreads)
	return cmd
}

// usualWorkers is the default for --workers.
const usualWorkers = -1

// run checks the flags, opens the store and serves until the command ends.
func (s *serveFlags) run(cmd *cobra.Command) error {
	c := &s.config
	if err := s.configure(cmd); err != nil {
		return err
	}
	var err error
	if c.Store, err = s.games.Open(cmd.Context(), c.Log); err != nil {
		return err
	}
	err = s.serve(cmd.Context(), cmd.OutOrStdout())
	logUse(c.Store, c.Log)
	return errors.Join(err, c.Store.Close())
}

// configure checks the flags and completes the Config except the store and NATS.
func (s *serveFlags) configure(cmd *cobra.Command) (err error) {
	c := &s.config
	if c.Proposed, err = proposal(s.flags); err != nil {
		return err
	}
	if c.Policy, err = s.policy.read(); err != nil {
		return err
	}
	if s.memory < budget.DefaultMemory {
		return usageError{fmt.Errorf("--limit-memory %v; use 64M or more", &s.memory)}
	}
	c.Budget = budget.New(budget.Options{Memory: int64(s.memory)})
	if c.Log, err = s.operation.log(cmd.ErrOrStderr()); err != nil {
		return err
	}
	permission.Warn(c.Log, "--"+settingsFlag, settingsFile(cmd))
	if err := errors.Join(s.transport.prepare(c.Hosts, c.Log), s.notices.prepare(c.Log)); err != nil {
		return err
	}
	c.TLS = s.transport.config
	c.ReviewFolder = s.games.Reviews()
	c.Version = version()
	c.LogRequests, c.Drain = s.operation.requests, s.operation.drain
	c.Mail = server.Mail{Outbox: s.notices.outbox, Site: s.notices.publicURL}
	c.Push = push.Options{Contact: s.notices.contact, Loopback: s.notices.loopback}
	c.Engine, c.FixedSeed = s.flags.config, s.set.Changed("seed")
	switch c.Workers {
	case usualWorkers:
		c.Workers = 0
	case 0:
		c.Workers = -1
	}
	c.Boards = match.UsualBoards()
	if name := c.Proposed["board"]; name != "" && !slices.Contains(c.Boards, name) {
		c.Boards = append([]string{name}, c.Boards...)
	}
	return nil
}

// serve runs the server until ctx ends.
func (s *serveFlags) serve(ctx context.Context, out io.Writer) (err error) {
	c := &s.config
	if c.NATS, err = s.nodes.dial(c.Log); err != nil {
		return err
	}
	if c.NATS != nil {
		defer c.NATS.Close()
	}
	if c.Workers < 0 && c.NATS == nil {
		return usageError{errors.New("--workers 0 needs --nats, by which rosette work gets the jobs")}
	}
	listener, err := listenOn(s.listen, s.set.Changed("listen"))
	if err != nil {
		return err
	}
	srv, err := server.New(ctx, *c)
	if err != nil {
		return err
	}
	metrics, err := s.operation.listen(srv.Metrics, c.Log)
	if err != nil {
		return err
	}
	redirect, err := s.transport.listen(c.Log)
	if err != nil {
		return err
	}
	c.Log.Info("soft memory limit", "bytes", budget.LimitRuntime())
	fmt.Fprintf(out, "Rosette is at %s — Ctrl-C stops it.\n", s.transport.address(c.Hosts, listener))
	return srv.Run(ctx, listener, redirect, metrics)
}

// maxLimit is the largest value for a server limit.
const maxLimit = 1_000_000_000

// limitFlags adds a flag for each server limit.
func limitFlags(cmd *cobra.Command, l *web.Limits) {
	*l = web.Limits{}.WithDefaults()
	type limit struct {
		n           *int
		name, about string
		most        int // maxLimit if 0
	}
	for _, flag := range []limit{
		{n: &l.Connections, name: "connections", about: "open connections of an address"},
		{n: &l.AllOpen, name: "all-connections", about: "open connections of all addresses"},
		{n: &l.Sockets, name: "sockets", about: "open sockets of an address"},
		{n: &l.Topics, name: "topics", about: "games that one socket follows"},
		{n: &l.Requests, name: "requests", about: "requests of an address in a minute"},
		{n: &l.Games, name: "games", about: "games that an address opens in an hour"},
		{n: &l.Messages, name: "messages", about: "messages of a person on sockets in 20 seconds"},
		{
			n: &l.Thinking, name: "thinking", about: "seconds that the computer may be asked to think about a move",
			most: int(play.MaxThinking / time.Second),
		},
		{n: &l.Estimates, name: "estimates", about: "estimates for an address in a minute"},
		{n: &l.SignIns, name: "sign-ins", about: "times that an address tries to sign in within ten minutes"},
		{n: &l.SignUps, name: "sign-ups", about: "accounts that an address makes in an hour"},
		{
			n: &l.Positions, name: "positions",
			about: "lines of moves played out and records read for an address in a minute",
		},
	} {
		intFlag(cmd.Flags(), flag.n, "limit-"+flag.name, *flag.n, 1, cmp.Or(flag.most, maxLimit),
			"largest `number` of "+flag.about)
	}
}
