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
	boards    string // folder with the operator's boards
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
		Short: "Run the web server, to play the computer or other people",
		Long: "Prints its address and serves until Ctrl-C. Games are stored in --data or\n" +
			"--database and continue after a restart. --time, --visits and --threads limit\n" +
			"the computer's moves; --board, --rules, --komi and --level are the defaults of\n" +
			"the form for a new game. A limit per address counts an IPv6 /64 network as one\n" +
			"address.\n\n" +
			"Every flag can also be set in the --settings file or in the environment, where\n" +
			"--public-url is ROSETTE_PUBLIC_URL.",
		Example: "  rosette serve\n  rosette serve --listen :443 --redirect :80 --acme --host go.example.org",
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	cmd.Flags().StringVar(&s.listen, "listen", "",
		"`address` to listen on; port 0 for any free port (default: 127.0.0.1:8080, or the next free port)")
	s.games.register(cmd.Flags(), "`folder` for the games, created if absent; memory to store nothing")
	cmd.Flags().StringSliceVar(&s.config.Hosts, "host", nil,
		"public host `name`, repeatable; requests for other names get 421")
	cmd.Flags().BoolVar(&s.config.TrustProxy, "behind-proxy", false,
		"trust X-Forwarded-For and X-Forwarded-Proto; only if a proxy sets both")
	cmd.Flags().BoolVar(&s.config.StaffPasskeys, "staff-passkeys", false,
		"administrators and moderators have their role only when signed in with a passkey")
	limitFlags(cmd, &s.config.Limits)
	cmd.Flags().Var(&s.memory, "limit-memory",
		"maximum `memory` for concurrent pictures, records, exports and password checks, at least 64M")
	s.transport.register(cmd)
	s.operation.register(cmd)
	s.nodes.register(cmd.Flags(), serveNATS)
	cmd.Flags().Var((*workersValue)(&s.config.Workers), "workers",
		"`number` of concurrent jobs (moves, estimates, reviews) in this process; auto for as many as the cores allow, 0 to leave all to rosette work")
	boardsFlag(cmd.Flags(), &s.boards)
	s.policy.register(cmd)
	s.notices.register(cmd)
	s.register(cmd, graphFlags, computerFlags)
	reword(cmd, "threads", sharedThreads)
	return cmd
}

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
	boards, err := registerBoards(s.boards)
	if err != nil {
		return err
	}
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
	c.Exhibit = true
	c.Boards = append(match.UsualBoards(), boards...)
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
		return usageError{errors.New("--workers 0 needs --nats: rosette work receives its jobs over NATS")}
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
		{n: &l.Connections, name: "connections", about: "open connections per address"},
		{n: &l.AllOpen, name: "all-connections", about: "open connections in total"},
		{n: &l.Sockets, name: "sockets", about: "open sockets per address"},
		{n: &l.Topics, name: "topics", about: "games that one socket follows"},
		{n: &l.Requests, name: "requests", about: "requests per minute and address"},
		{n: &l.Games, name: "games", about: "new games per hour and address"},
		{n: &l.Messages, name: "messages", about: "socket messages per 20 seconds and person"},
		{
			n: &l.Thinking, name: "thinking", about: "seconds per move that a player may give the computer",
			most: int(play.MaxThinking / time.Second),
		},
		{n: &l.Estimates, name: "estimates", about: "score estimates per minute and address"},
		{n: &l.SignIns, name: "sign-ins", about: "sign-in attempts per ten minutes and address"},
		{n: &l.SignUps, name: "sign-ups", about: "new accounts per hour and address"},
		{
			n: &l.Positions, name: "positions",
			about: "positions computed and records read per minute and address",
		},
	} {
		intFlag(cmd.Flags(), flag.n, "limit-"+flag.name, *flag.n, 1, cmp.Or(flag.most, maxLimit),
			"maximum `number` of "+flag.about)
	}
}
