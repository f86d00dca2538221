package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"rosette/internal/permission"
	"rosette/server/budget"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/store"
)

// A serving is what the flags of serve say.
type serving struct {
	*flags
	listen  string
	memory  size // of requests at once
	games   place
	options web.Options
	kept    policy
	way     transport
}

func serveCommand(f *flags) *cobra.Command {
	s := &serving{flags: f, memory: budget.DefaultMemory}
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
	cmd.Flags().StringVar(&s.listen, "listen", "", "`address` to listen on; port 0 takes a free port (default: 127.0.0.1:8080, or the next free port)")
	s.games.register(cmd.Flags(), "`folder` for the games, created if absent; memory keeps nothing")
	cmd.Flags().StringSliceVar(&s.options.Hosts, "host", nil, "another host `name` under which browsers may reach the server; repeatable")
	cmd.Flags().BoolVar(&s.options.TrustProxy, "behind-proxy", false, "trust X-Forwarded-For and X-Forwarded-Proto; only if a proxy sets both")
	cmd.Flags().BoolVar(&s.options.StaffPasskeys, "staff-passkeys", false, "administrators and moderators have their role only while signed in by a passkey")
	limitFlags(cmd, &s.options.Limits)
	cmd.Flags().Var(&s.memory, "limit-memory", "largest `size` of the memory that pictures, records, exports and passwords take at once, from 64M on, besides that of an idle server")
	s.way.register(cmd)
	f.operation.register(cmd)
	f.nodes.register(cmd, serveNATS)
	f.jobs.register(cmd)
	s.kept.register(cmd)
	f.notices.register(cmd)
	f.register(cmd, gameFlags, computerFlags)
	reword(cmd, "threads", sharedThreads)
	return cmd
}

// run checks the flags, opens the store and serves until the command ends.
func (s *serving) run(cmd *cobra.Command) error {
	proposed, err := proposal(s.flags)
	if err = errors.Join(err, s.kept.read()); err != nil {
		return err
	}
	if s.memory < budget.DefaultMemory {
		return usageError{fmt.Errorf("--limit-memory %v; use 64M or more", &s.memory)}
	}
	s.options.Budget = budget.New(budget.Options{Memory: int64(s.memory)})
	if s.options.Log, err = s.operation.log(cmd.ErrOrStderr()); err != nil {
		return err
	}
	permission.Warn(s.options.Log, "--"+settingsFlag, settingsFile(cmd))
	if err := errors.Join(s.way.prepare(s.options.Hosts, s.options.Log), s.notices.prepare(s.options.Log)); err != nil {
		return err
	}
	s.options.TLS = s.way.config
	kept, err := s.games.open(cmd.Context(), s.options.Log)
	if err != nil {
		return err
	}
	err = s.serve(cmd.Context(), kept, proposed, cmd.OutOrStdout())
	logUse(kept, s.options.Log)
	return errors.Join(err, kept.Close())
}

// serve runs the server until ctx ends.
func (s *serving) serve(ctx context.Context, kept store.Store, proposed map[string]string, out io.Writer) error {
	now, err := clockOf(ctx, kept)
	if err != nil {
		return err
	}
	s.options.Now = now
	if err := s.nodes.open(ctx, kept, s.options.Log); err != nil {
		return err
	}
	defer s.nodes.close()
	listener, err := listenOn(s.listen, s.set.Changed("listen"))
	if err != nil {
		return err
	}
	boards := match.UsualBoards()
	if name := proposed["board"]; name != "" && !slices.Contains(boards, name) {
		boards = append([]string{name}, boards...)
	}
	srv := newServer(s.flags, kept, s.games.reviews(), boards, s.options)
	srv.policy = s.kept
	lends, none := s.lends(srv)
	metrics, err := s.operation.listen(srv.metrics, s.options.Log)
	redirect, wrong := s.way.listen(s.options.Log)
	if err := cmp.Or(none, err, wrong); err != nil {
		return err
	}
	s.options.Log.Info("soft memory limit", "bytes", budget.LimitRuntime())
	fmt.Fprintf(out, "Rosette is at %s — Ctrl-C stops it.\n", s.way.address(s.options.Hosts, listener))
	ctx, stopping := s.operation.drained(ctx)
	pages := web.Probes(srv.api.Require(&srv.contact, srv.pages(proposed)), srv.ready(stopping))
	return srv.run(ctx, listener, pages, redirect, metrics, lends)
}
